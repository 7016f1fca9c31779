/**
 * A service with one kind of record, as the specification describes it: records have a time of creation and
 * of the last update, delete archives, a list shows what is not archived. What the specification leaves open
 * is as bad as it may be: a change becomes visible some time after the time that it carries, times are
 * coarse, a list shows each of its rows as it was at another moment of the read.
 */

/** The fields of a record; each change writes a value that was never used before. */
export interface Fields {
	readonly a: number;
	readonly b: number;
	readonly c: number;
}

/** A change of a field. A record is created with the first one. */
interface Write {
	/** Different for every change; also the value that it writes. */
	readonly serial: number;
	readonly field: keyof Fields;
	/** The time that it carries: when its transaction began. */
	readonly updated: number;
	/** When it was stored, and so became visible. */
	readonly visibleAt: number;
}

export interface Stored {
	readonly id: string;
	readonly created: number;
	readonly writes: Write[];
	archivedAt?: number;
}

/** A record as it is at some moment. */
export interface ListRow extends Fields {
	readonly id: string;
	readonly created: number;
	readonly updated: number;
	/** Different for every state of every record. */
	readonly serial: number;
	/** When it came into this state. */
	readonly visibleAt: number;
}

export interface ServiceSettings {
	/** Times are rounded down to this many milliseconds. */
	readonly tick: number;
	/** How far the clock of the `Date` header is ahead of the one of the records; undefined: no header. */
	readonly dateAhead?: number;
}

export class ServiceModel {
	/** The clock of the records. */
	now = Date.UTC(2026, 0, 31);

	readonly records: Stored[] = [];

	private serials = 0;

	constructor(private readonly settings: ServiceSettings) {}

	private stamp = (time: number) => Math.floor(time / this.settings.tick) * this.settings.tick;

	/**
	 * Creates records in one transaction, which is stored `late` milliseconds after it began.
	 *
	 * @param ahead how far their time of update lies in the future
	 */
	create(count: number, late: number, ahead = 0) {
		for (let index = 0; index < count; index += 1) {
			const id = `r${this.records.length}`;
			const created = this.stamp(this.now);
			const record: Stored = { id, created, writes: [] };
			this.records.push(record);
			this.write(record, 'a', late, ahead);
		}
	}

	/** Changes a field of some records in one transaction. */
	update(records: readonly Stored[], field: keyof Fields, late: number) {
		for (const record of records) {
			if (record.archivedAt !== undefined) continue;
			// Nobody changes what is not there yet.
			if (this.shown(record, this.now)) this.write(record, field, late);
		}
	}

	archive(records: readonly Stored[]) {
		for (const record of records) {
			if (record.writes.every(({ visibleAt }) => visibleAt <= this.now)) {
				record.archivedAt ??= this.now;
			}
		}
	}

	/** A record as everybody sees it at a moment; undefined where nobody does. */
	shown(
		{ id, created, writes, archivedAt = Infinity }: Stored,
		moment: number,
	): ListRow | undefined {
		const visible = writes
			.filter(({ visibleAt }) => visibleAt <= moment)
			.sort((one, other) => one.visibleAt - other.visibleAt || one.serial - other.serial);
		const last = visible.at(-1);
		if (!last || archivedAt <= moment) return undefined;
		const { updated, serial, visibleAt } = last;
		const written = Object.fromEntries(visible.map((write) => [write.field, write.serial]));
		return { a: 0, b: 0, c: 0, ...written, id, created, updated, serial, visibleAt };
	}

	/** The list as a read that begins now sees it; each row at a moment of its own within `tookMs`. */
	list(tookMs: number, random: () => number): ListRow[] {
		return this.records
			.flatMap((record) => this.shown(record, this.now + Math.floor(random() * tookMs)) ?? [])
			.sort(() => random() - 0.5);
	}

	/** The `Date` header of a response that is sent now; it has whole seconds. */
	get date(): number | undefined {
		const { dateAhead } = this.settings;
		return dateAhead === undefined ? undefined : Math.floor((this.now + dateAhead) / 1000) * 1000;
	}

	private write({ writes }: Stored, field: keyof Fields, late: number, ahead = 0) {
		this.serials += 1;
		const updated = this.stamp(this.now) + ahead;
		writes.push({ serial: this.serials, field, updated, visibleAt: this.now + late });
	}
}
