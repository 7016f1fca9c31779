import { company } from '../../../nodes/Company/WorkspaceRecordsCompany.node.js';
import { Failure } from '../../../nodes/shared/http';
import { creationsOf } from '../../../nodes/shared/resource/actions/creations';
import { serviceOf } from './listTable';

it('the last 5,000 values of what was created are asked for', async () => {
	const sent: string[] = [];
	const service = serviceOf(async ({ path }) => {
		sent.push(path);
		throw new Failure({ kind: 'notFound', message: 'None.', remedy: 'Look.', status: 404 });
	});
	const source = { service, resource: company, options: {} };
	const creations = creationsOf(source);
	for (let at = 0; at <= 5000; at += 1) creations.note([['name', `n ${at}`]], `id-${at}`);
	for (const at of [0, 1, 1, 5000]) await creations.find(source, [['name', `n ${at}`]]);
	// What is gone is asked for once.
	expect(sent).toEqual(['id-1', 'id-5000'].map((id) => `/v1/public/companies/${id}`));
});
