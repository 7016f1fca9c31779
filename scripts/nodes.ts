// `npm run nodes`: every node of the package with its operations and fields, and the totals.
import { nodeTable } from './lib/nodeTable';

console.log(nodeTable());
