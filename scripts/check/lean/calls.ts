/** What runs when a node is loaded and used: files, and functions that are under way when n8n's helper is called. */
import { console as inspected, Session, type Runtime } from 'node:inspector';
import { createRequire } from 'node:module';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { IExecuteFunctions, INodeType } from 'n8n-workflow';

import { engine, loadPackage } from '../../../testing/engine';
import { runNodeWith } from '../../../testing/runNode';
import {
	startCustomService,
	type Received,
	type Reply,
} from '../../../testing/services/customService';

const DIST = join(__dirname, '../../../dist');
const OWN = ['nodes', 'credentials'].map((folder) => join(DIST, folder) + sep);
const isOwn = (path: string) => OWN.some((folder) => path.startsWith(folder));

/**
 * The own files that are loaded with the class of the Company node, until an object of it is made. Has to be called
 * before anything else loads the package.
 */
export function loadedWithCompany(): string[] {
	const load = createRequire(__filename);
	const loaded = () => Object.keys(load.cache).filter(isOwn);
	if (loaded().length > 0) throw new Error('The package is loaded already');
	const file = join(DIST, 'nodes/Company/WorkspaceRecordsCompany.node.js');
	const { WorkspaceRecordsCompany } = load(file) as Record<string, new () => INodeType>;
	new WorkspaceRecordsCompany();
	return loaded().map((path) => relative(DIST, path));
}

/**
 * Reads stacks as a debugger shows them: with the callers of callbacks and of promises, which `Error.stack` leaves
 * out where a promise was made by hand.
 */
class Stacks {
	private readonly session = new Session();

	private latest: Runtime.StackTrace | undefined;

	constructor() {
		this.session.connect();
		this.session.on('Runtime.consoleAPICalled', ({ params }) => (this.latest = params.stackTrace));
		this.session.post('Runtime.enable');
		this.session.post('Debugger.enable');
		this.session.post('Debugger.setAsyncCallStackDepth', { maxDepth: 1000 });
		this.session.post('Runtime.setMaxCallStackSizeToCapture', { size: 1000 });
	}

	/** The own functions that are under way, each once, the innermost first: name, file and line. */
	own(): string[] {
		inspected.debug('under way');
		const found = new Set<string>();
		for (let stack = this.latest; stack; stack = this.parentOf(stack)) {
			for (const { url, functionName, lineNumber } of stack.callFrames) {
				const path = url.startsWith('file:') ? fileURLToPath(url) : url;
				if (!isOwn(path)) continue;
				found.add(`${functionName || 'callback'} (${relative(DIST, path)}:${lineNumber + 1})`);
			}
		}
		return [...found];
	}

	close(): void {
		this.session.disconnect();
	}

	/** V8 hands over the callers of an asynchronous part with it or, where it has many, by an ID. */
	private parentOf({ parent, parentId }: Runtime.StackTrace): Runtime.StackTrace | undefined {
		let found = parent;
		if (!found && parentId) {
			this.session.post('Debugger.getStackTrace', { stackTraceId: parentId }, (_error, reply) => {
				found = reply?.stackTrace;
			});
		}
		return found;
	}
}

/** The node, with a note taken at every call of one of n8n's HTTP helpers. */
function watched(node: INodeType, note: () => void): INodeType {
	const noting = <A extends unknown[], R>(helper: (...args: A) => R) =>
		function (this: unknown, ...args: A): R {
			note();
			return helper.apply(this, args);
		};
	return Object.assign(Object.create(node) as INodeType, {
		async execute(this: IExecuteFunctions) {
			const { httpRequest, httpRequestWithAuthentication } = this.helpers;
			Object.assign(this.helpers, {
				httpRequest: noting(httpRequest),
				httpRequestWithAuthentication: noting(httpRequestWithAuthentication),
			});
			return await node.execute!.call(this);
		},
	});
}

const COMPANIES = Array.from({ length: 450 }, (_, index) => {
	const number = String(index + 1).padStart(12, '0');
	return { id: `0b9c7a52-6a0f-4f3e-9b1d-${number}`, company_id: index + 1, name: number };
});

/** A service that saves a company, and lists those that there are in their order. */
function reply({ method, query }: Received): Reply {
	if (method === 'POST') return { body: { ok: true, company: COMPANIES[0] } };
	const size = Number(query.limit);
	const first = (Number(query.page) - 1) * size;
	return { body: COMPANIES.slice(first, first + size) };
}

/** The own functions under way when the helper is called: for a create, and for a later page of Get Many. */
export async function functionsUnderWay(): Promise<{ create: string[]; page: string[] }> {
	const service = await startCustomService();
	service.reply = reply;
	const stacks = new Stacks();
	const noted: string[][] = [];
	try {
		const pkg = await loadPackage();
		const name = pkg.fullName('workspaceRecordsCompany');
		const node = watched(pkg.getByNameAndVersion(name), () => noted.push(stacks.own()));
		const runNode = runNodeWith(engine(pkg.with({ [name]: node })), service);
		const run = async (...args: Parameters<typeof runNode>) => {
			noted.length = 0;
			const { status, errorText } = await runNode(...args);
			if (status !== 'success') throw new Error(`The node failed: ${errorText}`);
			return [...noted];
		};
		const fields = { mappingMode: 'defineBelow', value: { name: 'Acme' } };
		const [create] = await run('company', 'create', { fields });
		const [, page] = await run('company', 'getAll', { returnAll: true });
		return { create, page };
	} finally {
		stacks.close();
		await service.close();
	}
}
