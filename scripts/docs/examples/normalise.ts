import type { Sandbox } from '../../../sandbox';

/** The time that every recording is made at. */
const NOW = '2026-01-31T09:30:00.000Z';

const EVENT_ID = '4973b4324806e7a7652a096bcd42bd5e';
const CURSOR = '2.WyJqcTMxeWl4RFMiLCJRVDFaVlJlZXki.sgE0jT5EU';

/** Elements of a list that are shown. */
const SHOWN = 2;

/** Replaces what differs from run to run, and cuts long lists. */
export async function normaliser({ url, filesUrl }: Sandbox) {
	const response = await fetch(`${url}/__sandbox/clock`);
	const { now } = (await response.json()) as { now: string };
	return <T>(value: T): T =>
		JSON.parse(
			JSON.stringify(value, (_, each: unknown) =>
				Array.isArray(each) ? (each as unknown[]).slice(0, SHOWN) : each,
			)
				.replaceAll(now, NOW)
				.replaceAll(url, 'https://records.example')
				.replaceAll(filesUrl, 'https://files.example')
				.replaceAll(/ctx-[0-9a-f]{8}/g, 'ctx-00000001')
				// Both are made of the time, too.
				.replaceAll(/"event_id":"[0-9a-f]{32}"/g, `"event_id":"${EVENT_ID}"`)
				.replaceAll(/"cursor":"2\.[\w.-]+"/g, `"cursor":"${CURSOR}"`),
		) as T;
}
