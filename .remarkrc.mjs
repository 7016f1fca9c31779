// `npm run check docs`: links, their anchors, and names of files in backticks have to exist.
import validateLinks from 'remark-validate-links';

import { fileNames } from './scripts/check/fileNames.mjs';

export default {
	plugins: [[validateLinks, { repository: false, root: import.meta.dirname }], fileNames],
};
