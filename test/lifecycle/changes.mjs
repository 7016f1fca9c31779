// The Workspace Records Trigger in a real n8n, with both ways in which n8n stores what a trigger knows, in two workflows
// at once: another access token, another name of the node, an edited form, a kill, a restart. Takes about eight minutes.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { describeBothWays, TriggerStand } from './bothWays.mjs';

/** It reads, as the trigger does. */
const OTHER_TOKEN = 'sandbox-regular-token';

/** One n8n, and what its two workflows are told. */
class Stand extends TriggerStand {
	/** Of the companies of this n8n, as far as it does not change, by ID. */
	names = new Map();

	async begin(tarball) {
		await super.begin(tarball);
		const events = ['created', 'updated', 'archived'];
		const parameters = { resource: 'company', events, options: { sweepMinutes: 0 } };
		this.workflows = [];
		for (const name of ['One', 'Two']) {
			this.workflows.push(await this.activate(name, 'workspaceRecordsTrigger', parameters));
		}
	}

	/** Another name and another form of the trigger, published. */
	async edit({ id }) {
		const { nodes, versionId, ...workflow } = await this.client.workflow(id);
		const [trigger, next] = nodes;
		const name = `${trigger.name}, renamed`;
		const options = { sweepMinutes: 0, watchedFields: ['name'] };
		const parameters = { ...trigger.parameters, options };
		const saved = await this.client.saveWorkflow(id, {
			...{ name: workflow.name, settings: workflow.settings, versionId },
			nodes: [{ ...trigger, name, parameters }, next],
			connections: { [name]: workflow.connections[trigger.name] },
		});
		await this.client.activate({ id, versionId: saved.versionId });
	}

	/** What was told of the companies of this n8n, by workflow, sorted. */
	async told() {
		const told = [];
		for (const workflow of this.workflows) {
			const items = (await this.itemsOf(workflow)).flat();
			// Archived records may come with nothing but their ID.
			const lines = items
				.filter(({ json }) => this.names.has(json.id))
				.map(
					({ json }) =>
						`${json.event} ${json.name?.slice(this.prefix.length + 1) ?? this.names.get(json.id)}`,
				);
			told.push(lines.sort());
		}
		return told;
	}

	/** Waits until both workflows were told so much, and nothing else. */
	async tells(...expected) {
		const both = [expected.sort(), expected.sort()];
		const isAll = async () => (await this.told()).every(({ length }) => length >= expected.length);
		await this.until(JSON.stringify(expected), isAll, 5).catch(() => {});
		assert.deepEqual(await this.told(), both, this.way);
	}

	/** Creates or updates the company that the name begins with, or archives it. */
	async save(name, method = 'POST') {
		const short = name.split(' ')[0];
		const known = [...this.names].find(([, one]) => one === short);
		const record = { external_id: `${this.prefix}-${short}`, name: `${this.prefix} ${name}` };
		const { company_id: id } =
			method === 'POST'
				? await this.service.call('POST', 'companies', record)
				: await this.service.call(method, `companies/${known?.[0]}`);
		this.names.set(id, short);
	}
}

/** Declares the tests; they run one after another, on both n8n at once. */
export function changesLifecycleTests() {
	describeBothWays('Changes', Stand, (both) => {
		test('both workflows are told of a new record', async () => {
			await both(async (stand) => {
				await stand.save('A');
				await stand.tells('created A');
			});
		});

		test('another token, another name and an edited form lose and repeat nothing', async () => {
			await both(async (stand) => {
				await stand.save('B');
				await stand.sign(OTHER_TOKEN);
				for (const workflow of stand.workflows) await stand.edit(workflow);
				await stand.save('C');
				await stand.tells('created A', 'created B', 'created C');
			});
		});

		test('a kill loses nothing, archived records included, and a restart repeats nothing', async () => {
			await both(async (stand) => {
				await stand.n8n.kill();
				await stand.save('A changed');
				await stand.save('B', 'DELETE');
				await stand.start();
				const before = ['created A', 'created B', 'created C'];
				await stand.tells(...before, 'updated A changed', 'archived B');
				await stand.n8n.stop();
				await stand.start();
				await stand.save('D');
				await stand.tells(...before, 'updated A changed', 'archived B', 'created D');
			});
		});
	});
}
