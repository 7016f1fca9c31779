/**
 * What stands under a node on the canvas: the operation in words, from the names that n8n
 * prescribes, and what it is about.
 */
const operation =
	'={{ ({ getAll: "get many", upsert: "create or update", whoami: "who am I" })[$parameter["operation"]]' +
	' ?? $parameter["operation"].replace(/[A-Z]/g, " $&").toLowerCase() }}';

/** `create or update: company` */
export const subtitle = `${operation}: {{ $parameter["resource"].replace(/[A-Z]/g, " $&").toLowerCase() }}`;

/** `upsert orders: my-erp`, where a parameter says what it is about. */
export const subtitleWith = (parameter: string) => `${operation}: {{ $parameter["${parameter}"] }}`;
