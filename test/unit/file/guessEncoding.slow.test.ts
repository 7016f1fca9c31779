import texts from '../../data/tables/encodings.json';

import { createDecoder, detectEncoding } from '../../../nodes/shared/file/encoding';
import { HEAD_BYTES } from '../../../nodes/shared/file/layout';
import { cases } from '../../../testing/simulations';
import { encodedFiles } from '../../tables/encodings';

/** Rows that are written once and repeated, because the encoders of the test are slow. */
const BLOCK = cases(800, 2_500);
const REPEATS = cases(2, 20);

it('long files are read in all encodings as they were written, and at most a tenth is undecided', () => {
	const wrong: string[] = [];
	let undecided = 0;
	let count = 0;
	for (const { encoding, text, bytes } of encodedFiles(texts, BLOCK)) {
		count += 1;
		const found = detectEncoding(bytes.subarray(0, HEAD_BYTES));
		if (!found || found.doubt) {
			undecided += 1;
			continue;
		}
		const decoder = createDecoder(found.encoding);
		for (let time = 0; time < REPEATS; time += 1) {
			// The byte order mark is that of the first block.
			const block = decoder.decode(bytes)?.replace('\ufeff', '');
			if (block !== text) wrong.push(`${encoding}, as ${found.encoding}: ${found.examples}`);
		}
	}
	expect(wrong).toEqual([]);
	expect(undecided).toBeLessThanOrEqual(count / 10);
}, 600_000);
