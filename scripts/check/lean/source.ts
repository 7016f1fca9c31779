/** Counts of the shipped source, read with TypeScript's parser. */
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
}

function tokensOf(node: ts.Node, file: ts.SourceFile): ts.Node[] {
	if (ts.isJSDoc(node)) return [];
	const children = node.getChildren(file);
	if (children.length === 0) return node.getWidth(file) > 0 ? [node] : [];
	return children.flatMap((child) => tokensOf(child, file));
}

function codeLinesOf(file: ts.SourceFile): number {
	const lines = new Set<number>();
	const lineOf = (position: number) => file.getLineAndCharacterOfPosition(position).line;
	for (const token of tokensOf(file, file)) {
		const last = lineOf(token.getEnd());
		for (let line = lineOf(token.getStart(file)); line <= last; line += 1) lines.add(line);
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

function read(path: string): Source {
	const text = readFileSync(join(ROOT, path), 'utf8');
	const file = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true);
	const nodes = all(file);
	return {
		path,
		codeLines: codeLinesOf(file),
		lines: text.trimEnd().split('\n').length,
		isData: !nodes.some((node) => ts.isFunctionLike(node) && 'body' in node && node.body),
		results: nodes.filter((node) => givesResult(node, file)).length,
		constants: constantsOf(file),
	};
}

/** Every source file of `nodes/` and `credentials/`. */
export const shippedSources = (): Source[] =>
	['credentials', 'nodes'].flatMap((folder) =>
		readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
			.filter((name) => name.endsWith('.ts'))
			.sort()
			.map((name) => read(`${folder}/${name.replaceAll('\\', '/')}`)),
	);
