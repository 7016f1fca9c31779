export { FileParts, type FileFormat, type FilePart } from './fileParts';
export { csv, ndjson } from './recordFormats';
