/** A small community package in plain JavaScript, to test the harness with. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import { temporaryFolder } from '../environment';

const NODE_MODULES = resolve(__dirname, '../../../node_modules');

const files: Record<string, string> = {
	'package.json': JSON.stringify({
		name: 'n8n-nodes-tiny',
		version: '1.0.0',
		n8n: {
			credentials: ['dist/credentials/TinyApi.credentials.js'],
			nodes: ['dist/nodes/Tiny/Tiny.node.js', 'dist/nodes/TinyTrigger/TinyTrigger.node.js'],
		},
	}),

	'dist/credentials/TinyApi.credentials.js': `
let refreshes = 0; // module state, as a single-flight credential has
exports.TinyApi = class {
	name = 'tinyApi';
	displayName = 'Tiny API';
	properties = [
		{ displayName: 'URL', name: 'url', type: 'string', default: '' },
		{ displayName: 'Refresh Token', name: 'refreshToken', type: 'string', default: '' },
		{ displayName: 'Region', name: 'region', type: 'string', default: 'here' },
		{ displayName: 'Count', name: 'count', type: 'hidden', default: 0 },
		{ displayName: 'Session', name: 'session', type: 'hidden', typeOptions: { expirable: true }, default: '' },
	];
	async preAuthentication({ url, refreshToken }) {
		const { access, refresh } = await this.helpers.httpRequest({
			method: 'POST', url: url + '/refresh', body: { refresh: refreshToken }, json: true,
		});
		refreshes += 1;
		return { session: access, refreshToken: refresh, region: 'replaced', count: refreshes };
	}
	authenticate = { type: 'generic', properties: { headers: { Authorization: '=Bearer {{$credentials.session}}' } } };
	test = { request: { baseURL: '={{$credentials.url}}', url: '/whoami' } };
};`,

	'dist/nodes/Tiny/Tiny.node.js': `
const { NodeApiError } = require('n8n-workflow');
exports.Tiny = class {
	description = {
		displayName: 'Tiny', name: 'tiny', group: ['transform'], version: [1, 2], description: '',
		defaults: { name: 'Tiny' }, inputs: ['main'], outputs: ['main'],
		credentials: [{ name: 'tinyApi', required: true }],
		properties: [{ displayName: 'Path', name: 'path', type: 'string', required: true, default: '/echo' }],
	};
	methods = {
		loadOptions: { async paths() {
			const { url } = await this.getCredentials('tinyApi');
			return [{ name: this.getCurrentNodeParameter('path'), value: url }];
		} },
		listSearch: { async find(filter, token) {
			return { results: [{ name: filter, value: token }], paginationToken: 2 };
		} },
		resourceMapping: { async columns() { return { fields: [] }; } },
	};
	async execute() {
		const { url } = await this.getCredentials('tinyApi');
		const results = await Promise.all(this.getInputData().map(async ({ json }, item) => {
			try {
				const response = await this.helpers.httpRequestWithAuthentication.call(this, 'tinyApi', {
					url: url + this.getNodeParameter('path', item), qs: json, json: true,
				});
				return { json: response, pairedItem: { item } };
			} catch (error) {
				if (!this.continueOnFail()) throw error;
				return { json: { error: error.message, message: 'kept' }, pairedItem: { item } };
			}
		}));
		this.addExecutionHints({ message: results.length + ' requests', location: 'outputPane' });
		const binary = await this.helpers.prepareBinaryData(Buffer.from('file'), 'a.txt', 'text/plain');
		if (results[0]) results[0].binary = { data: binary };
		return [results.reverse()]; // pairing must not be guessed from the order
	}
};`,

	'dist/nodes/TinyTrigger/TinyTrigger.node.js': `
exports.TinyTrigger = class {
	description = {
		displayName: 'Tiny Trigger', name: 'tinyTrigger', group: ['trigger'], version: 1, description: '',
		defaults: { name: 'Tiny Trigger' }, polling: true, inputs: [], outputs: ['main'],
		credentials: [{ name: 'tinyApi', required: true }],
		properties: [],
	};
	async poll() {
		const { url } = await this.getCredentials('tinyApi');
		const memory = this.getWorkflowStaticData('node');
		const { events } = await this.helpers.httpRequestWithAuthentication.call(this, 'tinyApi', {
			url: url + '/events', qs: { since: memory.last ?? 0 }, json: true,
		});
		memory.polls = (memory.polls ?? 0) + 1;
		if (events.length === 0) return null;
		memory.last = events.at(-1);
		return [events.map((id) => ({ json: { id, at: new Date().toISOString(), mode: this.getMode() } }))];
	}
};`,
};

/** Writes the package into a temporary folder and returns that folder. */
export function writeTinyPackage(): string {
	const root = temporaryFolder('tiny-');
	for (const [path, content] of Object.entries(files)) {
		mkdirSync(dirname(join(root, path)), { recursive: true });
		writeFileSync(join(root, path), content);
	}
	symlinkSync(NODE_MODULES, join(root, 'node_modules'), 'junction');
	return root;
}
