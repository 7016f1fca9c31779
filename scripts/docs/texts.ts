import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import type { ICredentialType, INodeProperties } from 'n8n-workflow';
import * as ts from 'typescript';

import type { Resource } from '../../nodes/shared/resource/definition/resource';
import type { Field } from '../../nodes/shared/schema/types';
import { isDeclaration } from '../check/state/find';
import { packageNodes } from '../lib/definitions';
import { paragraphs, withoutHtml } from './markdown';

const root = join(__dirname, '../..');
const load = createRequire(__filename);

/** Nodes that share a text, from which on it stands under the texts of many nodes. */
const MANY = 3;

/** A text, and the form in which it is listed once for many nodes. */
interface Text {
	readonly text: string;
	readonly generic: string;
}

/** The page with every text that the editor can show. */
export function textsPage(): string {
	const nodes = packageNodes().map(({ type: { description }, resource }) => ({
		name: description.displayName,
		texts: [
			description.description,
			...description.properties.flatMap(textsOf),
			...(resource?.fields ?? []).flatMap(fieldTexts),
		].map((text): Text => ({ text, generic: generic(text, resource) })),
	}));
	const forms = nodes.flatMap(({ texts }) => unique(texts.map(({ generic: form }) => form)));
	const counts = new Map<string, number>();
	for (const form of forms) counts.set(form, (counts.get(form) ?? 0) + 1);
	const isShared = ({ generic: form }: Text) => (counts.get(form) ?? 0) >= MANY;
	const all = nodes.flatMap(({ texts }) => texts);
	const secrets = credentials();
	const known = new Set([
		...all.map(({ text }) => text),
		...secrets.flatMap(({ properties }) => properties.flatMap(textsOf)),
	]);
	return `${paragraphs(
		'<!-- Written by `npm run docs`. -->',
		'# Texts of the editor',
		'Every text that the editor can show, to be read from top to bottom. ‹Record› and ‹records› stand for the names of the object; … stands for a value.',
		section(
			'Many nodes',
			all.filter(isShared).map(({ generic: form }) => form),
		),
		...nodes.map(({ name, texts }) =>
			section(
				name,
				texts.filter((text) => !isShared(text)).map(({ text }) => text),
			),
		),
		...secrets.map(({ displayName, properties }) =>
			section(`Credential ${displayName}`, properties.flatMap(textsOf)),
		),
		'## Errors, hints and other messages',
		...messages(known),
	)}\n`;
}

/** The columns of the mapper. */
const fieldTexts = ({ label, description, example, rows = [] }: Field): string[] => [
	label,
	description,
	...(example === undefined ? [] : [String(example)]),
	...rows.flatMap(fieldTexts),
];

const section = (title: string, texts: readonly string[]) =>
	texts.length > 0 ? `## ${title}\n\n${list(texts)}` : '';

const list = (texts: readonly string[]) =>
	unique(texts)
		.map((text) => `- ${withoutHtml(text).replaceAll('\n', ' ').replaceAll('<', '&lt;')}`)
		.join('\n');

const unique = <T>(values: readonly T[]) => [...new Set(values)];

/** All that is shown of a parameter and what is inside it. */
function textsOf(property: INodeProperties): string[] {
	const { displayName, description, hint, placeholder, options = [], modes = [] } = property;
	const own = [displayName, description, hint, placeholder];
	const inside = [...options, ...modes].flatMap((option) => {
		if ('values' in option) return [option.displayName, ...option.values.flatMap(textsOf)];
		if ('displayName' in option && 'type' in option && 'default' in option) return textsOf(option);
		const { name, description: about, action, displayName: label } = option as never as Option;
		return [label ?? name, about, action, 'hint' in option ? option.hint : undefined];
	});
	return [...own, ...inside].filter((text): text is string => Boolean(text));
}

type Option = Record<'name' | 'description' | 'action' | 'displayName', string | undefined>;

/** The text with the names of its own record left open, so that it is listed once. */
function generic(text: string, resource?: Resource): string {
	if (!resource) return text;
	const { label, plural } = resource;
	const names = [
		[plural, '‹Records›'],
		[plural.toLowerCase(), '‹records›'],
		[label, '‹Record›'],
		[label.toLowerCase(), '‹record›'],
	];
	return names.reduce(
		(before, [name, open]) =>
			before.replaceAll(
				new RegExp(`\\b(an? )?${name}\\b`, 'g'),
				(_, article: string = '') => `${article && 'a '}${open}`,
			),
		text,
	);
}

function credentials(): ICredentialType[] {
	return readdirSync(join(root, 'credentials'))
		.filter((file) => file.endsWith('.credentials.ts'))
		.flatMap((file) => {
			const classes = load(join(root, 'credentials', file)) as Record<
				string,
				new () => ICredentialType
			>;
			return Object.values(classes).map((Class) => new Class());
		});
}

/** The sentences in the source that are no parameter's text, by folder. */
function messages(known: ReadonlySet<string>): string[] {
	const files = ['nodes', 'credentials'].flatMap((folder) =>
		readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
			.filter(
				(file) =>
					file.endsWith('.ts') &&
					!/\.node\.ts$|description|columnNames|transfer\/words|[pP]arameters\.ts$/.test(file),
			)
			.map((file) => join(folder, file)),
	);
	return files.sort().flatMap((file) => {
		const found = sentencesIn(readFileSync(join(root, file), 'utf8')).filter(
			(text) => !known.has(text),
		);
		return found.length > 0 ? [`### ${file}`, list(found)] : [];
	});
}

/** String and template literals of at least three words; imports, patterns and the names of kept state are none. */
function sentencesIn(source: string): string[] {
	const found: string[] = [];
	const visit = (node: ts.Node) => {
		if (isDeclaration(node)) return node.arguments?.filter(ts.isFunctionLike).forEach(visit);
		if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) found.push(node.text);
		else if (ts.isTemplateExpression(node)) {
			const rest = node.templateSpans.map(({ literal }) => literal.text);
			found.push([node.head.text, ...rest].join('…'));
			node.templateSpans.forEach(({ expression }) => visit(expression));
			return;
		}
		ts.forEachChild(node, visit);
	};
	visit(ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true));
	return found.filter((text) => /\p{L}{2,}\W*\s\W*\p{L}+\W*\s\W*\p{L}{2,}/u.test(text));
}
