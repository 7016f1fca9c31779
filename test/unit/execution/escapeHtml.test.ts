import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { NodeApiError, type INode } from 'n8n-workflow';

import { failedItem, asNodeError } from '../../../nodes/shared/execution';
import { Failure } from '../../../nodes/shared/http';

const node = { name: 'n', type: 't' } as INode;
const LINK = '<a href="https://evil.example">Sign in & pay</a>';
const SHOWN = '&lt;a href="https://evil.example"&gt;Sign in &amp; pay&lt;/a&gt;';

describe('texts of the service and of data', () => {
	it('are escaped in descriptions of errors, which n8n shows as HTML', () => {
		for (const kind of ['input', 'refused'] as const) {
			const failure = new Failure({ kind, message: LINK, remedy: LINK, ctxId: LINK });
			const { description } = asNodeError(node, failure, 0, LINK);
			expect(description?.split(SHOWN)).toHaveLength(4);
			expect(description).not.toContain('<');
		}
	});

	it('have no tag in messages, which n8n shows as text and as HTML', () => {
		for (const kind of ['input', 'refused'] as const) {
			const { message } = asNodeError(node, new Failure({ kind, message: LINK, remedy: '' }));
			expect(message).toBe('‹a href="https://evil.example">Sign in & pay‹/a>');
		}
	});

	it('stay as they are in items, which are data', () => {
		const failure = new Failure({ kind: 'refused', message: LINK, remedy: LINK });
		expect(asNodeError(node, failure)).toBeInstanceOf(NodeApiError);
		expect(failedItem(failure, 0)).toMatchObject({ error: LINK, message: LINK });
	});
});

describe('what the editor shows', () => {
	const ROOT = join(__dirname, '../../..');
	const sources = ['nodes', 'credentials'].flatMap((folder) =>
		readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
			.filter((file) => file.endsWith('.ts'))
			.map((file) => `${folder}/${file}`),
	);
	const using = (pattern: RegExp) =>
		sources.filter((file) => pattern.test(readFileSync(join(ROOT, file), 'utf8')));

	it('comes from one place for hints, and one for errors', () => {
		expect(sources.length).toBeGreaterThan(150);
		expect(using(/addExecutionHints\(/)).toEqual(['nodes/shared/execution/hints.ts']);
		expect(using(/new Node(Api|Operation)Error\(/)).toEqual([
			'nodes/shared/execution/nodeErrors.ts',
		]);
	});
});
