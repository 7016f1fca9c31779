/** What a response is taken for, on every way that it reaches a person. */
import type { INodeParameters } from 'n8n-workflow';

import { byId, mapped } from '../../../testing/parameters';
import { useCustomEngine } from '../../../testing/setUp';
import { itSince } from '../../../testing/since';

const { service, runNode } = useCustomEngine();

const company: INodeParameters = mapped({ name: 'Acme' });
const keyed: INodeParameters = mapped({ external_id: 'e-1', name: 'Acme' });
const onError = 'continueErrorOutput';

/** Answers every write with one body, and every read with another. */
const answer = (written: unknown, read: unknown = { status: 404, body: { message: 'none' } }) => {
	service.reply = ({ method }) =>
		method === 'GET' ? (read as { body: unknown }) : { body: written };
};
const writes = () => service.requests.filter(({ method }) => method !== 'GET');
const reads = () => service.requests.filter(({ method }) => method === 'GET');

describe('a create without evidence', () => {
	it('is not sent again, and says to check first', async () => {
		answer({ ok: true, status: 'error', company_id: null });
		const { failed } = await runNode('company', 'create', company, { onError });
		expect(failed[0].json).toMatchObject({
			error: expect.stringContaining('company_id: null'),
			message: expect.stringContaining('Check before sending it again'),
		});
		expect(service.requests).toHaveLength(1);
	});

	it('is done where one look-up finds the deal, made since then and with its values', async () => {
		const record = { id: 'd-9', external_id: 'e-1', name: 'Deal', created_at: '2999-01-01T00:00Z' };
		answer({}, { body: record });
		const parameters = mapped({ external_id: 'e-1', name: 'Deal' });
		const { items } = await runNode('deal', 'create', parameters);
		expect(items[0].json).toMatchObject({ id: 'd-9', external_id: 'e-1' });
		expect([writes().length, reads().length]).toEqual([1, 1]);
	});
});

describe('an update or delete without evidence', () => {
	itSince('errorDetails').each<[string, INodeParameters]>([
		['update', { ...byId('c-1'), ...company }],
		['upsert', keyed],
		['delete', byId('c-1')],
	])('is unknown, and safe to send again: %s', async (operation, parameters) => {
		answer({});
		const { failed } = await runNode('company', operation, parameters, { onError });
		expect(failed[0].json).toMatchObject({
			error: expect.stringContaining('Outcome unknown'),
			message: expect.stringContaining('Sending it again is safe'),
			details: { kind: 'unknownOutcome' },
		});
		expect(service.requests).toHaveLength(1);
	});
});

describe('null in place of what was asked for', () => {
	const empty = { body: { data: null, message: 'not found' } };

	it.each<[string, INodeParameters]>([
		['external_id', keyed],
		['email', mapped({ email: 'a@b.example', name: 'Acme' })],
	])('is nothing found, so that Find or Create creates: %s', async (findBy, parameters) => {
		answer({ ok: true, company_id: 'c-9' }, empty);
		const { items } = await runNode('company', 'findOrCreate', { ...parameters, findBy });
		expect(items[0].json).toMatchObject({ id: 'c-9', created: true });
	});
});

describe('a read with what is no JSON', () => {
	it.each([
		['getAll', { returnAll: true }, '{"data":[{"id":"c-1"},{"id":"c-2","rating":NaN}]}'],
		['getAll', { returnAll: true }, '[{"id":"c-1","rating":[1, -Infinity]}]'],
		['get', byId('c-1'), '{"id":"c-1","notes":"the secret","rating":NaN}'],
		['get', byId('c-1'), '{"id":"c-1","notes":"the secret"'],
	])('says so, without its values: %s %j %s', async (operation, parameters, text) => {
		answer({}, { body: text });
		const given = { ...parameters, options: { requests: { maxRetries: 0 } } };
		const { errorText } = await runNode('company', operation, given);
		const [word = ''] = /NaN|-Infinity/.exec(text) ?? [];
		expect(errorText).toMatch(new RegExp(`JSON that is not valid.*${word}`));
		expect(errorText).toContain('Report it to the service’s support');
		expect(errorText).not.toMatch(/proxy|secret/);
	});
});

describe('a delete by external ID', () => {
	itSince('errorDetails')('archives nothing where null stands for the record', async () => {
		answer({ ok: true }, { body: { data: null } });
		const { failed } = await runNode('company', 'delete', byId('e-1', 'externalId'), { onError });
		expect(failed[0].json.details).toMatchObject({ kind: 'notFound' });
		expect(writes()).toEqual([]);
	});
});
