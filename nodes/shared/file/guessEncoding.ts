import { show } from '../schema/limits';
import { createDecoder, detectUnicode, ENCODING_NAMES, type Encoding } from './encoding';
import * as letters from './letters';

/** How the bytes of a file are taken. */
export interface Guess {
	readonly encoding: Encoding;
	/** Words with letters beyond ASCII, as this encoding has them; absent where it is Unicode. */
	readonly examples?: string;
	/** Why it is not certain, as a sentence; absent where it is. */
	readonly doubt?: string;
}

/**
 * The encoding of a file: Unicode, or else the one in which its letters make most sense.
 *
 * @param head the first bytes
 * @returns undefined when it is no text
 */
export function detectEncoding(head: Uint8Array): Guess | undefined {
	const unicode = detectUnicode(head);
	if (unicode === 'other') return guessEncoding(head);
	return unicode && { encoding: unicode };
}

/** Which letters a text in an encoding may hold. */
interface Script {
	readonly encodings: readonly Encoding[];
	/** By language: a text is in one of them. */
	readonly languages: ReadonlyArray<ReadonlyMap<string, number>>;
	/** All letters of its languages, the rare ones too. */
	readonly own: RegExp;
}

const LATIN = /\p{Script=Latin}/u;
const HAN = /\p{Script=Han}/u;
const script = (
	encodings: readonly Encoding[],
	own: RegExp,
	languages: readonly string[],
): Script => ({ encodings, own, languages: languages.map(costsOf) });

/** The cost in bits of each letter, by its rank (Zipf). */
function costsOf(language: string): ReadonlyMap<string, number> {
	const costs = new Map<string, number>();
	for (const letter of language) {
		if (!costs.has(letter)) costs.set(letter, BITS.first + Math.log2(1 + costs.size));
	}
	return costs;
}

/** What a character costs that is no frequent letter of the language, in bits: the less likely the more. */
const BITS = {
	ascii: 4,
	first: 3.5,
	frequentSign: 3,
	sign: 8,
	rareLetter: 14.5,
	rareSign: 13,
	foreign: 17,
	/** A capital behind a small letter, a sign or another script inside a word. */
	misplaced: 12,
	capital: 1,
	/** What an encoding other than Windows-1252 has to be better by. */
	lead: 4,
	/** The mean of characters beyond ASCII from which a text is in no known language. */
	senseless: 14,
};
/** How much better the best one is than those that read another text. */
const CLEARLY = 5;

/**
 * Finds in which of the encodings that are no Unicode a text is written: one that has all its bytes, and in which its
 * letters are those of a language. Each word counts once, however often it comes.
 *
 * @param bytes some of the file, with bytes beyond ASCII; the last character may be cut
 * @returns the best one, with a doubt where another reads other letters that are hardly less likely
 */
export function guessEncoding(bytes: Uint8Array): Guess {
	const words = wordsOf(bytes);
	const scripts = [
		script(['windows-1252', 'iso-8859-15'], LATIN, letters.WESTERN),
		script(['windows-1250', 'iso-8859-2'], LATIN, letters.CENTRAL),
		script(['windows-1251'], /\p{Script=Cyrillic}/u, letters.CYRILLIC),
		script(['windows-1254'], LATIN, letters.TURKISH),
		script(['shift_jis', 'euc-jp'], /[\p{Script=Han}\u3040-\u30ff]/u, letters.JAPANESE),
		script(['gbk'], HAN, letters.SIMPLIFIED),
		script(['big5'], HAN, letters.TRADITIONAL),
		script(['euc-kr'], /\p{Script=Hangul}/u, letters.KOREAN),
	];
	const [best, ...others] = scripts
		.flatMap(({ encodings, ...rest }) => encodings.map((encoding) => ({ encoding, ...rest })))
		.flatMap(({ encoding, ...rest }) => {
			const text = createDecoder(encoding).decode(words);
			if (text === undefined || UNDEFINED.test(text)) return [];
			const lead = encoding === 'windows-1252' ? 0 : BITS.lead;
			return [{ encoding, text, cost: costOf(text, rest) + lead }];
		})
		.sort((one, other) => one.cost - other.cost);
	const [rival] = others.filter(({ text }) => text !== best?.text);
	if (!best)
		return { encoding: 'windows-1252', examples: '', doubt: 'it fits none of the encodings' };
	const examples = showWords(best.text);
	const { encoding, text, cost } = best;
	const found = { encoding, examples };
	const beyond = text.replace(ASCII, '').length;
	if ((cost - BITS.ascii * (text.length - beyond)) / beyond > BITS.senseless) {
		return {
			...found,
			doubt: `its words make no sense in any of the encodings (${examples} in ${ENCODING_NAMES[encoding]})`,
		};
	}
	if (!rival || rival.cost - cost >= CLEARLY) return found;
	const doubt = `it may be ${ENCODING_NAMES[encoding]} (${examples}) or ${ENCODING_NAMES[rival.encoding]} (${showWords(rival.text)})`;
	return { ...found, doubt };
}

const ASCII = /[\0-\u007f]+/g;
/** Control characters, private ones, and what stands for none. */
const UNDEFINED = /[\u0080-\u009f\ufffd\ue000-\uf8ff]/;
/** Bytes that are looked through, and those of the words that are found. */
const SAMPLE_BYTES = 128 * 1024;
const MAX_WORD_BYTES = 16_000;

/** The words with bytes beyond ASCII, each once. They end at signs that are part of no longer character. */
function wordsOf(bytes: Uint8Array): Buffer {
	const first = Math.max(0, bytes.findIndex((byte) => byte > 0x7f) - MAX_WORD_BYTES);
	const text = Buffer.from(bytes.subarray(first, first + SAMPLE_BYTES)).toString('latin1');
	const words = new Set<string>();
	let length = 0;
	for (const { 0: word, index } of text.matchAll(WORD)) {
		if (!HIGH.test(word)) continue;
		const isCut = index + word.length === text.length && words.size > 0;
		if (isCut || length > MAX_WORD_BYTES) break;
		if (!words.has(word)) length += word.length;
		words.add(word);
	}
	return Buffer.from(`${[...words].join(' ')} `, 'latin1');
}

const WORD = /[0-9@-\u00ff]+/g;
const HIGH = /[\u0080-\u00ff]/;

const showWords = (text: string) => show(text.split(' ').slice(0, 3).join(' ').trim());

/** How unlikely a text is in the most likely of the languages, in bits. */
function costOf(text: string, { languages, own }: Omit<Script, 'encodings'>): number {
	const sums = languages.map(() => 0);
	let base = (text.match(MISPLACED)?.length ?? 0) * BITS.misplaced;
	for (const character of text) {
		if (character < '\u0080') {
			base += BITS.ascii;
			continue;
		}
		const small = character.toLowerCase();
		const rare = rareCost(character, own);
		if (small !== character) base += BITS.capital;
		languages.forEach((costs, index) => {
			sums[index] += costs.get(small) ?? costs.get(character) ?? rare;
		});
	}
	return base + Math.min(...sums);
}

function rareCost(character: string, own: RegExp): number {
	if (FREQUENT_SIGNS.test(character)) return BITS.frequentSign;
	if (COMMON_SIGNS.test(character)) return BITS.sign;
	if (own.test(character)) return BITS.rareLetter;
	return /\p{L}/u.test(character) ? BITS.foreign : BITS.rareSign;
}

/** They stand in many files that have no letters beyond ASCII. */
const FREQUENT_SIGNS = /[£€°“”’–]/;
const COMMON_SIGNS = /[\u00a0¥§«»„‚‘—…·²³×±½¼™®©¿¡ªºµ\u3000-\u3002「」・（），：；！％／－ｦ-ﾟ]/;

/**
 * A capital behind a small letter, a sign between letters, letters of two scripts side by side, a letter beyond ASCII
 * beside a digit, three accents in a row.
 */
const MISPLACED = new RegExp(
	[
		'\\p{Ll}(?=\\p{Lu})',
		'[\\p{Ll}\\p{Lu}][^\\p{Ll}\\p{Lu}\\p{Nd}\\p{M}\\s\\0-\\u007f’‘·–—]{1,3}(?=[\\p{Ll}\\p{Lu}])',
		'[A-Za-z](?=[\\p{Script=Cyrillic}\\uff66-\\uff9f])|[\\p{Script=Cyrillic}\\uff66-\\uff9f](?=[A-Za-z])',
		'[\\u00c0-\\u04ff](?=[0-9])|[0-9](?=[\\u00c0-\\u04ff])',
		'[\\u00c0-\\u024f]{3}',
	].join('|'),
	'gu',
);
