import { fail, type Failure, type FailureKind } from '../../http';
import type { Loaded, ResultQueue } from './record';

/** Neighbouring records that still have to be sent; those that are taken already are left out. */
export interface Part {
	readonly from: number;
	readonly to: number;
	/** They were refused together. */
	readonly isolation?: Isolation;
}

/** Records that are sent together. */
export interface Batch extends Part {
	readonly indexes: readonly number[];
	/** Sent alone, to learn whom a refusal meets. */
	readonly probing?: Probing;
}

/** The halves of a batch, the second one first. */
export function halvesOf({ from, to, indexes, isolation }: Batch): Part[] {
	const middle = indexes[Math.ceil(indexes.length / 2)];
	return [
		{ from: middle, to, isolation },
		{ from, to: middle, isolation },
	];
}

/** The records of a queue that wait to be sent: those that were put back, the last ones first, then those never taken. */
export class Backlog {
	private readonly waiting: Part[] = [];

	/** Records that were never taken. */
	private fresh: Part = { from: 0, to: 0 };

	constructor(private readonly queue: ResultQueue) {}

	get freshCount() {
		return this.fresh.to - this.fresh.from;
	}

	add(loaded: readonly Loaded[]) {
		for (const given of loaded) this.queue.add(given);
		this.fresh = { from: this.fresh.from, to: this.queue.end };
	}

	/**
	 * Takes the next records. A part of which no more may be sent gets its result here.
	 *
	 * @param count how many, at most
	 * @param mayComeMore fresh records that are fewer wait for others
	 */
	take(count: number, mayComeMore: boolean): Batch | undefined {
		for (let part = this.next(count, mayComeMore); part; part = this.next(count, mayComeMore)) {
			const { to, isolation } = part;
			const indexes: number[] = [];
			let next = part.from;
			for (; next < to && indexes.length < count; next += 1) {
				if (!this.queue.isTaken(next)) indexes.push(next);
			}
			this.putBackRest(part, next);
			for (const index of indexes) this.queue.setTaken(index, true);
			if (isolation?.left === 0) {
				for (const index of indexes) this.queue.setResult(index, fail(notIsolated(isolation)));
			} else if (indexes.length > 0) return { ...part, to: next, indexes };
		}
		return undefined;
	}

	/** Takes one record by itself. */
	takeProbe(index: number, probing: Probing): Batch {
		this.queue.setTaken(index, true);
		return { from: index, to: index + 1, indexes: [index], probing };
	}

	/** Gives the records of a batch back, to be sent in these parts, the last of them first. */
	putBack({ indexes }: Batch, parts: readonly Part[]) {
		for (const index of indexes) this.queue.setTaken(index, false);
		for (const { from, to, isolation } of parts) this.waiting.push({ from, to, isolation });
	}

	/** Gives records that were refused together, and are not sent again, the reason for that. */
	failRefused() {
		for (const { from, to, isolation } of this.waiting) {
			if (!isolation) continue;
			for (let index = from; index < to; index += 1) {
				if (!this.queue.isTaken(index)) this.queue.setResult(index, fail(isolation.failure));
			}
		}
	}

	private next(count: number, mayComeMore: boolean): Part | undefined {
		const part = this.waiting.pop();
		if (part) return part;
		if (this.freshCount === 0 || (this.freshCount < count && mayComeMore)) return undefined;
		const whole = this.fresh;
		this.fresh = { from: whole.to, to: whole.to };
		return whole;
	}

	private putBackRest(part: Part, next: number) {
		if (next >= part.to) return;
		if (part.to === this.fresh.from && !part.isolation && this.waiting.length === 0) {
			this.fresh = { from: next, to: this.fresh.to };
		} else this.waiting.push({ ...part, from: next });
	}
}

/** A time-out costs a minute, a small batch some milliseconds: one step has to do. */
const SHRINK = 4;

/** How many records a batch takes, learned from the batches before it that were too large or timed out. */
export class BatchSize {
	private fits = 0;

	/** @param size of the next batch, at most */
	constructor(public size: number) {}

	accepted(count: number): void {
		this.fits = Math.max(this.fits, count);
	}

	/** The service finds so many too large, and may say how many it takes. */
	tooLarge(count: number, named?: number): void {
		if (named !== undefined) this.size = Math.min(this.size, named);
		// At or below what was accepted before, a batch holds something bulky, and says nothing about others.
		else if (count > Math.max(1, this.fits)) this.shrink(count, 2);
	}

	/** A batch of this size took too long. */
	timedOut(count: number): void {
		this.shrink(count, SHRINK);
	}

	private shrink(count: number, by: number): void {
		this.size = Math.min(this.size, Math.ceil(count / by));
	}
}

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
type Isolation = ReturnType<typeof isolate>;

/** Halving finds each culprit in two requests per level, so that so many requests find them all. */
export const isolate = (failure: Failure, count: number) => ({
	/** Why the batch as a whole was refused. */
	failure,
	/** Requests that it may still take. */
	left: 2 * MAX_CULPRITS * Math.ceil(Math.log2(count)),
	/** Some part of the batch was accepted. */
	accepted: false,
});

/** A record that was refused with others, and not alone. */
const notIsolated = ({ failure }: Isolation) =>
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
 * Distinguishes a refusal that is about single records from one that meets everything, such as an unknown
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
