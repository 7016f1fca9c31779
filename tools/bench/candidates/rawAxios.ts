import { Agent } from 'node:http';

import axios from 'axios';

import { COMPANIES, companyOf, inParallel, PARALLEL, type Candidate } from './candidate';

/** axios on its own, without n8n. */
export const rawAxios =
	(keepAlive: boolean): Candidate =>
	async ({ url, token }, count) => {
		const client = axios.create({
			baseURL: url,
			httpAgent: new Agent({ keepAlive, maxSockets: PARALLEL }),
			headers: { Authorization: `Bearer ${token}` },
			proxy: false,
		});
		let done = 0;
		await inParallel(count, PARALLEL, async (index) => {
			const { data } = await client.post<{ ok: boolean }>(COMPANIES, companyOf(index));
			if (data.ok) done += 1;
		});
		return done;
	};
