/**
 * What n8n's AI builder writes from the definitions that it reads: for each of the sentences with which its search is tested,
 * parameters that n8n's own definition of the node allows, run as they are.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { NodeHelpers, type IDataObject, type INodeTypeDescription } from 'n8n-workflow';
import ts from 'typescript';

import { useSandboxEngine } from '../../../../testing/setUp';
import { describeSince } from '../../../../testing/since';

interface Written {
	ask: string;
	node: string;
	parameters: IDataObject & { fields?: { value: IDataObject } };
}

const all = JSON.parse(
	readFileSync(join(__dirname, '../../../data/search/builder.json'), 'utf8'),
) as Written[];

const { sandbox, n8n, runNode } = useSandboxEngine();

const described = ({ node }: Written) =>
	n8n.pkg.getByNameAndVersion(`workspaceRecords${node}`).description;
/** n8n does not escape the mark of a default for a model, which ends the comment that it stands in. */
function definitionOf(written: Written): string {
	const { generateNodeTypeFile } = createRequire(require.resolve('n8n-core'))(
		'@n8n/workflow-sdk/dist/generate-types/generate-types',
	) as { generateNodeTypeFile(node: INodeTypeDescription): string };
	const text = generateNodeTypeFile({ ...described(written), name: 'n8n-nodes-x.y' });
	return text.replaceAll('/*n8n-auto-generated-fromAI-override*/', '');
}

/** What n8n's builder imports for each definition. */
const AROUND = `
type Expression<T> = { readonly expression: T };
type IDataObject = Record<string, unknown>;
type CredentialReference = unknown;
type NodeConfig<P> = { parameters: P };
`;

/** What the compiler says of the parameters, by n8n's definition of the node. */
function faultsIn(written: Written): string[] {
	const definition = definitionOf(written);
	const [, ...names] = definition.split(/^export (?:type|interface) (?=\w+Params\b)/m);
	const source = `${AROUND}${definition}
export const written: ${names.map((name) => /\w+/.exec(name)?.[0]).join(' | ')} = ${JSON.stringify(written.parameters)};`;
	const file = ts.createSourceFile('definition.ts', source, ts.ScriptTarget.ES2022);
	const options = { noEmit: true, strict: true, target: ts.ScriptTarget.ES2022 };
	const host = ts.createCompilerHost(options);
	const program = ts.createProgram(['definition.ts'], options, {
		...host,
		getSourceFile: (path) => (path === file.fileName ? file : library(host, path)),
	});
	return (
		ts
			.getPreEmitDiagnostics(program, file)
			// n8n names the parameters of all operations together, without defining it.
			.filter(({ messageText }) => !/^Cannot find name '\w+Params'/.test(String(messageText)))
			.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))
	);
}

const libraries = new Map<string, ts.SourceFile | undefined>();
/** TypeScript's own declarations are read once. */
function library(host: ts.CompilerHost, path: string) {
	if (!libraries.has(path)) libraries.set(path, host.getSourceFile(path, ts.ScriptTarget.ES2022));
	return libraries.get(path);
}

/** The columns that a definition says `fields.value` to take. */
const columnsIn = (definition: string) => {
	const [, hint = ''] = /fields\.value, with[^\n]*([\s\S]*?)\*\//.exec(definition) ?? [];
	return hint.replace(/\([^)]*\)|beside it: .*/g, '').match(/\w+(?!:)\b/g) ?? [];
};

/** Every value in what is sent, of times the day. */
const textsIn = (value: unknown): string[] =>
	typeof value === 'object' && value !== null
		? Object.values(value).flatMap(textsIn)
		: [String(value).replace(/^(\d{4}-\d\d-\d\d)T.*/, '$1')];

const withIds = (value: unknown): never =>
	JSON.parse(
		JSON.stringify(value).replace(/id of (\w+)/g, (_, object: string) =>
			String(sandbox.records(object)[0].id),
		),
	) as never;

describeSince('builderDefinitions').each(all)('$ask: the definition of $node', (written) => {
	it('allows what is written', () => {
		expect(faultsIn(written)).toEqual([]);
		const columns = columnsIn(definitionOf(written));
		for (const name of Object.keys(written.parameters.fields?.value ?? {})) {
			expect(columns).toContain(name);
		}
	});

	it('has nothing that the node does not have', () => {
		const { parameters } = written;
		const { properties } = described(written);
		const node = { typeVersion: 1 };
		const kept = NodeHelpers.getNodeParameters(
			properties,
			parameters as never,
			true,
			false,
			node,
			described(written),
		);
		expect(kept).toMatchObject(parameters);
	});

	const { node, parameters } = written;
	if (node.endsWith('Trigger')) return;
	it('leads to parameters that run', async () => {
		const { resource, operation, ...others } = parameters;
		const given = withIds(others) as Written['parameters'];
		const type = node.charAt(0).toLowerCase() + node.slice(1);
		const { items, errorText, requests } = await runNode(type, String(operation), {
			...given,
			resource,
		} as never);
		expect(errorText).toBe('');
		expect(items.length).toBeGreaterThan(0);
		const sent = textsIn(requests.map(({ body }) => body));
		for (const value of textsIn(given.fields?.value ?? {})) expect(sent).toContain(value);
	});
});
