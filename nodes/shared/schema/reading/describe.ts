import { LOST_CHARACTERS } from '../lostCharacters';
import { show } from '../show';
import type { FieldReader } from './reader';

/** How columns were read and what to look at, as sentences. */
export function describeReadings(readers: readonly FieldReader[]): string[] {
	const decided = readers.flatMap(({ field, decision }) => {
		const how = decision?.();
		return how === undefined ? [] : [`${field.label} ${how}`];
	});
	const lost = readers.filter((reader) => reader.lost.count > 0);
	return [
		...(decided.length > 0 ? [`${decided.join('; ')}.`] : []),
		...readers.flatMap(({ warnings }) => warnings?.() ?? []),
		...(lost.length > 0 ? [describeLost(lost)] : []),
	];
}

function describeLost(readers: readonly FieldReader[]): string {
	const count = readers.reduce((sum, { lost }) => sum + lost.count, 0);
	const [{ field, lost }] = readers;
	const texts = count === 1 ? '1 text holds' : `${count.toLocaleString('en')} texts hold`;
	return `${texts} �, the first in ${field.label}: ${show(lost.first)}: � ${LOST_CHARACTERS}.`;
}
