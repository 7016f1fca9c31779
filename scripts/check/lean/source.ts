/** Counts of the source, read with TypeScript's parser. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import * as ts from 'typescript';

const ROOT = join(__dirname, '../../..');

/** A source file that is shipped. */
export interface Source {
	/** Path from the project's folder. */
	readonly path: string;
	/** Lines that hold code: those with nothing but comments or space are left out. */
	readonly codeLines: number;
	/** All lines. */
	readonly lines: number;
	/** Whether it holds no function: definitions, parameters, tables of words. */
	readonly isData: boolean;
	/** Functions, methods and types of functions that give a `Result<…>`, or a promise or generator of one. */
	readonly results: number;
	/** Constants of the file, named as in MAX_ROWS. */
	readonly constants: readonly string[];
	/** Numbers in it other than 0 and 1, wherever they stand. */
	readonly numbers: readonly string[];
	/** Places where a regular expression is applied to a message, a remedy or a part of one. */
	readonly prosePatterns: readonly string[];
	/** Its functions, with their lines: all, and without the functions in them. */
	readonly functions: ReadonlyArray<Lengths & { readonly name: string }>;
}

interface Lengths {
	readonly lines: number;
	readonly ownLines: number;
}

function tokensOf(node: ts.Node, file: ts.SourceFile): ts.Node[] {
	if (ts.isJSDoc(node)) return [];
	const children = node.getChildren(file);
	if (children.length === 0) return node.getWidth(file) > 0 ? [node] : [];
	return children.flatMap((child) => tokensOf(child, file));
}

function codeLinesOf(file: ts.SourceFile): number {
	const lines = new Set<number>();
	for (const token of tokensOf(file, file)) {
		const last = lineOf(token.getEnd(), file);
		for (let line = lineOf(token.getStart(file), file); line <= last; line += 1) lines.add(line);
	}
	return lines.size;
}

function all(node: ts.Node): ts.Node[] {
	const found: ts.Node[] = [node];
	ts.forEachChild(node, (child) => void found.push(...all(child)));
	return found;
}

const givesResult = (node: ts.Node, file: ts.SourceFile) =>
	(ts.isFunctionLike(node) && node.type && /\bResult</.test(node.type.getText(file))) === true;

const constantsOf = (file: ts.SourceFile) =>
	file.statements
		.filter(ts.isVariableStatement)
		.flatMap(({ declarationList }) => declarationList.declarations)
		.map(({ name }) => name.getText(file))
		.filter((name) => /^[A-Z][A-Z0-9_]*$/.test(name));

const lineOf = (position: number, file: ts.SourceFile) =>
	file.getLineAndCharacterOfPosition(position).line;

/** The lines from a node's first to its last. */
const spanOf = (node: ts.Node, file: ts.SourceFile) =>
	lineOf(node.getEnd(), file) - lineOf(node.getStart(file), file) + 1;

const isFunction = (node: ts.Node): boolean =>
	ts.isFunctionLike(node) && 'body' in node && node.body !== undefined;

/** The outermost functions in a node, which is none of them. */
function innerFunctions(node: ts.Node): ts.Node[] {
	const found: ts.Node[] = [];
	ts.forEachChild(node, (child) => {
		found.push(...(isFunction(child) ? [child] : innerFunctions(child)));
	});
	return found;
}

/** An inner function counts as one line of the outer one. */
function lengthsOf(node: ts.Node, file: ts.SourceFile): Lengths {
	const lines = spanOf(node, file);
	const inner = innerFunctions(node).map((each) => spanOf(each, file) - 1);
	return { lines, ownLines: lines - inner.reduce((sum, size) => sum + size, 0) };
}

const nameOf = (node: ts.Node, file: ts.SourceFile): string => {
	const owner = 'name' in node ? node : node.parent;
	const name = 'name' in owner ? (owner.name as ts.Node | undefined)?.getText(file) : undefined;
	return `${name ?? 'a function'} (${file.fileName}:${lineOf(node.getStart(file), file) + 1})`;
};

function parse(path: string): ts.SourceFile {
	const text = readFileSync(join(ROOT, path), 'utf8');
	// Without a kind of script, a .cjs file is no source for the parser.
	const kind = path.endsWith('.ts') ? ts.ScriptKind.TS : ts.ScriptKind.JS;
	return ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true, kind);
}

function read(path: string): Source {
	const file = parse(path);
	const { text } = file;
	const nodes = all(file);
	const textsOf = (some: readonly ts.Node[]) =>
		some.map((node) => `${node.getText(file)} (${path}:${lineOf(node.getStart(file), file) + 1})`);
	return {
		path,
		codeLines: codeLinesOf(file),
		lines: text.trimEnd().split('\n').length,
		isData: !nodes.some(isFunction),
		results: nodes.filter((node) => givesResult(node, file)).length,
		constants: constantsOf(file),
		numbers: textsOf(
			nodes.filter((node) => ts.isNumericLiteral(node) && !['0', '1'].includes(node.text)),
		),
		prosePatterns: textsOf(nodes.filter((node) => isProsePattern(node, file))),
		functions: nodes
			.filter(isFunction)
			.map((node) => ({ name: nameOf(node, file), ...lengthsOf(node, file) })),
	};
}

const PROSE = /\b(message|sentence|remedy|hint|advice|error)\b/;
const isPattern = (node: ts.Node | undefined) =>
	node !== undefined &&
	(ts.isRegularExpressionLiteral(node) || (ts.isIdentifier(node) && /^[A-Z_]+$/.test(node.text)));

/** `PATTERN.test(message)` or `message.replace(PATTERN, …)`. */
function isProsePattern(node: ts.Node, file: ts.SourceFile): boolean {
	if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false;
	const { expression: owner, name } = node.expression;
	const [first] = node.arguments;
	return /^(test|exec)$/.test(name.text)
		? isPattern(owner) && PROSE.test(first?.getText(file) ?? '')
		: /^(replace|replaceAll|split|match|matchAll|search)$/.test(name.text) &&
				isPattern(first) &&
				PROSE.test(owner.getText(file));
}

const filesIn = (folder: string, endings: RegExp): string[] =>
	readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => endings.test(name))
		.sort()
		.map((name) => `${folder}/${name.replaceAll('\\', '/')}`);

/** Every source file of `nodes/` and `credentials/`. */
export const shippedSources = (): Source[] =>
	['credentials', 'nodes'].flatMap((folder) => filesIn(folder, /\.ts$/)).map(read);

/** Code lines of every source file of `test/` and `testing/`. */
export const testSources = (): Array<Pick<Source, 'path' | 'codeLines'>> =>
	['test', 'testing']
		.flatMap((folder) => filesIn(folder, /\.(ts|mjs|cjs)$/))
		.map((path) => ({ path, codeLines: codeLinesOf(parse(path)) }));
