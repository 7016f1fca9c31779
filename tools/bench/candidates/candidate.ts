/** The server to send the requests to. */
export interface Target {
	readonly url: string;
	readonly token: string;
}

/** Does the work once; returns how many items came out. */
export type Candidate = (target: Target, count: number) => Promise<number>;

export const PARALLEL = 10;

export const COMPANIES = '/v1/public/companies';

/** A company as the creates send it. */
export const companyOf = (index: number) => ({
	external_id: `bench-${index}`,
	name: `Company ${index}`,
});

export const companies = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ json: companyOf(index) }));

/** Calls `work` for every index below `count`, at most `parallel` calls at once. */
export async function inParallel(
	count: number,
	parallel: number,
	work: (index: number) => Promise<unknown>,
) {
	let next = 0;
	const worker = async () => {
		while (next < count) {
			const index = next;
			next += 1;
			await work(index);
		}
	};
	await Promise.all(Array.from({ length: parallel }, worker));
}
