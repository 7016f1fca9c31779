import { document } from '../sandbox/contract';

/** sandbox/openapi.yaml as it is in its file; each reader says what it looks at. */
export const contract: unknown = document;
