/** A service whose records change, with what may go wrong in its lists; for tests of what is told of them. */
import type { IDataObject } from 'n8n-workflow';

import type { Received, Reply } from '../../../testing/services/customService';
import { useCustomEngine } from '../../../testing/setUp';
import { watcherOf } from '../../../testing/watch';

/** How the service behaves. */
export interface Behaviour {
	/** What Get adds to a record; undefined: Get does not find it. */
	get?: (record: IDataObject) => IDataObject | undefined;
	/** Changes the rows of a page before they are sent. */
	page?: (rows: IDataObject[], query: Readonly<Record<string, string>>) => IDataObject[];
	/** A status in the place of a list. */
	fails?: (query: Readonly<Record<string, string>>) => number | undefined;
	/** What whoami shows beside the user. */
	whoami?: IDataObject;
	/** Whether lists say how many records there are. */
	hasTotal?: boolean;
	/** How far the clock that dates the records is ahead of the true one, milliseconds. */
	clock?: number;
	/** How far the one of the `Date` header is; undefined: no header. */
	date?: number;
}

const START = Date.UTC(2030, 0, 1);
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

export const allEvents = { events: ['created', 'updated', 'archived'] };

export class ChangingService {
	/** The true time. */
	now = START;
	readonly records = new Map<string, IDataObject>();
	readonly archived = new Map<string, IDataObject>();

	constructor(readonly is: Behaviour = {}) {
		this.is = { date: 0, ...is };
	}

	/** The time as records bear it. */
	stamp(ahead = 0) {
		return new Date(this.now + (this.is.clock ?? 0) + ahead).toISOString();
	}

	/** Creates records, a second apart. */
	create(count: number, more: IDataObject = {}) {
		for (let n = 0; n < count; n += 1) {
			this.now += 1000;
			const number = this.records.size + this.archived.size + 1;
			const time = this.stamp();
			const id = `id-${number}`;
			const row = {
				id,
				company_id: number,
				name: `N ${number}`,
				created_at: time,
				updated_at: time,
			};
			this.records.set(id, { ...row, ...more });
		}
	}

	update(id: string, more: IDataObject = {}) {
		this.now += 1000;
		this.records.set(id, { ...this.records.get(id), updated_at: this.stamp(), ...more });
	}

	archive(id: string) {
		this.archived.set(id, this.records.get(id)!);
		this.records.delete(id);
	}

	restore(id: string) {
		this.records.set(id, this.archived.get(id)!);
		this.archived.delete(id);
	}

	readonly reply = ({ path, query }: Pick<Received, 'path' | 'query'>): Reply => {
		const { date, hasTotal = true } = this.is;
		const headers: Record<string, string> =
			date === undefined ? { date: '' } : { date: new Date(this.now + date).toUTCString() };
		if (path.includes('whoami'))
			return {
				headers,
				body: { data: { user_id: 'u', auth_mode: 'x', principal_key: 'k', ...this.is.whoami } },
			};
		const id = /\/(id-\d+)$/.exec(path)?.[1];
		if (id) {
			const record = this.records.get(id) ?? this.archived.get(id)!;
			const shown = this.records.has(id) ? record : (this.is.get ?? ((each) => each))(record);
			return shown ? { headers, body: shown } : { headers, status: 404, body: {} };
		}
		const status = this.is.fails?.(query);
		if (status) return { headers, status, body: { message: 'not now' } };
		const { sort = '', page = '1', limit = '100' } = query;
		const key = sort.replace('-', '');
		const sign = sort.startsWith('-') ? -1 : 1;
		const rows = [...this.records.values()].sort((one, other) => {
			const [a, b] = [one[key] ?? null, other[key] ?? null];
			if (key === '' || a === b) return 0;
			// Null last in both directions.
			if (a === null || b === null) return a === null ? 1 : -1;
			return sign * (a < b ? -1 : 1);
		});
		const start = (Number(page) - 1) * Number(limit);
		const given = rows.slice(start, start + Number(limit));
		const data = this.is.page ? this.is.page(given, query) : given;
		return { headers, body: { data, ...(hasTotal ? { total: rows.length } : {}) } };
	};
}

/** Such a service, and what makes triggers of its records. */
export function useChanging() {
	const { service, n8n, credentials } = useCustomEngine();
	const watch = watcherOf(n8n, 'workspaceRecordsTrigger', credentials);
	/** A trigger at a service of its own, with all that it has told. */
	const watching = (is: Behaviour = {}, parameters: IDataObject = {}) => {
		const model = new ChangingService(is);
		service.reply = model.reply;
		const form: IDataObject = { resource: 'company', startFrom: 'now', ...parameters };
		const trigger = watch(form);
		const told: IDataObject[] = [];
		/** One poll, so long after the one before. */
		const poll = async (mode?: 'activate', everyMs = 60_000) => {
			model.now += everyMs;
			const before = service.requests.length;
			const { items, error } = await trigger.poll({ mode, clock: model.now });
			told.push(...items);
			const requests = service.requests.length - before;
			return { told: items.map(named), items, error, message: error?.message, requests };
		};
		/** Polls that must not fail. */
		const polls = async (times = 1, mode?: 'activate', everyMs?: number) => {
			for (let n = 0; n < times; n += 1) {
				const { error } = await poll(mode, everyMs);
				if (error) throw error;
			}
		};
		/** Polls before each of which records are created. */
		const grow = async (times: number, everyMs?: number, count = 1) => {
			for (let n = 0; n < times; n += 1) {
				model.create(count);
				await polls(1, undefined, everyMs);
			}
		};
		/** Which records such an event was told of. */
		const ids = (event: string) => told.filter((each) => each.event === event).map(({ id }) => id);
		return { model, form, trigger, told, ids, poll, polls, grow };
	};
	return { service, watch, watching };
}

/** An event in short: `created id-7`. */
export const named = ({ event, id }: IDataObject) => `${String(event)} ${String(id)}`;
