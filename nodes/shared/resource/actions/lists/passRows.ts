import type { IDataObject } from 'n8n-workflow';

import { digestOf } from '../../../execution';
import type { KeySet } from '../../../http';
import type { Resource } from '../../definition/resource';
import { CompactKeys } from './compactKeys';
import { isStrictlyIn, RowDirection } from './order';

/** Remembers the identifiers of rows, and those of other passes. */
export interface RowKeys extends KeySet {
	addAll(other: this): void;
	clear(): void;
}

/** Identifiers as they are: rows that are kept have them anyway. */
export class FullKeys extends Set<string> implements RowKeys {
	addAll(other: FullKeys): void {
		for (const key of other) this.add(key);
	}
}

/** Where the rows of a list go as they come, so that nobody has to keep them. */
export interface RowSink {
	/** What was given before the present pass; undefined in the first one. */
	given?: CompactKeys;
	/** Takes rows that were not given before; a failure ends the reading. */
	take(rows: readonly IDataObject[]): Promise<void>;
}

/** The rows of one pass over a list, or what has to be known of them. */
export interface PassRows {
	/** The rows, as far as they are kept. */
	kept: IDataObject[];
	readonly count: number;
	readonly first?: IDataObject;
	readonly keys: RowKeys;
	add(rows: readonly IDataObject[]): Promise<void>;
	/** Whether they come in this stable order, no two alike. */
	isStrictlyIn(order: string): boolean;
	/** Whether the other ones are the same rows from the other end. */
	isReverseOf(other: PassRows): boolean;
	/** No more rows of this pass come. */
	end(): void;
}

type KeyOf = (row: IDataObject) => string | undefined;

/** Rows that are kept. */
export class KeptRows implements PassRows {
	readonly keys = new FullKeys();

	kept: IDataObject[] = [];

	constructor(
		private readonly resource: Resource,
		private readonly keyOf: KeyOf,
	) {}

	get count() {
		return this.kept.length;
	}

	get first(): IDataObject | undefined {
		return this.kept[0];
	}

	async add(rows: readonly IDataObject[]) {
		for (const row of rows) this.kept.push(row);
	}

	isStrictlyIn(order: string) {
		return isStrictlyIn(this.resource, order, this.kept);
	}

	isReverseOf({ kept: others }: PassRows) {
		const { kept, keyOf } = this;
		return (
			kept.length === others.length &&
			kept.every((row, index) => keyOf(row) === keyOf(others[others.length - 1 - index]))
		);
	}

	end() {}
}

/** Rows that are given to a sink, and of which no more is kept than 64 bits each. */
export class GivenRows implements PassRows {
	readonly keys = new CompactKeys();

	kept: IDataObject[] = [];

	count = 0;

	first?: IDataObject;

	private readonly direction: RowDirection;
	private readonly sequence = new KeySequence();

	/** @param limit rows of a pass after which none is given any more */
	constructor(
		resource: Resource,
		private readonly keyOf: KeyOf,
		private readonly sink: RowSink,
		private readonly limit: number,
	) {
		this.direction = new RowDirection(resource);
	}

	async add(rows: readonly IDataObject[]) {
		const { given } = this.sink;
		const wanted = rows.slice(0, Math.max(0, this.limit - this.count));
		this.first ??= rows[0];
		this.count += rows.length;
		for (const row of rows) {
			this.direction.add(row);
			this.sequence.add(this.keyOf(row) ?? '');
		}
		const isNew = (row: IDataObject) => {
			const key = this.keyOf(row);
			return key === undefined || given!.add(key);
		};
		await this.sink.take(given ? wanted.filter(isNew) : wanted);
	}

	isStrictlyIn(order: string) {
		return this.direction.isStrictlyIn(order);
	}

	isReverseOf(other: GivenRows) {
		return this.count === other.count && this.sequence.isReverseOf(other.sequence);
	}

	end() {
		this.sink.given ??= this.keys;
	}
}

/** The order in which keys came, as two polynomials over their hashes: one for each end to begin from. */
class KeySequence {
	private forward = [0, 0];
	private backward = [0, 0];
	private power = [1, 1];

	add(key: string) {
		for (const [half, hash] of digestOf(key).entries()) {
			this.forward[half] = (Math.imul(this.forward[half], MULTIPLIER) + hash) | 0;
			this.backward[half] = (this.backward[half] + Math.imul(hash, this.power[half])) | 0;
			this.power[half] = Math.imul(this.power[half], MULTIPLIER);
		}
	}

	isReverseOf({ backward }: KeySequence) {
		return this.forward.every((value, half) => value === backward[half]);
	}
}

const MULTIPLIER = 0x9e3779b1;
