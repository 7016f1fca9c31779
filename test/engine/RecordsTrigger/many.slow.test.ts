/** Hundreds of triggers of one process, with both ways in which n8n stores what they know: none misses an event. */
import type { IDataObject } from 'n8n-workflow';

import { useCustomEngine } from '../../../testing/setUp';
import { cases } from '../../../testing/simulations';
import { MINUTE } from './changing';

const { service, n8n, storedCredentials } = useCustomEngine();

const TRIGGERS = cases(110, 300);
const START = Date.UTC(2030, 0, 1);

const companyAt = (minute: number): IDataObject => {
	const at = new Date(START + minute * MINUTE).toISOString();
	return { id: `at-${minute}`, name: `At ${minute}`, created_at: at, updated_at: at };
};

it.each([
	['as it is', false],
	['with durable cursors, which discard the state of the poll at an activation', true],
])(
	'what happens between two polls is reported by all: n8n %s',
	async (_, isDurable) => {
		const rows = [-7, -6, -5].map(companyAt);
		let minute = 0;
		service.reply = ({ query }) => ({
			headers: { date: new Date(START + minute * MINUTE).toUTCString() },
			body: {
				data: query.page === '1' ? (query.sort?.startsWith('-') ? [...rows].reverse() : rows) : [],
				total: rows.length,
			},
		});
		const triggers: Array<(mode: 'activate' | 'scheduled') => Promise<unknown[]>> = [];
		for (let index = 0; index < TRIGGERS; index += 1) {
			const credentials = await storedCredentials();
			const parameters = { resource: 'company', events: ['created'] };
			let staticData: IDataObject = {};
			triggers.push(async (mode) => {
				const given = { credentials, mode, staticData };
				const spec = { type: 'workspaceRecordsTrigger', parameters, id: `trigger-${index}` };
				const polled = await n8n.poll(spec, given);
				if (polled.error) throw polled.error;
				if (!isDurable || mode === 'scheduled') ({ staticData } = polled);
				return (polled.main?.[0] ?? []).map(({ json }) => json.id);
			});
		}
		const pollAll = async (mode: 'activate' | 'scheduled') => {
			const reported: unknown[] = [];
			for (const poll of triggers) reported.push(...(await poll(mode)));
			return reported;
		};
		expect(await pollAll('activate')).toEqual([]);
		minute = 1;
		rows.push(companyAt(1));
		expect(await pollAll('scheduled')).toEqual(Array(TRIGGERS).fill('at-1'));
	},
	300_000,
);
