import type { Failure, FailureKind } from '../../http';

/** Failures of a request that may be about a single record in it. */
const REFUSALS: ReadonlySet<FailureKind> = new Set(['refused', 'notFound', 'tooLarge']);

/** Whether the service refused the request for what is in it; then nothing else will do. */
export const isRefusal = ({ kind }: Failure) => REFUSALS.has(kind);

/** "List should have at most 20 items", "maximum of 20 orders", "limit is 20 records". */
const NAMED_LIMIT =
	/\b(?:at most|max(?:imum)?(?: of| is|:)?|up to|no more than|limit(?: of| is|:)?) (\d{1,6}) (?:items|orders|records|elements|entries|rows|objects)\b/i;

/**
 * How many records a refusal of so many allows at once. What it says of as many as were sent, or more, is about
 * something else, such as the lines of one order.
 */
export function limitNamedIn(failure: Failure, count: number): number | undefined {
	const limit = isRefusal(failure) ? Number(NAMED_LIMIT.exec(failure.message)?.[1]) : 0;
	return limit >= 1 && limit < count ? limit : undefined;
}

/** Bad records in one batch that are found for certain, and cost no good one. */
const MAX_CULPRITS = 8;

/** The search for the records for which one batch was refused. */
export interface Isolation {
	/** Why the batch as a whole was refused. */
	readonly failure: Failure;
	/** Requests that it may still take. */
	left: number;
	/** Some part of the batch was accepted. */
	accepted: boolean;
}

/** Halving finds each culprit in two requests per level, so that so many requests find them all. */
export const isolate = (failure: Failure, count: number): Isolation => ({
	failure,
	left: 2 * MAX_CULPRITS * Math.ceil(Math.log2(count)),
	accepted: false,
});

/** A record that was refused with others, and not alone. */
export const notIsolated = ({ failure }: Isolation) =>
	failure.with({
		message: `Refused together with other records, too many of which are bad to try each alone: ${failure.message}`,
		remedy:
			'Correct the records that were refused alone, then run it again. With a Batch Size of 1 each is tried alone.',
	});

/** A record that was never sent, because every one that was tried was refused in the same way. */
export const refusedAlike = (failure: Failure) =>
	failure.with({
		message: `Not sent, because everything that was tried was refused: ${failure.message}`,
	});

/** Single records that are tried before a refusal is taken to meet everything. */
const PROBES = 8;

/**
 * Tells a refusal that is about single records from one that meets everything, such as an unknown
 * partner: as long as nothing has been accepted, single records from all over the input are tried.
 */
export class Probing {
	private readonly waiting: number[];

	private pending = 0;

	/** @param unsent records that may be tried */
	constructor(
		private readonly failure: Failure,
		unsent: readonly number[],
	) {
		const count = Math.min(PROBES, unsent.length);
		const step = count > 1 ? (unsent.length - 1) / (count - 1) : 0;
		this.waiting = Array.from({ length: count }, (_, probe) => unsent[Math.round(probe * step)]);
	}

	/** The next record to try alone; undefined when all are under way. */
	next(): number | undefined {
		const index = this.waiting.pop();
		if (index !== undefined) this.pending += 1;
		return index;
	}

	/**
	 * What a failed probe says.
	 *
	 * @returns `all`: the refusal meets everything; `single`: it does not, or nothing is known;
	 * undefined while others are tried
	 */
	failed(failure: Failure): 'all' | 'single' | undefined {
		this.pending -= 1;
		if (!isRefusal(failure) || failure.status !== this.failure.status) return 'single';
		return this.waiting.length === 0 && this.pending === 0 ? 'all' : undefined;
	}
}
