/** Finds state that outlives an execution, read with TypeScript's parser. */
import * as ts from 'typescript';

export interface File {
	/** Path from the project's folder. */
	readonly path: string;
	readonly text: string;
}

/** State that is declared. */
export interface Declared {
	readonly name: string;
	readonly path: string;
	readonly bound: string;
	readonly end: string;
}

/** The helper itself. */
const HELPER = 'nodes/shared/lifetime.ts';
const COLLECTIONS = /^(Map|Set|WeakMap|WeakSet|WeakRef|Array)$/;
const CHANGES = 'add|set|delete|clear|push|pop|shift|unshift|splice|sort|reverse|fill|copyWithin';

const parse = ({ path, text }: File) =>
	ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true);

function all(node: ts.Node): ts.Node[] {
	const found: ts.Node[] = [node];
	ts.forEachChild(node, (child) => void found.push(...all(child)));
	return found;
}

/** What is evaluated when the module is loaded: not what stands in functions, unless they are called on the spot. */
function evaluated(node: ts.Node): ts.Node[] {
	if (ts.isFunctionLike(node)) return [];
	const found: ts.Node[] = [node];
	ts.forEachChild(node, (child) => void found.push(...evaluated(child)));
	return found;
}

const calleeOf = (node: ts.Node): string | undefined =>
	ts.isCallExpression(node) || ts.isNewExpression(node) ? node.expression.getText() : undefined;

/** Whether it declares state that outlives an execution. */
export const isDeclaration = (node: ts.Node): node is ts.CallExpression | ts.NewExpression =>
	ts.isCallExpression(node)
		? ['keptUnder', 'once'].includes(calleeOf(node) ?? '')
		: ts.isNewExpression(node) && calleeOf(node) === 'Cache';

/** The text of a literal. */
const textOf = (node: ts.Node | undefined) =>
	node && ts.isStringLiteralLike(node) ? node.text : (node?.getText() ?? '?');

/** The values of an object literal by key; what is spread in is a constant of the file. */
function valuesOf(node: ts.Node | undefined, file: ts.SourceFile): Record<string, ts.Node> {
	if (!node || !ts.isObjectLiteralExpression(node)) return {};
	return Object.assign(
		{},
		...node.properties.map((property) => {
			if (ts.isPropertyAssignment(property)) {
				return { [property.name.getText()]: resolved(property.initializer, file) };
			}
			const spread = ts.isSpreadAssignment(property)
				? resolved(property.expression, file)
				: undefined;
			return valuesOf(spread, file);
		}),
	) as Record<string, ts.Node>;
}

/** What a constant of the file, or a key of one, stands for. */
function resolved(node: ts.Node, file: ts.SourceFile): ts.Node {
	if (ts.isIdentifier(node)) {
		const found = constantsOf(file).find(({ name }) => name.getText() === node.text);
		return found?.initializer ? resolved(found.initializer, file) : node;
	}
	if (ts.isPropertyAccessExpression(node)) {
		return valuesOf(resolved(node.expression, file), file)[node.name.text] ?? node;
	}
	return node;
}

/** Milliseconds as a person reads them; products of numbers only. */
function timeOf(node: ts.Node): string {
	const factors = node.getText().replaceAll('_', '').split('*').map(Number);
	const seconds = factors.reduce((product, factor) => product * factor, 1) / 1000;
	if (seconds < 60) return `${seconds} seconds`;
	return seconds === 60 ? '1 minute' : `${seconds / 60} minutes`;
}

/** What a declaration says. */
function read(node: ts.CallExpression | ts.NewExpression, file: ts.SourceFile): Declared {
	const [first, second, , age] = node.arguments ?? [];
	const path = file.fileName;
	if (calleeOf(node) === 'once') {
		return { name: textOf(first), path, bound: 'one', end: 'the process ends' };
	}
	if (calleeOf(node) === 'keptUnder') {
		const owner = textOf(second);
		const end = `the ${owner} is gone${age ? `, or after ${timeOf(age)}` : ''}`;
		return { name: textOf(first), path, bound: `one for each ${owner} and key`, end };
	}
	const { name, max, maxAgeMs, usedAt } = valuesOf(first, file);
	const bound = Number(max?.getText().replaceAll('_', '')).toLocaleString('en');
	const end = maxAgeMs ? `after ${timeOf(maxAgeMs)}${usedAt ? ' without use' : ''}` : 'replaced';
	return { name: textOf(name), path, bound, end };
}

/** Everything that is declared, in the order of files. */
export const declaredIn = (files: readonly File[]): Declared[] =>
	files.map(parse).flatMap((file) =>
		all(file)
			.filter(isDeclaration)
			.map((node) => read(node, file)),
	);

const constantsOf = (file: ts.SourceFile) =>
	file.statements
		.filter(ts.isVariableStatement)
		.flatMap(({ declarationList }) => [...declarationList.declarations]);

/** Functions by name that give others a share in variables of theirs: whoever calls one for a module keeps state. */
function factoriesIn(files: readonly ts.SourceFile[]): ReadonlySet<string> {
	const functions = files.flatMap((file) => [
		...file.statements
			.filter(ts.isFunctionDeclaration)
			.map((each) => [each.name, each.body] as const),
		...constantsOf(file).flatMap(({ name, initializer }) =>
			initializer && ts.isArrowFunction(initializer) ? [[name, initializer.body] as const] : [],
		),
	]);
	const keepsState = (body: ts.Node) =>
		evaluated(body).some(isMutable) && evaluated(body).some(givesFunctions);
	return new Set(
		functions.flatMap(([name, body]) => (name && body && keepsState(body) ? [name.getText()] : [])),
	);
}

/** Whether functions are returned, alone or as members of an object. */
function givesFunctions(node: ts.Node): boolean {
	if (!ts.isReturnStatement(node) || !node.expression) return false;
	const { expression } = node;
	if (!ts.isObjectLiteralExpression(expression)) return ts.isFunctionLike(expression);
	return expression.properties.some(
		(member) =>
			ts.isShorthandPropertyAssignment(member) ||
			ts.isFunctionLike(ts.isPropertyAssignment(member) ? member.initializer : member),
	);
}

const isMutable = (node: ts.Node) =>
	(ts.isVariableDeclarationList(node) && (node.flags & ts.NodeFlags.Let) !== 0) ||
	(ts.isNewExpression(node) && COLLECTIONS.test(calleeOf(node) ?? ''));

/** Whether a name is used to change what it stands for. */
const isChanged = (name: string, text: string) =>
	new RegExp(
		`\\b${name}(?:\\.(?:${CHANGES})\\(|(?:\\.\\w+|\\[[^\\]]+\\])\\s*(?:[-+*/|&?]{0,2}=(?!=|>)|\\+\\+|--))`,
	).test(text);

/** One sentence for each state that is not declared. */
export function findState(given: readonly File[]): string[] {
	const files = given.map(parse);
	const factories = factoriesIn(files);
	const problems: string[] = [];
	for (const file of files.filter(({ fileName }) => fileName !== HELPER)) {
		const report = (node: ts.Node, what: string) => {
			const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
			problems.push(`${file.fileName}:${line + 1}: ${what}; declare it (${HELPER})`);
		};
		for (const statement of file.statements.filter(ts.isVariableStatement)) {
			if (!(statement.declarationList.flags & ts.NodeFlags.Const))
				report(statement, 'a variable of the module');
		}
		for (const { name, initializer } of constantsOf(file)) {
			if (!initializer || isDeclaration(initializer)) continue;
			const label = name.getText();
			for (const node of evaluated(initializer)) {
				const callee = calleeOf(node) ?? '';
				const isOnTheSpot =
					ts.isCallExpression(node) && /^\(/.test(callee) && factoryOnTheSpot(node);
				if (factories.has(callee) || isOnTheSpot)
					report(node, `${label} has the variables of a function`);
				if (ts.isNewExpression(node) && isFilledLater(node))
					report(node, `${label} is a collection that changes`);
			}
			if (ts.isIdentifier(name) && isChanged(label, file.text)) report(name, `${label} is changed`);
		}
		for (const node of all(file).filter(ts.isPropertyDeclaration)) {
			const isStatic = node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword);
			if (isStatic) report(node, `${node.name.getText()} is a static field`);
		}
	}
	return problems;
}

/** One that is empty when it is made, or weak: what it is for comes later. */
const isFilledLater = (node: ts.NewExpression) =>
	COLLECTIONS.test(calleeOf(node) ?? '') &&
	((node.arguments ?? []).length === 0 || calleeOf(node)?.startsWith('Weak'));

const factoryOnTheSpot = (node: ts.CallExpression) =>
	all(node.expression).some(isMutable) && all(node.expression).filter(ts.isFunctionLike).length > 1;
