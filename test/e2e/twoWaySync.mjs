// The recipe Two-way sync, imported once for each direction, between two sandboxes of its own.
import assert from 'node:assert/strict';

import { failuresOf } from '../../scripts/lib/n8n-client.mjs';
import { openSide } from './lib/side.mjs';
import { exampleNamed } from './lib/stand.mjs';
import { until } from './lib/until.mjs';

const NAME = 'Two-way sync';
const COMPANIES = 10;
const EVERY_SECONDS = 5;
/** Runs in which nothing may be written any more. */
const RUNS_AT_REST = 3;

const website = (number) => `https://company-${number}.example`;

/**
 * An edit on either side goes over once, and comes to rest.
 *
 * @param {import('./lib/stand.mjs').Stand} stand
 * @returns the executions
 */
export async function twoWaySync(stand) {
	const one = await openWorkspace(stand, 'one');
	const other = await openWorkspace(stand, 'other');
	const sides = [one, other];
	const directions = [
		await importDirection(stand, one, other),
		await importDirection(stand, other, one),
	];
	const { client } = stand.n8n;
	const runs = async ({ id }) =>
		(await client.executions(id)).filter(({ status }) => !['new', 'running'].includes(status));
	const isAlike = async () => {
		const [a, b] = await Promise.all(sides.map(async (side) => await side.contents()));
		return a.length === COMPANIES && JSON.stringify(a) === JSON.stringify(b);
	};
	/** Waits until both have the same companies, and for some runs more. */
	const rest = async () => {
		await until('the same companies', isAlike);
		const before = await Promise.all(directions.map(async (each) => (await runs(each)).length));
		const wanted = before.map((count) => count + RUNS_AT_REST);
		const areDone = async () =>
			(await Promise.all(directions.map(runs))).every(
				({ length }, index) => length >= wanted[index],
			);
		await until('further runs', areDone);
	};

	// Half of the companies are on either side at first.
	for (let number = 0; number < COMPANIES; number += 1) {
		await sides[number % 2].save({ name: `Company ${number}`, url: website(number) });
	}
	for (const direction of directions) await client.activate(direction);
	try {
		await rest();
		const first = await Promise.all(sides.map(async (side) => await side.writes()));
		// Its own, written by this test, and those of the other side.
		assert.deepEqual(first, [COMPANIES, COMPANIES]);

		await one.edit(website(0), { phone_number: '+1 555 0100' });
		await other.edit(website(1), { address: '1 Main Street' });
		await rest();
		const [a, b] = await Promise.all(sides.map(async (side) => await side.contents()));
		assert.deepEqual(a, b);
		assert.ok(a.some((company) => company.includes('+1 555 0100')));
		assert.ok(a.some((company) => company.includes('1 Main Street')));
		// One edit by hand and one that came over, on each side.
		const later = await Promise.all(sides.map(async (side) => await side.writes()));
		assert.deepEqual(later, [COMPANIES + 2, COMPANIES + 2]);
	} finally {
		for (const direction of directions) await client.deactivate(direction);
	}
	const all = (await Promise.all(directions.map(runs))).flat();
	for (const { id } of all) assert.deepEqual(failuresOf(await client.execution(id)), []);
	await Promise.all(sides.map(async (side) => await side.stop()));
	return all;
}

/** A workspace, and what is done to it by hand. */
async function openWorkspace(stand, name) {
	const side = await openSide(stand, name);
	const companies = async () => await side.records('companies');
	return {
		...side,
		save: async (company) =>
			await side.call('POST', 'companies', { external_id: company.url, ...company }),
		async edit(url, fields) {
			const { id } = (await companies()).find((company) => company.fields.url === url);
			await side.call('PUT', `companies/${id}`, fields);
		},
		/** What both sides should have, one text per company. */
		contents: async () =>
			(await companies())
				.map(({ fields: { url, name, phone_number: phone, address } }) =>
					[url, name, phone, address].join('|'),
				)
				.sort(),
		/** How often a company was written. */
		writes: async () => (await side.calls(/\/companies/, 'POST', 'PUT')).length,
	};
}

/** The recipe from one workspace to the other, more often than in its file. */
async function importDirection(stand, from, to) {
	const workflow = await stand.withDataTable(structuredClone(exampleNamed(NAME)));
	const node = (name) => workflow.nodes.find((each) => each.name === name);
	node('Every Five Minutes').parameters.rule.interval = [
		{ field: 'seconds', secondsInterval: EVERY_SECONDS },
	];
	for (const [name, { credential }] of [
		['Changed Here', from],
		['Write There', to],
	]) {
		node(name).credentials[credential.type] = { name: credential.name };
	}
	return await stand.importWorkflow(
		{ ...workflow, name: `${NAME}: from ${from.credential.name}` },
		[from.credential, to.credential],
	);
}
