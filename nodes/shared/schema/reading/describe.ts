import type { FieldReader } from './reader';

/** How columns were read and what to look at, as sentences. */
export function describeReadings(readers: readonly FieldReader[]): string[] {
	const decided = readers.flatMap(({ field, decision }) => {
		const how = decision?.();
		return how === undefined ? [] : [`${field.label} ${how}`];
	});
	return [
		...(decided.length > 0 ? [`${decided.join('; ')}.`] : []),
		...readers.flatMap(({ warnings }) => warnings?.() ?? []),
	];
}
