import type { Field } from '../field';
import { show } from '../show';
import { misunderstood } from '../values';
import type { ValueReader } from './reader';
import { COMMA, parseNumber, POINT, type NumberText } from './numberText';
import { NUMBER_FORMATS, readingsOf, type ReadOptions } from './readOptions';

const EITHER = POINT | COMMA;
/** English notation that cannot mean thousands, which most columns hold; everything else is parsed. */
const PLAIN = /^[+-]?\d{1,15}(?:\.\d{1,2})?$/;
const NAME_OF_OPTION = 'Number Format';

/** Reads the numbers of one column, whose decimal sign is decided by the evidence of all its values. */
export function numberReader(
	{ label, isPercent = false }: Field,
	type: 'number' | 'integer',
	{ numberFormat }: ReadOptions,
): ValueReader {
	const allowed = readingsOf(numberFormat);
	/** The decimal signs that fit every value so far. */
	let readings = allowed;
	/** The first value that fits one sign only, by that sign. */
	const examples: Record<number, string> = {};
	/** Whether a value was seen that the decimal sign changes, other than plain English notation. */
	let hasSeparators = false;
	const currencies = new Set<string>();
	/** Of a column of percents: values given, the largest, one as it was given. */
	const shares = { count: 0, largest: 0, example: '' };

	const observeText = (text: string) => {
		if (PLAIN.test(text)) {
			if (!text.includes('.')) return Number(text);
			restrict(POINT, text);
			return Number(text);
		}
		const parsed = parseNumber(text);
		if (!parsed) return undefined;
		if (parsed.currency !== '') currencies.add(parsed.currency);
		hasSeparators ||= parsed.point !== parsed.comma;
		if (parsed.readings !== EITHER) restrict(parsed.readings, text);
		// "0,2 %" is what it says; only the number alone is doubtful.
		return parsed.isPercent ? 1 : (parsed.point ?? parsed.comma);
	};
	const restrict = (to: number, text: string) => {
		if (numberFormat === 'auto') readings &= to;
		examples[to] ??= text;
	};

	const pick = (parsed: NumberText): number | undefined => {
		if (parsed.isPercent && !isPercent) return undefined;
		if (parsed.point === parsed.comma) return parsed.point;
		const fits = parsed.readings & readings;
		if (fits === POINT) return parsed.point;
		return fits === COMMA ? parsed.comma : undefined;
	};
	const numberOf = (value: unknown): number | undefined => {
		if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
		if (typeof value !== 'string') return undefined;
		if ((readings & POINT) !== 0 && PLAIN.test(value)) return Number(value);
		const parsed = parseNumber(value);
		return parsed && pick(parsed);
	};

	return {
		observe(value) {
			const number = typeof value === 'string' ? observeText(value) : value;
			if (!isPercent || typeof number !== 'number') return;
			shares.count += 1;
			if (Math.abs(number) > shares.largest) {
				shares.largest = Math.abs(number);
				shares.example = String(value).trim();
			}
		},
		read(value) {
			const number = numberOf(value);
			return type === 'integer' && !Number.isSafeInteger(number) ? undefined : number;
		},
		why(value) {
			const problem = misunderstood(type, value);
			const parsed = typeof value === 'string' ? parseNumber(value) : undefined;
			if (!parsed) return problem;
			if (parsed.isPercent && !isPercent) return `${problem}: the field takes no percentage`;
			if (parsed.point === parsed.comma || pick(parsed) !== undefined) return problem;
			if (allowed !== EITHER) {
				return `${problem}, which is not written in the ${NAME_OF_OPTION} of the options`;
			}
			if (readings === 0) {
				const other = parsed.readings === COMMA ? examples[POINT] : examples[COMMA];
				return `${problem}. The column also holds ${show(other)}: choose ${NAME_OF_OPTION} in the options, or write all its numbers in one way`;
			}
			if (parsed.readings === EITHER && readings === EITHER) {
				return `${problem}, which could mean ${parsed.comma} or ${parsed.point}: choose ${NAME_OF_OPTION} in the options`;
			}
			return `${problem}, which does not fit the other values of the column, such as ${show(examples[readings])}`;
		},
		decision() {
			if (numberFormat !== 'auto' || !hasSeparators) return undefined;
			const decided = Object.values(NUMBER_FORMATS).find((format) => format.readings === readings);
			return decided && `read as ${decided.example}`;
		},
		warnings() {
			const sentences: string[] = [];
			if (currencies.size > 1) {
				sentences.push(
					`${label} holds more than one currency (${[...currencies].slice(0, 5).join(', ')}); the numbers are sent without it.`,
				);
			}
			if (shares.count > 0 && shares.largest > 0 && shares.largest < 1) {
				sentences.push(
					`${label}: all values are below 1 percent, such as ${shares.example}. Percent cells of a spreadsheet hold 0.2 for 20 %; multiply them by 100 if that is meant.`,
				);
			}
			return sentences;
		},
	};
}
