import texts from '../../data/tables/encodings.json';

import {
	createDecoder,
	type Encoding,
	detectEncoding,
	guessEncoding,
} from '../../../nodes/shared/file/encoding';
import { encodedFiles, encoderOf } from '../../tables/encodings';

const SETS = 14 * 20;

describe('detectEncoding', () => {
	it('reads files of five rows in all encodings as they were written, or doubts', () => {
		const wrong: string[] = [];
		const undecided: string[] = [];
		let count = 0;
		for (const { encoding, text, bytes } of encodedFiles(texts, 5)) {
			count += 1;
			const found = detectEncoding(bytes);
			if (!found || found.doubt) undecided.push(`${encoding}: ${found?.doubt}`);
			else if (createDecoder(found.encoding).decode(bytes) !== text) {
				wrong.push(`${encoding}, as ${found.encoding}: ${found.examples}`);
			}
		}
		expect(count).toBe(SETS);
		expect(wrong).toEqual([]);
		expect(undecided.length).toBeLessThanOrEqual(SETS / 10);
	});

	const bytesOf = (text: string, encoding: Encoding) => encoderOf(encoding)(text);

	it.each<[string, Encoding]>([
		['Café', 'windows-1252'],
		['5° C', 'windows-1252'],
		['© Acme®, 10 µm, £ 5', 'windows-1252'],
		['“quoted” – dash …', 'windows-1252'],
		['Größe', 'windows-1252'],
		['З-1,Иванов', 'windows-1251'],
		['Łódź', 'windows-1250'],
		['£5', 'windows-1252'],
		['1 £', 'windows-1252'],
		['谷大商店', 'shift_jis'],
		['株式会社', 'euc-jp'],
	])('finds %s in %s', (text, encoding) => {
		expect(guessEncoding(bytesOf(`${text}\n`, encoding))).toEqual({
			encoding,
			examples: expect.any(String) as string,
		});
	});

	it('doubts where two encodings are as likely, and shows both', () => {
		expect(guessEncoding(bytesOf('Kovač\n', 'windows-1250')).doubt).toBe(
			'it may be Windows-1252 ("Kovaè") or Windows-1250 ("Kovač")',
		);
	});

	it('doubts where the words are of no language', () => {
		// Code page 852, which is none of those that are known.
		const bytes = Buffer.from('50727a796b8861646f77613ba5a56b6f77613bbda2c577696e0a', 'hex');
		expect(guessEncoding(bytes).doubt).toMatch(/^its words make no sense/);
	});

	it('counts a word once, however often it stands there', () => {
		const once = bytesOf('Kovač\n', 'windows-1250');
		const often = Buffer.concat(Array.from({ length: 1000 }, () => once));
		expect(guessEncoding(often)).toEqual(guessEncoding(once));
	});

	it('leaves out a character that is cut', () => {
		const bytes = bytesOf('谷大商店\n東京都港区', 'shift_jis');
		expect(guessEncoding(bytes.subarray(0, -1)).encoding).toBe('shift_jis');
	});
});
