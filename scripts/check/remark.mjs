// `npm run check docs`: links, their anchors, and names of files in backticks have to exist.
import validateLinks from 'remark-validate-links';

import { fileNames } from './fileNames.mjs';
import { ROOT } from '../lib/paths.mjs';

export default {
	plugins: [[validateLinks, { repository: false, root: ROOT }], fileNames],
};
