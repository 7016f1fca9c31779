/** What must hold of every run, from the documentation alone. */
import { behaviours } from './behaviours';
import { isBlank, isNear, KINDS, meaning, type Fields } from './kinds';
import type { Logged, Stored } from './service';
import { SEARCHED, type Pair } from './tables';

export interface Item {
	readonly json: Fields;
	readonly row?: number;
	readonly isFailed: boolean;
}

export interface Run {
	readonly name: string;
	/** Two executions at once, whose items are together here. */
	readonly isOverlapping: boolean;
	/** Why the node stopped. */
	readonly error?: string;
	readonly items: readonly Item[];
	readonly log: readonly Logged[];
	readonly before: readonly Stored[];
	readonly after: readonly Stored[];
}

export interface Violation {
	readonly rule: string;
	readonly run: string;
	readonly text: string;
}

const SILENT = ['rejected', 'ambiguous', 'unchanged', 'skipped', 'failed'];
const show = (value: unknown) => JSON.stringify(value) ?? 'nothing';

/** Reads a pair and its runs; gives what does not hold. */
export function judge(pair: Pair, runs: readonly Run[]): Violation[] {
	const violations: Violation[] = [];
	const { by, rows, mode } = pair;
	const kind = KINDS[pair.kind];
	const service = behaviours[pair.behaviour];
	const isSync = pair.operation === 'sync';
	const isOwnId = !kind.fields.some(({ name }) => name === by);
	const differs = (name: string, a: unknown, b: unknown) => {
		const type = kind.fields.find((field) => field.name === name)?.type ?? 'text';
		return meaning(type, a) !== meaning(type, b);
	};
	const isPerson = pair.kind === 'contact' && by === 'name';

	/** A contact's name is all its parts. */
	const keyIn = (fields: Fields) => {
		const parts = [fields.name, fields.last_name].filter((part) => !isBlank(part));
		return isPerson ? parts.map((part) => String(part).trim()).join(' ') : fields[by];
	};
	const keyed = ({ id, number, fields }: Stored): Fields =>
		isOwnId ? { ...fields, [by]: by === 'id' ? id : number } : fields;
	const relate = (a: Fields, b: Fields): 'same' | 'near' | 'other' => {
		const [x, y] = [keyIn(a), keyIn(b)];
		if (isBlank(x) || isBlank(y)) return 'other';
		if (!differs(by, x, y)) return by === 'email' && differs('name', x, y) ? 'near' : 'same';
		// A row with a family name, and a record that shows none: both readings are possible.
		const isHalf =
			isPerson && (isBlank(a.name) || (isBlank(b.last_name) && isNear(a.name, b.name)));
		return isNear(x, y) || isHalf ? 'near' : 'other';
	};
	const isAlone = (row: Fields) =>
		!rows.some((each) => each !== row && relate(each, row) === 'same');
	const hasKey = (fields: Fields, row: Fields) =>
		!isBlank(row.external_id) && !differs('external_id', fields.external_id, row.external_id);

	const outcomeOf = ({ json, isFailed }: Item): string => {
		if (isFailed) return 'failed';
		if (isSync) return String(json.outcome);
		if (pair.operation === 'upsert') return String((json.response as Fields | undefined)?.status);
		return json.created === true ? 'created' : 'found';
	};
	/** Records without a row follow as items of their own, also where they are only planned to be archived. */
	const isOfRow = ({ json }: Item) => ![json.outcome, json.planned].includes('archived');
	const planOf = (item: Item) => String(item.json.planned ?? outcomeOf(item));
	const plansOf = (run: Run) =>
		new Map(run.items.filter(isOfRow).map((item) => [item.row as number, planOf(item)]));
	const writesOf = (run: Run) => run.log.filter(({ method }) => method !== 'GET');

	/** The outcomes that a row may have, given what was there. */
	function foreseen(row: Fields, before: readonly Stored[]): string[] {
		const active = before.filter(({ archived }) => !archived);
		const revived = before.some(({ fields }) => service.upsertsIntoArchived && hasKey(fields, row));
		if (isBlank(keyIn(row))) return [isSync ? 'rejected' : 'failed'];
		if (isPerson && isBlank(row.name)) return ['rejected', 'failed', 'created', 'skipped', 'found'];
		const [same, near] = (['same', 'near'] as const).map((relation) =>
			active.filter((each) => relate(row, keyed(each)) === relation),
		);
		const others = rows.filter((each) => each !== row);
		const hasNearRow = others.some((other) => relate(row, other) === 'near');
		// One that has a row of its own is not the one that was meant.
		const meant = near.filter((each) => !others.some((row) => relate(row, keyed(each)) === 'same'));
		if (pair.operation === 'upsert') {
			if (same.length > 0 || revived) return ['updated'];
			return isAlone(row) ? ['created'] : ['created', 'updated'];
		}
		if (!isSync) {
			if (same.length > 0) return same.length > 1 ? ['failed', 'found'] : ['found'];
			if (meant.length > 0) return ['found', 'failed'];
			return hasNearRow || !isAlone(row) || revived ? ['found', 'failed', 'created'] : ['created'];
		}
		if (!isAlone(row)) return ['ambiguous', 'rejected'];
		if (same.length > 1) return ['ambiguous'];
		const owner = active.find(({ fields }) => by !== 'external_id' && hasKey(fields, row));
		if (owner && owner !== same[0] && !meant.includes(owner)) return ['ambiguous'];
		const isShared = others.some((each) => isNear(each.external_id ?? '', row.external_id ?? ''));
		const doubt = isShared && !isBlank(row.external_id) ? ['ambiguous', 'rejected'] : [];
		if (same.length === 1) {
			const { fields } = same[0];
			if (mode === 'createOnly') return ['skipped', ...doubt];
			const isDifferent = kind.fields.some(({ name }) => {
				if (row[name] === null)
					return name !== 'external_id' && name !== by && !isBlank(fields[name]);
				return name !== by && !isBlank(row[name]) && differs(name, row[name], fields[name]);
			});
			// Whether a record may get another own ID is said nowhere.
			if (!hasKey(fields, row) && !isBlank(fields.external_id)) doubt.push('ambiguous');
			return [isDifferent ? 'updated' : 'unchanged', ...doubt];
		}
		if (meant.length > 0)
			return ['ambiguous', ...(by === 'external_id' ? [] : ['updated', 'unchanged', 'skipped'])];
		if (mode === 'updateOnly') return ['skipped', ...doubt];
		if (isOwnId) return ['rejected', 'ambiguous'];
		if (hasNearRow) doubt.push('ambiguous');
		return [revived ? 'updated' : 'created', ...doubt];
	}

	runs.forEach((run, at) => {
		const say = (rule: string, text: unknown) =>
			violations.push({ rule, run: run.name, text: typeof text === 'string' ? text : show(text) });
		const plans = plansOf(run);
		const writes = writesOf(run);
		const isDoubtful = [...plans.values()].some((each) => /rejected|ambiguous/.test(each));
		const isGuarded = run.items.some(({ json }) => String(json.reason).startsWith('Nothing was'));
		const isForeseen = service.isFaithful && pair.filter === 'none' && !run.isOverlapping;
		const isExact = !service.changesValues && !service.isFaulty && !run.isOverlapping;

		if (pair.filter === 'empty') {
			if (!run.error || run.log.length > 0) say('emptyFilterTaken', `${run.log.length} requests`);
		} else if (run.error && service.isFaithful) say('failed', run.error);
		if (isGuarded && writes.length > 0) say('writesThoughGuarded', writes[0].path);
		const share = run.isOverlapping ? 2 : 1;
		const countOf = (row: number) => run.items.filter((item) => isOfRow(item) && item.row === row);
		if (!run.error && rows.some((_, row) => countOf(row).length !== share))
			say(
				'pairing',
				run.items.map(({ row }) => row),
			);

		// What is sent, and where it goes.
		for (const { method, body = {}, before, effect, record } of writes) {
			const what = `${method} ${show(body)} into ${show(before)}`;
			for (const [name, value] of Object.entries(body)) {
				const isKey = name === 'externalId' || name === 'external_id' || name === by;
				if (typeof value === 'string' && isBlank(value)) say('blankSent', `${name}: ${what}`);
				if (value === null && isKey) say('keyCleared', `${name}: ${what}`);
				if (value === null && rows.every((row) => row[name] !== null)) say('clearedUnasked', what);
			}
			const after = run.after.find(({ id }) => id === record);
			if (!before || !after) continue;
			const target = keyed({ ...after, fields: before.fields });
			if (effect === 'archived') {
				const row = rows.find((each) => relate(each, target) !== 'other');
				if (row) say('archivedThoughInInput', `${what} for ${show(row)}`);
				if (isDoubtful) say('archivedInDoubt', [...plans.values()]);
				if (isBlank(keyIn(target)) || mode !== 'mirror') say('archivedUnasked', what);
				const isOutside = !show(before.fields).includes(SEARCHED);
				if (pair.filter === 'search' && isOutside) say('archivedOutsideFilter', what);
				continue;
			}
			if (before.archived && method === 'PUT') say('archivedWritten', what);
			const isMeant = (row: Fields) =>
				relate(row, target) !== 'other' || (method === 'POST' && relate(row, body) === 'same');
			const bodyOf = Object.entries(body).filter(([name]) => !name.startsWith('external'));
			const isSent = (row: Fields) =>
				bodyOf.every(([name, value]) => !differs(name, row[name], value));
			if (!rows.some((row) => isMeant(row) && isSent(row))) say('foreignWritten', what);
			const { external_id } = body;
			const isNew = ([name, value]: [string, unknown]) => differs(name, value, before.fields[name]);
			const isChange = [...bodyOf, ['external_id', external_id ?? before.fields.external_id]];
			if (isSync && isExact && !before.archived && !isChange.some((each) => isNew(each as never)))
				say('needlessWrite', what);
		}
		const isRefused = (outcome = '') => SILENT.includes(outcome);
		if (isExact && !service.uniqueEmail)
			for (const [index, outcome] of plans) {
				const isOf = (row: Fields, body?: Fields) => body && relate(row, body) === 'same';
				const sent = writes.find(
					({ method, body }) => method === 'POST' && isOf(rows[index], body),
				);
				const isOfOther = rows.some(
					(row, at) => isOf(row, sent?.body) && !isRefused(plans.get(at)),
				);
				if (isRefused(outcome) && sent && !isOfOther) say('refusedButSent', sent.body);
			}
		if (isForeseen && !run.error)
			for (const [index, outcome] of plans) {
				const allowed = foreseen(rows[index], run.before);
				const { json } = run.items.find(({ row }) => row === index) as Item;
				if (!allowed.includes(outcome))
					say(
						`${outcome}, not ${allowed[0]}`,
						`${show(rows[index])} ${show(json._error ?? json.error)}`,
					);
			}
		if (isForeseen && !run.error && mode === 'mirror' && !isDoubtful && !isGuarded) {
			const isGone = (each: Stored) =>
				!each.archived && !rows.some((row) => relate(row, keyed(each)) !== 'other');
			const gone = run.before.filter((each) => isGone(each) && !isBlank(keyIn(keyed(each))));
			const archived = run.items.filter(({ json }) => json.outcome === 'archived');
			if (gone.length !== archived.length) say('mirror', `${archived.length} of ${gone.length}`);
		}
		if (run.name === 'dry') {
			if (writes.length > 0) say('dryWrites', writes[0].path);
			const next = runs[at + 1];
			const real = plansOf(next);
			const isKnown = (outcome: string) => outcome !== 'created' || !service.upsertsIntoArchived;
			const isAlike = [...plans].every(([row, each]) => each === real.get(row) || !isKnown(each));
			if (service.isFaithful && (!isAlike || Boolean(run.error) !== Boolean(next.error)))
				say('dryDiffers', `${show([...plans])}, then ${show([...real])}`);
			return;
		}

		// What came of it.
		for (const { effect, record } of run.log) {
			const made = run.after.find(({ id }) => id === record);
			if (effect !== 'created' || !made || isOwnId) continue;
			const sisters = run.after.filter(
				(each) => each.number < made.number && relate(made.fields, each.fields) === 'same',
			);
			for (const { id, number, archived, madeBy } of sisters) {
				const isOld = run.before.some((each) => each.id === id);
				// What the list or a filter hides, and this process has not made lately, nobody knows.
				const isHidden = service.hidesRecords && (madeBy === 'before' || run.name === 'later');
				const isUnread = pair.filter === 'search' && by !== 'external_id';
				if (!archived && !isHidden && !isUnread && (madeBy === 'node' || isOld))
					say('createdTwice', `${show(keyIn(made.fields))}: ${made.number} beside ${number}`);
			}
		}
		const words = run.error || service.isFaulty ? [] : ['created', 'updated', 'archived'];
		for (const word of pair.operation === 'findOrCreate' ? words.slice(0, 1) : words) {
			const said = run.items.filter((item) => outcomeOf(item) === word).length;
			const done = run.log.filter(({ effect }) => effect === word).length;
			if (said !== done) say('words', `${said} ${word}, but ${done} done`);
		}
		for (const item of run.items) {
			const row = rows[item.row ?? -1];
			const record = run.after.find(
				({ id, number }) => item.json.id === id || item.json.id == number,
			);
			const outcome = outcomeOf(item);
			const holder = run.after.find(({ fields }) => fields.email === row?.email);
			if (
				outcome === 'rejected' &&
				service.uniqueEmail &&
				holder &&
				writes.some(({ status }) => status === 400)
			)
				if (!isBlank(row.email) && !show(item.json).includes(holder.id))
					say('holderUnnamed', item.json);
			if (!record || !row || item.isFailed) continue;
			if (outcome === 'found' && record.archived) say('archivedFound', item.json);
			const isLeft = SILENT.includes(outcome) ? outcome !== 'unchanged' : mode === 'leave';
			if (isLeft || !isOfRow(item) || !isExact || !isAlone(row)) continue;
			for (const { name } of kind.fields)
				if (name !== by && !isBlank(row[name]) && differs(name, row[name], record.fields[name]))
					say('notWritten', `${outcome}, ${name} ${show(row[name])}: ${show(record.fields)}`);
		}

		// A second run has nothing to write, a third one where the service rewrites.
		const isRepeated = at > 0 && (pair.behaviour !== 'rewrites' || run.name === 'third');
		const writesAlways = isSync
			? pair.behaviour === 'emptyTwice'
			: mode === 'update' || pair.operation === 'upsert';
		const isUnknown = service.hidesRecords && pair.behaviour === 'cut' && run.name === 'later';
		// A row may have waited for an external ID that another row has replaced.
		const isFreed = runs[at - 1]?.log.some(
			({ effect, before, body }) =>
				effect === 'updated' &&
				!isBlank(before?.fields.external_id) &&
				!isBlank(body?.external_id) &&
				before?.fields.external_id !== body?.external_id,
		);
		const again = writes.filter(({ status }) => status < 400);
		if (
			isRepeated &&
			runs[at - 1].name !== 'dry' &&
			!writesAlways &&
			!isUnknown &&
			!isFreed &&
			!runs[at - 1].error
		)
			if (!service.isFaulty && pair.behaviour !== 'othersWrite' && again.length > 0)
				say('writesAgain', again.map(({ method, body }) => `${method} ${show(body)}`).join(', '));
	});
	return violations;
}
