export { asNodeError, failedItem } from './failures';
export { quietOptions, readRequestOptions, requestOptions } from './options';
export { runItems, type ItemWork } from './runItems';
export { runNode, type Setting } from './runNode';
