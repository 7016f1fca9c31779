import { randomUUID } from 'node:crypto';

import type { IDataObject } from 'n8n-workflow';

import { externalIdKeys, idKeys } from '../../nodes/shared/resource/definition/resource';
import { formOf, rowsOf } from './facts';
import type { Response, Subject } from './subject';

const SORTS = ['created_at', 'updated_at', 'name', 'number'];

/**
 * What the service does with an object where the contract only observes or assumes, by reads without the nodes: forms,
 * HTTP statuses, whether it sorts, searches and pages, and words of statuses. Holds no other value of a record.
 */
export async function behaviourOf(subject: Subject): Promise<string[]> {
	const { path, listPath = path, list: rules, operations, identifiers } = subject.resource;
	// Some services refuse parameters that a list does not have.
	const limit = { limit: '5' };
	const list = async (query: Readonly<Record<string, string>>) =>
		await subject.ask(listPath, { ...(rules.paging && limit), ...query });
	const first = await list({});
	const rows = rowsOf(first.body);
	if (!rows) return [`list: ${describe(first)}, in no known form`];
	const idsIn = ({ body }: Response) =>
		(rowsOf(body) ?? []).map((row) => valuesAt(row, idKeys(identifiers))[0]).join();
	/** Whether two lists begin alike, or what came in place of one of them. */
	const compare = (one: Response, other: Response, same: string, different: string) => {
		const bad = [one, other].find((response) => idsIn(response) === '');
		return bad ? describe(bad) : idsIn(one) === idsIn(other) ? same : different;
	};
	const unknown = await list({ search: randomUUID() });
	const found = [
		`list: ${formOf(first.body)}`,
		`limit 5: ${describe(await list(limit))}`,
		`search for a word that no record has: ${describe(unknown)}`,
	];
	if (rows.length > 1) {
		const [one, two] = [await list({ limit: '1' }), await list({ limit: '1', page: '2' })];
		found.push(`page 2: ${compare(one, two, 'as page 1', 'another one')}`);
		for (const sort of SORTS) {
			const [up, down] = [await list({ sort }), await list({ sort: `-${sort}` })];
			found.push(`sort by ${sort}: ${compare(up, down, 'no', 'yes')}`);
		}
	}
	if (operations.includes('get')) {
		found.push(`unknown ID: ${describe(await subject.ask(`${path}/${randomUUID()}`))}`);
		found.push(...(await lookUps(subject, path, rows)));
	}
	return [...found, ...statusesOf(rows)];
}

/** What an ID finds beside an external ID that no record has, and what an external ID finds in its place. */
async function lookUps(subject: Subject, path: string, rows: readonly IDataObject[]) {
	const { identifiers } = subject.resource;
	const get = async (name: string, externalId: string) => {
		const query: Record<string, string> = identifiers.externalQuery?.includes('get')
			? { external_id: externalId }
			: {};
		return describe(await subject.ask(`${path}/${encodeURIComponent(name)}`, query));
	};
	const [id] = rows.flatMap((row) => valuesAt(row, idKeys(identifiers)));
	const [externalId] = rows.flatMap((row) => valuesAt(row, externalIdKeys(identifiers)));
	return [
		`an ID beside an unknown external_id: ${id === undefined ? 'no list shows one' : await get(id, randomUUID())}`,
		`external ID: ${externalId === undefined ? 'the list shows none' : await get(externalId, externalId)}`,
	];
}

const valuesAt = (row: IDataObject, keys: readonly string[]) =>
	keys.flatMap((key) => (row[key] == null ? [] : [String(row[key])]));

function describe({ status, body }: Response): string {
	const rows = rowsOf(body);
	return `HTTP ${status}${rows ? `, ${rows.length} rows` : ''}`;
}

/** The words of keys that are named status; longer ones are text of somebody's. */
function statusesOf(rows: readonly IDataObject[]): string[] {
	const keys = new Set(rows.flatMap((row) => Object.keys(row)));
	const named = [...keys].filter((key) => /(?:^|_)status$/.test(key));
	return named.map((key) => {
		const words = new Set(rows.map((row) => row[key]));
		const short = [...words].filter((word) => typeof word === 'string' && word.length <= 30);
		return `${key}: ${short.slice(0, 12).join(', ')}`;
	});
}
