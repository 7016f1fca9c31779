import { judgeFile } from '../../../nodes/shared/http/download';
import { judge, type Asked, type Verdict } from '../../../nodes/shared/http/judge';
import { UnreadBody } from '../../../nodes/shared/http/body';
import { company } from '../../../nodes/Company/WorkspaceRecordsCompany.node.js';
import { deal } from '../../../nodes/Deal/WorkspaceRecordsDeal.node.js';
import { recordNames } from '../../../nodes/shared/resource/definition/resource';

const names = recordNames(company);
const create: Asked = { kind: 'write', record: names, creates: true };
const update: Asked = { kind: 'write', record: names };
const createDeal: Asked = { kind: 'write', record: recordNames(deal), creates: true };
const order: Asked = { ...create, hasResults: true };
const get: Asked = { kind: 'read', record: names };
const list: Asked = { kind: 'list' };
const facts: Asked = { kind: 'facts' };
const bulk: Asked = { kind: 'results' };
const file: Asked = { kind: 'file' };

type Kind = Verdict['kind'];
/** What a body of status 200 means for a create, a read of one record, a list, and an AI call or a token check. */
type Row = [body: unknown, write: Kind, read: Kind, list: Kind, facts: Kind];

const record = { id: 'c-1', company_id: 7, name: 'Acme', status: 'active' };

describe('a body of status 200', () => {
	const said: Row[] = [
		// Yes, in any form.
		[{ ok: true, status: 'created', external_id: 'e', company_id: 'c-1' }, ...all('done', 'list')],
		[{ ok: true }, 'done', 'unknown', 'unknown', 'unknown'],
		[{ ok: 'true', ctx_id: 'x' }, 'done', 'unknown', 'unknown', 'unknown'],
		[{ ok: 1 }, 'done', 'unknown', 'unknown', 'unknown'],
		[{ success: true, message: 'Saved' }, 'done', 'unknown', 'unknown', 'unknown'],
		[{ success: true, data: record, errors: null }, ...all('done', 'list')],
		[{ company_id: 'c-1', status: 'failed', message: 'payment failed' }, ...all('done', 'list')],
		[{ external_id: 'e' }, ...all('done', 'list')],
		[{ id: 7 }, ...all('done', 'list')],
		[record, ...all('done', 'list')],
		[{ data: record, ctx_id: 'x' }, ...all('done', 'list')],
		[{ company: { id: 'c-1' } }, ...all('done', 'list')],
		[{ companyId: 'c-1' }, ...all('done', 'list')],
		[{ data: { type: 'companies', id: 'c-1', attributes: {} } }, ...all('done', 'list')],
		[{ ...record, error: null, errors: [] }, ...all('done', 'list')],
		[{ ...record, error: '', errors: {} }, ...all('done', 'list')],
		[{ ...record, error: false, errors: 0 }, ...all('done', 'list')],
		[{ data: { ...record, error: 'late', ok: false, success: 0 } }, ...all('done', 'list')],
		[{ name: 'Acme' }, 'unknown', 'done', 'unknown', 'done'],
		[[record], 'unknown', 'unknown', 'done', 'unknown'],
		[[], 'unknown', 'unknown', 'done', 'unknown'],
		[{ data: [record], total: 1 }, 'unknown', 'unknown', 'done', 'done'],
		[{ score: 80, band: 'high' }, 'unknown', 'unknown', 'unknown', 'done'],
		[{ data: { user_id: 'u' } }, 'unknown', 'unknown', 'unknown', 'done'],
		// No, in any form.
		[{ ok: false }, ...all('rejected')],
		[{ ok: false, ...record }, ...all('rejected')],
		[{ ok: 'false' }, ...all('rejected')],
		[{ ok: 'No ' }, ...all('rejected')],
		[{ ok: '0' }, ...all('rejected')],
		[{ ok: '' }, ...all('rejected')],
		[{ ok: 0 }, ...all('rejected')],
		[{ ok: null }, ...all('rejected')],
		[{ success: false, error: 'Name is taken' }, ...all('rejected')],
		[{ success: null, data: null }, ...all('rejected')],
		[{ success: false, error: { code: 'x', message: 'y' }, meta: {} }, ...all('rejected')],
		[{ success: false, data: [] }, ...all('rejected')],
		[{ error: 'Name is taken' }, ...all('rejected')],
		[{ error: true }, ...all('rejected')],
		[{ errors: ['Name is taken'] }, ...all('rejected')],
		[{ errors: { name: ['is taken'] } }, ...all('rejected')],
		[{ errors: [{ status: '422', title: 'Invalid' }] }, ...all('rejected')],
		[{ errors: 'Name is taken' }, ...all('rejected')],
		[{ timestamp: 't', status: 404, error: 'Not Found', path: '/v1' }, ...all('rejected')],
		// Neither.
		[{}, ...all('unknown')],
		[null, ...all('unknown')],
		[true, ...all('unknown')],
		[{ message: 'not found' }, ...all('unknown')],
		[{ detail: 'Not found.' }, ...all('unknown')],
		[{ status: 'error' }, ...all('unknown')],
		[{ type: 'about:blank', title: 'Gone', status: 404, detail: 'x' }, ...all('unknown')],
		[{ ok: true, status: 'error', company_id: null }, ...all('unknown')],
		[{ ok: true, external_id: 'e', company_id: null }, 'unknown', 'done', 'unknown', 'done'],
		[{ data: null }, 'unknown', 'notFound', 'done', 'unknown'],
		[{ data: null, message: 'not found' }, 'unknown', 'notFound', 'done', 'unknown'],
		[{ company: null }, 'unknown', 'notFound', 'unknown', 'unknown'],
		[{ data: {} }, ...all('unknown')],
		[{ error: null }, ...all('unknown')],
		// Something else.
		['<html><title>Welcome</title></html>', ...all('foreign')],
		['upstream OK', ...all('foreign')],
		[new UnreadBody('more than 64 MB'), ...all('foreign')],
	];

	it.each(said)('%j', (body, ...expected) => {
		const kinds = [create, get, list, facts].map((asked) => judge({ status: 200, body }, asked));
		expect(kinds.map(({ kind }) => kind)).toEqual(expected);
		expect(judge({ status: 200, body }, update).kind).toBe(expected[0]);
		expect(judge({ status: 200, body }, file).kind).toBe('done');
	});
});

/** The same for all; lists, which no record is, apart. */
function all(kind: Kind, ...except: 'list'[]): [Kind, Kind, Kind, Kind] {
	return [kind, kind, except.length > 0 ? 'unknown' : kind, kind];
}

describe('the evidence', () => {
	const evidenceOf = (body: unknown, asked: Asked, status = 200) =>
		judge({ status, body }, asked).evidence;

	it('is the key or the status on which the verdict rests', () => {
		expect(evidenceOf({ ok: true, case_id: 'd-1' }, createDeal)).toBe('case_id');
		expect(evidenceOf({ ok: true }, create)).toBe('ok');
		expect(evidenceOf({}, create, 201)).toBe('HTTP 201');
		expect(evidenceOf({ success: 'false' }, create)).toBe('success: "false"');
		expect(evidenceOf({ errors: ['x'] }, create)).toBe('errors');
		expect(evidenceOf({ ok: true, company_id: null }, create)).toBe('company_id: null');
		expect(evidenceOf({ data: null }, get)).toBe('data: null');
		expect(evidenceOf('<html>', get)).toBe('a web page instead of JSON');
	});
});

describe('the status', () => {
	it.each<[number, unknown, Asked, Kind]>([
		[201, {}, create, 'done'],
		[202, { message: 'queued' }, create, 'done'],
		[201, 'Created', create, 'done'],
		[201, '<html>', create, 'foreign'],
		[201, { ok: true, company_id: null }, create, 'done'],
		[201, { errors: ['x'] }, create, 'rejected'],
		[202, {}, facts, 'unknown'],
		[204, '', create, 'done'],
		[204, undefined, update, 'done'],
		[200, '', update, 'done'],
		[204, '', list, 'done'],
		[200, '', list, 'foreign'],
		[204, '', get, 'unknown'],
		[204, '', facts, 'unknown'],
		[302, '', get, 'foreign'],
		[400, { message: 'x' }, create, 'rejected'],
		[404, { message: 'not found' }, get, 'notFound'],
		[404, { detail: 'Not found.' }, get, 'notFound'],
		[404, '', get, 'notFound'],
		[404, {}, get, 'notFound'],
		[410, '<html>', get, 'notFound'],
		[404, '<html>', get, 'foreign'],
		[404, '404 page not found', create, 'foreign'],
		[404, { fault: { faultstring: 'x' } }, create, 'foreign'],
		[404, '<html>', file, 'notFound'],
		[401, 'Unauthorized', get, 'foreign'],
		[401, { message: 'token' }, get, 'rejected'],
		[401, '', get, 'rejected'],
		[408, '', create, 'unknown'],
		[502, '<html>', create, 'unknown'],
	])('%i with %j', (status, body, asked, kind) => {
		expect(judge({ status, body }, asked).kind).toBe(kind);
	});
});

describe('a write of orders', () => {
	it.each<[unknown, Asked, Kind]>([
		[{ ok: false, results: [{ errors: ['x'] }] }, order, 'done'],
		[{ ok: false, results: [{ errors: ['x'] }] }, bulk, 'done'],
		[{ success: false, data: { results: [] } }, bulk, 'done'],
		[{ ok: false, results: null }, order, 'rejected'],
		[{ ok: false }, bulk, 'rejected'],
		[{ results: null, job_id: 'j-1' }, order, 'done'],
		[{ results: [{ order_id: 'o-1' }] }, create, 'unknown'],
		[{}, order, 'unknown'],
	])('is judged by its results: %j', (body, asked, kind) => {
		expect(judge({ status: 200, body }, asked).kind).toBe(kind);
	});
});

describe('a no beside evidence that it was done', () => {
	it.each<[unknown, Asked, boolean]>([
		[{ ok: true, errors: ['phone is odd'] }, update, true],
		[{ company_id: 'c-1', errors: ['phone is odd'] }, create, true],
		[{ company_id: 'c-1', errors: ['phone is odd'] }, update, false],
		[{ external_id: 'e', errors: ['phone is odd'] }, create, false],
		[{ success: false, company_id: 'c-1', error: 'duplicate' }, create, false],
		[{ data: { score: 80 }, error: 'quota' }, facts, true],
		[{ error: 'quota' }, facts, false],
	])('%j', (body, asked, isDone) => {
		const verdict = judge({ status: 200, body }, asked);
		expect(verdict.kind).toBe('rejected');
		expect(verdict.kind === 'rejected' && verdict.isDone === true).toBe(isDone);
	});
});

describe('a record that nothing wraps', () => {
	it('has errors of its own where it shows an ID and a field', () => {
		const verdict = (body: unknown) => judge({ status: 200, body }, get).kind;
		expect(verdict({ id: 'c-1', name: 'Acme', errors: ['unpaid'], success: false })).toBe('done');
		expect(verdict({ id: 'c-1', errors: ['no such company'] })).toBe('rejected');
		expect(verdict({ id: 'c-1', status: 'x', error: 'no such company' })).toBe('rejected');
		expect(verdict({ id: 'c-1', name: 'Acme', ok: false })).toBe('rejected');
	});

	it('counts as refused after a write, whatever it shows', () => {
		const body = { id: 'c-1', name: '', errors: { name: ['is required'] } };
		expect(judge({ status: 200, body }, update).kind).toBe('rejected');
	});
});

it('reads no word in an object, whatever that says of itself', () => {
	const body = { status: { toString: 1, valueOf: null }, score: 80 };
	expect(judge({ status: 200, body }, { kind: 'facts', results: ['score'] }).kind).toBe('done');
});

it('looks at as many keys of a body of many keys as of another', () => {
	const looksAt = (keys: number) => {
		let looks = 0;
		const all = Object.fromEntries(Array.from({ length: keys }, (_, key) => [`k${key}`, null]));
		const body = new Proxy(all, {
			get: (target, key) => ((looks += 1), Reflect.get(target, key)),
			has: (target, key) => ((looks += 1), Reflect.has(target, key)),
			getOwnPropertyDescriptor: (target, key) => (
				(looks += 1),
				Reflect.getOwnPropertyDescriptor(target, key)
			),
		});
		judge({ status: 200, body }, create);
		return looks;
	};
	expect(looksAt(1000)).toBe(looksAt(100));
});

describe('a file', () => {
	const start = { status: 200, isWhole: true, named: 'errors.csv text/csv', rows: 2 };
	const kindOf = (text: string, more: object = {}) => judgeFile({ ...start, text, ...more }).kind;

	it.each<[string, Kind, object?]>([
		['row,error\n1,x\n', 'done'],
		['row,error', 'done'],
		['', 'unknown'],
		[' \n', 'unknown'],
		['', 'done', { rows: 0 }],
		['expired', 'done'],
		['PK\u0003\u0004\0\0', 'done', { named: 'a.xlsx ' }],
		['<html>', 'foreign'],
		['<HTML><BODY>x', 'foreign'],
		['<!-- v2 -->\n<html>', 'foreign'],
		['row,error\n1,"<html>"', 'done'],
		['row,error', 'done', { named: 'a.csv text/html' }],
		['<p>x', 'foreign', { named: 'a.csv text/html' }],
		['<p>x', 'done'],
		['<html>', 'done', { named: 'a.html text/html' }],
		['<html>', 'done', { named: 'a.xls application/vnd.ms-excel' }],
		['<html>', 'foreign', { named: 'a.xls text/html' }],
		['<?xml version="1.0"?>\n<error>x</error>', 'done', { named: 'a.xml text/xml' }],
		['<errors><row/></errors>', 'done', { named: 'a.xml text/xml' }],
		['{"ok":false,"rows":[{"row":1}]}', 'rejected'],
		['{"ok":null}', 'rejected'],
		['{"success":false,"data":[]}', 'rejected'],
		['{"errors":[{"row":1,"message":"x"}]}', 'rejected'],
		['{"data":[{"a":1}]}', 'unknown'],
		['{"message":"x"}', 'unknown'],
		['{"total":3}', 'unknown'],
		['{"total":3}', 'done', { named: 'a.json ' }],
		['{"row":3,"error":"x"}', 'rejected'],
		['{"row":3,"error":"x"}', 'done', { named: 'a application/x-ndjson' }],
		['[]', 'done'],
		['[1]', 'done'],
		['null', 'done'],
		['{"ok":false,', 'done', { isWhole: false }],
		['row,error', 'unknown', { status: 206 }],
		['row,error', 'unknown', { status: 201 }],
		['row,error', 'done', { status: 203 }],
	])('%j is %s', (text, expected, ...[more]) => {
		expect(kindOf(text, more)).toBe(expected);
	});
});
