import type { Example } from './examples/example';
import { code, json, paragraphs } from './markdown';

/** An operation of a page, and where its example is among those of the node. */
export interface Shown {
	readonly title: string;
	readonly path: string;
}

/**
 * What the operations gave in the recorded run.
 *
 * @throws when an operation has not been recorded
 */
export function exampleSection(
	shown: readonly Shown[],
	examples: Readonly<Record<string, Example>> = {},
): string {
	return paragraphs(
		'## Examples',
		'Recorded by `npm run docs` from the sandbox. Lists inside an item are cut after two entries.',
		...shown.flatMap(({ title, path }) => {
			const example = examples[path];
			if (!example) throw new Error(`No example of ${path}; run npm run docs`);
			return [`### ${title}`, exampleOf(example)];
		}),
	);
}

function exampleOf({ item, output, items, file }: Example): string {
	const attached = file
		? `, with the file ${code(file.fileName ?? 'data')} (${file.mimeType}) in ${code('data')}`
		: '';
	return paragraphs(
		...(item ? ['An item, with Map Automatically:', json(item), 'becomes:'] : []),
		items > 1 ? `The first of ${items} items:` : item ? '' : `One item${attached}:`,
		json(output),
	);
}
