/** A state is free text, so it is read word by word: "Unarchived" and "not archived" are something else. */
export function isArchived(state: unknown): boolean {
	const words = String(state ?? '')
		.toLowerCase()
		.split(/[^\p{L}]+/u);
	return (
		words.some((word) => word === 'archived' || word === 'deleted') &&
		!words.some((word) => word === 'not' || word === 'un' || word === 'never')
	);
}
