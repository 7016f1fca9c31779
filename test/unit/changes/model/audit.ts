/**
 * Which events are owed and which are false, by what the models know: nothing here asks the search for changes.
 * What a trigger has told counts by state, as n8n may go back to an earlier one.
 */
import type { Start } from '../../../../nodes/shared/changes/step';
import type { State } from '../../../../nodes/shared/changes/state';
import type { ListRow, ServiceModel, Stored } from './service';
import type { Delivered, Read, WatcherSettings } from './watcher';

/** What has happened on the way to a state. */
interface Past {
	/** The first read, when it was. */
	readonly begin: number;
	readonly end: number;
	/** States of records that were there before, and count for nothing. */
	readonly before: ReadonlySet<number>;
	/** States that were told. */
	readonly told: ReadonlySet<number>;
	/** Records of which something was told, or that were there before. */
	readonly ids: ReadonlySet<string>;
	readonly created: ReadonlySet<string>;
	readonly archived: ReadonlySet<string>;
	/** Values of the watched fields that were told, or were there before. */
	readonly values: ReadonlySet<string>;
}

const NOTHING: Past = {
	begin: Infinity,
	end: Infinity,
	before: new Set(),
	told: new Set(),
	ids: new Set(),
	created: new Set(),
	archived: new Set(),
	values: new Set(),
};

const valuesOf = ({ id, a, b }: ListRow) => `${id} ${a} ${b}`;
const dateOf = ({ created, updated }: ListRow) => Math.max(created, updated);
const add = <T>(set: ReadonlySet<T>, more: Iterable<T>) => new Set([...set, ...more]);

export class Audit {
	private readonly pasts = new WeakMap<State, Past>();

	constructor(
		private readonly service: ServiceModel,
		private readonly settings: WatcherSettings,
	) {}

	/** Takes in a poll. @returns what is wrong with its events */
	take(before: State | undefined, read: Read): string[] {
		const past = (before && this.pasts.get(before)) ?? {
			...NOTHING,
			begin: read.begin,
			end: read.end,
		};
		const isFirst = past.begin === read.begin;
		const old = isFirst ? read.rows.filter((row) => this.isOld(row)) : [];
		const base = {
			...past,
			before: add(
				past.before,
				old.map(({ serial }) => serial),
			),
			ids: add(
				past.ids,
				old.map(({ id }) => id),
			),
			values: add(past.values, old.map(valuesOf)),
		};
		const wrong = read.events.flatMap((event) => this.wrongWith(event, base, read));
		const shown = read.events.flatMap(({ record }) => record ?? []);
		const of = (kind: string) => read.events.filter(({ event }) => event === kind);
		const silent = this.settings.rules.events.includes('created') ? [] : read.rows;
		this.pasts.set(read.state, {
			...base,
			told: add(
				base.told,
				shown.map(({ serial }) => serial),
			),
			ids: add(
				base.ids,
				[...shown, ...silent].map(({ id }) => id),
			),
			created: add(
				base.created,
				of('created').map(({ id }) => id),
			),
			archived: add(
				base.archived,
				of('archived').map(({ id }) => id),
			),
			values: add(base.values, shown.map(valuesOf)),
		});
		return wrong;
	}

	/** The states that were told on the way to a state. */
	told(state: State | undefined): ReadonlySet<number> {
		return ((state && this.pasts.get(state)) ?? NOTHING).told;
	}

	/** What ought to have been told by now and was not. */
	lost(state: State | undefined): string[] {
		const past = (state && this.pasts.get(state)) ?? NOTHING;
		return this.service.records.flatMap((record) => {
			const row = this.service.shown(record, this.service.now);
			return row ? this.lostOf(record, row, past) : this.lostArchive(record, past);
		});
	}

	private lostArchive({ id, archivedAt }: Stored, past: Past): string[] {
		const isOwed =
			archivedAt !== undefined &&
			this.settings.rules.events.includes('archived') &&
			past.ids.has(id);
		return isOwed && !past.archived.has(id) ? [`${id} was archived`] : [];
	}

	private lostOf(record: Stored, row: ListRow, past: Past): string[] {
		const { rules } = this.settings;
		if (!this.isOwed(row.visibleAt, row, past)) return [];
		const name = `${row.id} #${row.serial}`;
		if (!rules.events.includes('updated')) {
			const isLost = this.isCreatedSince(record, past) && !past.created.has(row.id);
			return isLost ? [`${name} was created`] : [];
		}
		if (!rules.events.includes('created') && !this.isOlder(record, past)) return [];
		if (!rules.watches) return past.told.has(row.serial) ? [] : [`${name} was changed`];
		const watched = record.writes
			.filter(({ field, visibleAt }) => field !== 'c' && visibleAt <= this.service.now)
			.map(({ visibleAt, updated }) => ({ visibleAt, updated: Math.max(updated, row.created) }));
		const isWatched = watched.some((write) =>
			this.isOwed(write.visibleAt, { ...row, updated: write.updated }, past),
		);
		return isWatched && !past.values.has(valuesOf(row)) ? [`${name} has other values`] : [];
	}

	/** Whether a state is surely one that a person waits for. */
	private isOwed(visibleAt: number, row: ListRow, past: Past): boolean {
		const { kind, start } = this.settings;
		if (start === 'now') return visibleAt > past.end;
		if (start === 'all') return true;
		return kind === 'withoutUpdated'
			? visibleAt > past.end || row.created >= start
			: dateOf(row) >= start;
	}

	/** Whether a row of the first read counts for nothing. */
	private isOld(row: ListRow): boolean {
		const { kind, start } = this.settings;
		if (start === 'now') return true;
		return start !== 'all' && (kind === 'withoutUpdated' ? row.created : dateOf(row)) < start;
	}

	private isCreatedSince({ created, writes }: Stored, past: Past): boolean {
		const { start, kind } = this.settings;
		const isSeen = Math.min(...writes.map(({ visibleAt }) => visibleAt)) > past.end;
		if (start === 'now' || kind === 'withoutCreated') return isSeen;
		return start === 'all' || created >= start;
	}

	/** Whether a record was surely there before the changes that a person waits for. */
	private isOlder({ created, writes }: Stored, past: Past): boolean {
		const { start } = this.settings;
		if (start === 'now') return writes[0].visibleAt <= past.begin;
		return start !== 'all' && created < start;
	}

	private wrongWith(event: Delivered, past: Past, read: Read): string[] {
		const { id, record: row } = event;
		const { archivedAt = Infinity } = this.service.records.find((each) => each.id === id)!;
		const name = `${event.event} ${id} #${row?.serial}`;
		if (event.event === 'archived') {
			return [
				...(archivedAt > read.end ? [`${name}: it is not archived`] : []),
				...(past.archived.has(id) ? [`${name}: told twice`] : []),
			];
		}
		if (!row) return [`${name}: no record`];
		return [
			...(past.told.has(row.serial) ? [`${name}: told twice`] : []),
			...(past.before.has(row.serial) ? [`${name}: was there before`] : []),
			...this.wrongTime(row, past, read).map((words) => `${name}: ${words}`),
			...this.wrongKind(event, row, past, read).map((words) => `${name}: ${words}`),
		];
	}

	private wrongTime(row: ListRow, past: Past, read: Read): string[] {
		const { start, kind } = this.settings;
		if (typeof start !== 'number') return [];
		const isFirst = past.begin === read.begin;
		const date = kind === 'withoutUpdated' ? (isFirst ? row.created : Infinity) : dateOf(row);
		return date < start ? ['is older than the date'] : [];
	}

	private wrongKind({ event, changed }: Delivered, row: ListRow, past: Past, read: Read): string[] {
		const { start, kind, rules } = this.settings;
		const record = this.service.records.find(({ id }) => id === row.id)!;
		const isKnown = past.ids.has(row.id);
		if (event === 'created') {
			return isKnown ? ['was known'] : this.wrongCreated(start, record, past);
		}
		const isFirstRead = past.begin === read.begin;
		const isUnknowable = kind === 'withoutCreated' && isFirstRead;
		return [
			...(!isKnown && this.isCreatedSince(record, past) && !isUnknowable ? ['is new'] : []),
			...(rules.watches && past.values.has(valuesOf(row)) ? ['nothing watched changed'] : []),
			...(rules.watches && changed?.length === 0 ? ['names no field'] : []),
		];
	}

	private wrongCreated(start: Start, { created, writes }: Stored, past: Past): string[] {
		const { kind } = this.settings;
		const isBefore = writes[0].visibleAt <= past.begin;
		if (start === 'now') return isBefore ? ['was there before'] : [];
		return typeof start === 'number' && kind !== 'withoutCreated' && created < start
			? ['was created before']
			: [];
	}
}
