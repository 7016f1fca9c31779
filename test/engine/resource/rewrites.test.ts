/** Only If Different at services that store values in their own way: it comes to rest, and no other edit is left out. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { fromItem } from '../../../testing/parameters';
import { useCustomService, useEngine } from '../../../testing/setUp';

const service = useCustomService();
const { runNode } = useEngine(service);

type Store = (body: IDataObject) => IDataObject;

/** A service that stores what it is sent in its own way. */
class Rewriting {
	readonly records = new Map<string, IDataObject>();
	writes = 0;

	constructor(private readonly store: Store) {}

	readonly reply = ({ method, path, body }: { method: string; path: string; body?: unknown }) => {
		const id = path.split('/').at(-1)!;
		const record = this.records.get(id) ?? { id, name: 'Old' };
		if (method === 'GET') return { body: record };
		this.writes += 1;
		this.records.set(id, { ...record, ...this.store(body as IDataObject) });
		return { body: { ok: true, status: 'updated', company_id: id } };
	};
}

/** A workflow that writes rows, and what it remembers. */
function sync(node = 'company') {
	const staticData: IDataObject = {};
	const run = async (target: Rewriting, rows: IDataObject[]) => {
		service.reply = target.reply as never;
		const before = target.writes;
		const { errorText, hints } = await runNode(
			node,
			'update',
			{
				...fromItem,
				recordId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
				options: { onlyIfDifferent: true },
			} as INodeParameters,
			{ items: rows, staticData },
		);
		expect(errorText).toBe('');
		return { written: target.writes - before, hints: hints.join(' ') };
	};
	return { run, staticData };
}

const rows = (more: (n: number) => IDataObject, count = 20) =>
	Array.from({ length: count }, (_, n) => ({ id: `c-${n}`, ...more(n) }));

const text = (value: unknown) => String(value);

it.each<[string, Store, (n: number) => IDataObject, number]>([
	[
		'lower case',
		({ email }) => ({ email: text(email).toLowerCase() }),
		(n) => ({ email: `Sales${n}@Acme.example` }),
		// More than are remembered.
		60,
	],
	[
		'spaces',
		({ name }) => ({ name: text(name).trim().replace(/\s+/g, ' ') }),
		(n) => ({ name: `Acme  ${n}` }),
		20,
	],
	[
		'a slash at the end of addresses',
		({ url }) => ({ url: `${text(url)}/` }),
		(n) => ({ url: `https://acme-${n}.example` }),
		20,
	],
])('comes to rest with %s, and says so', async (_, store, more, count) => {
	const target = new Rewriting(store);
	const { run, staticData } = sync();
	expect((await run(target, rows(more, count))).written).toBe(count);
	const second = await run(target, rows(more, count));
	expect([second.written, second.hints]).toEqual([
		0,
		expect.stringContaining('The service rewrites'),
	]);
	expect((await run(target, rows(more, count))).written).toBe(0);
	expect(JSON.stringify(staticData.global ?? staticData).length).toBeLessThan(1024);
	const others = rows((n) => (n < 5 ? { name: 'Other', email: 'b@c.example' } : more(n)), count);
	expect((await run(target, others)).written).toBe(5);
});

const rounded = (value: unknown, ms: number) =>
	new Date(Math.round(Date.parse(text(value)) / ms) * ms).toISOString();

it.each<[string, Store, (n: number) => string]>([
	[
		'to minutes',
		({ due_date: due }) => ({ due_date: rounded(due, 60_000) }),
		(n) => `2030-01-01T10:${10 + (n % 50)}:40.000Z`,
	],
	[
		'up to seconds',
		({ due_date: due }) => ({ due_date: rounded(due, 1000) }),
		(n) => `2030-01-01T10:${10 + (n % 50)}:40.700Z`,
	],
	[
		'to days',
		({ due_date: due }) => ({ due_date: text(due).slice(0, 10) }),
		(n) => `2030-01-${10 + (n % 20)}T10:00:00.000Z`,
	],
])('comes to rest with times that are rounded %s, and writes other times', async (_, store, at) => {
	const target = new Rewriting(store);
	const { run } = sync('expense');
	const due = rows((n) => ({ due_date: at(n) }));
	expect((await run(target, due)).written).toBe(20);
	expect((await run(target, due)).written).toBe(0);
	const others = rows((n) => ({ due_date: n < 5 ? '2031-01-01T10:00:00.000Z' : at(n) }));
	expect((await run(target, others)).written).toBe(5);
});

it('comes to rest with rounded numbers, and writes a number that the service shows as it is', async () => {
	const round = (value: unknown) => Math.round(Number(value) * 100) / 100;
	const target = new Rewriting(({ price }) => ({ price: round(price) }));
	const { run } = sync('item');
	const priced = (price: (n: number) => number) => rows((n) => ({ price: price(n) }), 20);
	const precise = priced((n) => n + 1.0961);
	expect((await run(target, precise)).written).toBe(20);
	expect((await run(target, precise)).written).toBe(0);
	const written = [];
	for (const price of [12, 12.3, 12.34, 12.34]) {
		written.push(
			(
				await run(
					target,
					priced(() => price),
				)
			).written,
		);
	}
	expect(written).toEqual([20, 20, 20, 0]);
});

it('does not leave out a change of case at a service that stores what it is sent', async () => {
	const target = new Rewriting((body) => body);
	const { run } = sync();
	const named = (name: string) => rows(() => ({ name }), 3);
	const written = [];
	for (const name of ['Acme', 'ACME', 'Acme', 'acme', 'acme']) {
		written.push((await run(target, named(name))).written);
	}
	expect(written).toEqual([3, 3, 3, 3, 0]);
});

it('undoes what somebody else changed in the case of a value that had come back as it was sent', async () => {
	const target = new Rewriting((body) => body);
	const { run } = sync();
	const named = rows(() => ({ name: 'Acme' }), 3);
	expect((await run(target, named)).written).toBe(3);
	expect((await run(target, named)).written).toBe(0);
	for (const id of target.records.keys()) target.records.set(id, { id, name: 'ACME' });
	expect((await run(target, named)).written).toBe(3);
});

it('ends after two rounds between two services that rewrite differently', async () => {
	const lower = new Rewriting(({ name }) => ({ name: text(name).toLowerCase() }));
	const title = new Rewriting(({ name }) => ({
		name: text(name).replace(/\b[a-z]/g, (letter) => letter.toUpperCase()),
	}));
	const [there, back] = [sync(), sync()];
	for (const { id } of rows(() => ({}))) lower.records.set(id, { id, name: `acme ${id}` });
	const of = (service: Rewriting) =>
		[...service.records.values()].map(({ id, name }) => ({ id, name }));
	const rounds = [];
	for (let round = 0; round < 4; round += 1) {
		const { written: one } = await there.run(title, of(lower));
		const { written: other } = await back.run(lower, of(title));
		rounds.push(one + other);
	}
	expect(rounds.slice(2)).toEqual([0, 0]);
});
