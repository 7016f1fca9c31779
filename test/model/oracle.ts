/** What must hold of every run, from the documentation alone. */
import { behaviours } from './behaviours';
import { isBlank, isNear, KINDS, meaning, type Fields } from './kinds';
import type { Logged, Stored } from './service';
import { SEARCHED, type Pair } from './tables';

/** An item that came out; that of a record has no row, one of the error output the outcome `failed`. */
export type Item = { json: Fields; row: number; outcome: string };
type Tables = { before: Stored[]; after: Stored[] };
/** `error` is why the node stopped; two executions at once have their items together. */
export type Run = Tables & { name: string; isOverlapping: boolean; error?: string } & Came;
type Came = { items: Item[]; log: Logged[] };
export type Violation = ReturnType<typeof judge>[number];

const DOUBT = ['ambiguous', 'rejected'];
const SILENT = [...DOUBT, 'unchanged', 'skipped', 'failed'];
const show = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** Reads a pair and its runs; gives what does not hold. */
export function judge(pair: Pair, runs: readonly Run[]) {
	const violations: Array<{ rule: string; run: string; text: string }> = [];
	const { by, rows, mode, filter, operation, behaviour } = pair;
	const { fields: columns } = KINDS[pair.kind];
	const service = behaviours[behaviour];
	const isSync = operation === 'sync';
	const isOwnId = !columns.some(({ name }) => name === by);
	const isPerson = pair.kind === 'contact' && by === 'name';
	const isId = by === 'external_id' || isOwnId;

	const differs = (name: string, a: unknown, b: unknown) => {
		const type = columns.find((column) => column.name === name)?.type;
		return meaning(type, a) !== meaning(type, b);
	};
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
		if (!differs(by, x, y)) return by === 'email' && differs('', x, y) ? 'near' : 'same';
		// A row with a family name, and a record that shows none: both readings are possible.
		const isPart = isBlank(a.name) || (isBlank(b.last_name) && isNear(a.name, b.name));
		return isNear(x, y) || (isPerson && isPart) ? 'near' : 'other';
	};
	const isSame = (a: Fields, b: Fields) => relate(a, b) === 'same';
	const isClose = (a: Fields, b: Fields) => relate(a, b) !== 'other';
	const hasKey = (fields: Fields, row: Fields) =>
		!isBlank(row.external_id) && !differs('external_id', fields.external_id, row.external_id);
	/** A day that is shown in a form of which nobody knows what it means: it is written in every run. */
	const isUnread = (row: Fields) => behaviour === 'otherTimes' && !isBlank(row.due_date);
	const othersOf = (row: Fields) => rows.filter((each) => each !== row);
	const isAlone = (row: Fields) =>
		!othersOf(row).some((each) => isSame(each, row) || hasKey(each, row));

	/** Records without a row follow as items of their own, also those that are only planned to be archived. */
	const isOfRow = ({ json, row }: Item) =>
		rows[row] &&
		![json.outcome, json.planned].includes('archived') &&
		(json.outcome !== 'rejected' || json._row !== undefined);
	const ofRows = (run: Run) => run.items.filter(isOfRow);
	const plansOf = (run: Run) =>
		new Map(ofRows(run).map(({ row, json, outcome }) => [row, show(json.planned ?? outcome)]));

	/** The outcomes that a row may have, given what was there. */
	function foreseen(row: Fields, before: readonly Stored[], isDry: boolean): string[] {
		if (isBlank(keyIn(row))) return ['rejected', 'failed'];
		if (isPerson && isBlank(row.name)) return [...SILENT, 'created', 'updated', 'found'];
		// Nobody can prove whose an external ID is that look-ups ignore.
		const isUnproven = service.ignoresExternalId && !isBlank(row.external_id);
		const active = before.filter(({ archived }) => !archived);
		const isRevived =
			service.upsertsIntoArchived && before.some(({ fields }) => hasKey(fields, row));
		const create = isRevived && !isDry ? 'updated' : 'created';
		const same = active.filter((each) => isSame(row, keyed(each)));
		// One that has a row of its own is not the one that was meant.
		const near = active.filter(
			(each) => isClose(row, keyed(each)) && !rows.some((other) => isSame(other, keyed(each))),
		);
		const owner = active.find(({ fields }) => by !== 'external_id' && hasKey(fields, row));
		const isCrowded = !isAlone(row) || othersOf(row).some((other) => !isId && isClose(row, other));
		if (operation === 'upsert')
			return [same.length > 0 ? 'updated' : create, ...(isAlone(row) ? [] : ['updated'])];
		if (!isSync) {
			const isProven = !isUnproven || by !== 'external_id';
			if (same.length > 0) return same.length > 1 || !isProven ? ['found', 'failed'] : ['found'];
			// Whether one that has the external ID only is the one that was meant is said nowhere.
			const isOpen = isPerson || isId || isCrowded || isRevived || isUnproven;
			if (near.length > 0 || owner) return ['found', 'failed', ...(isOpen ? ['created'] : [])];
			return ['created', ...(isCrowded || isRevived || isUnproven ? ['found', 'failed'] : [])];
		}
		const doubt = isCrowded ? DOUBT : [];
		if (rows.some((other) => other !== row && isSame(other, row))) return DOUBT;
		if (same.length > 1) return ['ambiguous', ...doubt];
		if (owner && owner !== same[0]) return [...DOUBT, ...(near.includes(owner) ? SILENT : [])];
		if (same.length === 1) {
			const { fields } = same[0];
			if (mode === 'createOnly') return ['skipped', ...doubt];
			const isDifferent = columns.some(({ name }) => {
				if (name === by || row[name] === undefined) return false;
				if (row[name] === null) return name !== 'external_id' && !isBlank(fields[name]);
				return !isBlank(row[name]) && differs(name, row[name], fields[name]);
			});
			// Nor is it said whether a record may get another own ID.
			const isKept = isBlank(fields.external_id) || hasKey(fields, row);
			const isWritten = isDifferent || isUnread(row);
			return [isWritten ? 'updated' : 'unchanged', ...doubt, ...(isKept ? [] : DOUBT)];
		}
		if (near.length > 0)
			return isId ? DOUBT : [...SILENT, 'updated', ...(isPerson ? [create] : [])];
		if (mode === 'updateOnly') return ['skipped', ...doubt];
		return isOwnId ? DOUBT : [create, ...doubt, ...(isUnproven ? DOUBT : [])];
	}

	runs.forEach((run, at) => {
		const check = (rule: string, isBroken: unknown, ...text: unknown[]) => {
			if (isBroken) violations.push({ rule, run: run.name, text: text.map(show).join(' ') });
		};
		const [last, next] = [runs[at - 1], runs[at + 1]];
		const { error, items, log, before, after, isOverlapping } = run;
		const plans = plansOf(run);
		const writes = log.filter(({ method }) => method !== 'GET');
		const isDoubtful = [...plans.values()].some((each) => DOUBT.includes(each));
		const isGuarded = items.some(({ json }) => String(json.reason).startsWith('Nothing was'));
		const isForeseen = service.isFaithful && filter === 'none' && !isOverlapping && !error;
		const isExact = !service.changesValues && !service.isFaulty && !isOverlapping;
		const isUnknown = behaviour === 'cut' && run.name === 'later';

		check('emptyFilterTaken', filter === 'empty' && (!error || log.length > 0), log.length);
		check('failed', error && filter !== 'empty' && service.isFaithful, error);
		check('writesThoughGuarded', isGuarded && writes.length > 0, writes);
		const times = rows.map((_, index) => ofRows(run).filter(({ row }) => row === index).length);
		const isPaired = times.every((each) => each === (isOverlapping ? 2 : 1));
		check('pairing', !error && !isPaired, times);

		// What is sent, and where it goes.
		for (const { method, body = {}, before: then, effect, record } of writes) {
			const what = [method, body, 'into', then];
			for (const [name, value] of Object.entries(body)) {
				const isKey = name.startsWith('external') || name === by;
				check('blankSent', typeof value === 'string' && isBlank(value), name, ...what);
				check('keyCleared', value === null && isKey, name, ...what);
				const isAsked = rows.some((row) => row[name] === null);
				check('clearedUnasked', value === null && !isKey && !isAsked, name, ...what);
			}
			const now = after.find(({ id }) => id === record);
			if (!then || !now) continue;
			const { fields, archived } = then;
			const target = keyed({ ...now, fields });
			if (effect === 'archived') {
				const isInInput = rows.some((row) => isClose(row, target));
				check('archivedThoughInInput', isInInput, ...what);
				check('archivedInDoubt', isDoubtful, [...plans]);
				check('archivedUnasked', isBlank(keyIn(target)) || mode !== 'mirror', ...what);
				const isOutside = filter === 'search' && !show(fields).includes(SEARCHED);
				check('archivedOutsideFilter', isOutside, ...what);
				continue;
			}
			check('archivedWritten', archived && method === 'PUT', ...what);
			const sent = Object.entries(body).filter(([name]) => !name.startsWith('external'));
			const isItsRow = (row: Fields) =>
				(isClose(row, target) || ((method === 'POST' || !isSync) && hasKey(fields, row))) &&
				sent.every(([name, value]) => !differs(name, row[name], value));
			check('foreignWritten', !rows.some(isItsRow), ...what);
			const isNew = sent.some(([name, value]) => differs(name, value, fields[name]));
			const isKeyNew = !isBlank(body.external_id) && !hasKey(fields, body);
			// An upsert into what the list hides is what a create has come to.
			const isMet = service.hidesRecords && method === 'POST';
			const isOpen = archived || isMet || rows.some((row) => isUnread(row) && isClose(row, target));
			check('needlessWrite', isSync && isExact && !isOpen && !isNew && !isKeyNew, ...what);
		}
		for (const [index, outcome] of plans) {
			const row = rows[index];
			const isBehind = (each: Fields, body?: Fields) => body && isSame(each, body);
			const sent = writes.find(({ method, body }) => method === 'POST' && isBehind(row, body));
			const isOfOther = othersOf(row).some((each) => isBehind(each, sent?.body));
			const isSilent = SILENT.includes(outcome) && isExact && !service.uniqueEmail;
			check('refusedButSent', isSilent && sent && !isOfOther, outcome, sent?.body);
			const allowed = foreseen(row, before, run.name === 'dry');
			const { json } = items.find((item) => item.row === index) as Item;
			const isWrong = isForeseen && !allowed.includes(outcome);
			check(`${outcome}, not ${allowed[0]}`, isWrong, row, json._error ?? json.error ?? '');
		}
		const isGone = (fields: Fields) => !rows.some((row) => isClose(row, fields));
		const live = before.filter(({ archived }) => !archived).map(keyed);
		const gone = live.filter((fields) => !isBlank(keyIn(fields)) && isGone(fields));
		const archived = items.filter(({ outcome }) => outcome === 'archived').length;
		const isMirror = isForeseen && isSync && mode === 'mirror' && !isDoubtful && !isGuarded;
		const isGoneRefused = items.some((item) => item.outcome === 'rejected' && !isOfRow(item));
		check('goneIsRejected', isGoneRefused && writes.some(({ status }) => status === 404), items);
		check('mirror', isMirror && gone.length !== archived, archived, 'of', gone);
		if (run.name === 'dry') {
			check('dryWrites', writes.length > 0, writes);
			const real = plansOf(next);
			const isKnown = (outcome: string) => outcome !== 'created' || !service.upsertsIntoArchived;
			const isAlike = [...plans].every(([row, each]) => each === real.get(row) || !isKnown(each));
			const isEqual = isAlike && Boolean(error) === Boolean(next.error);
			check('dryDiffers', service.isFaithful && !isEqual, [...plans], [...real]);
			return;
		}

		// What came of it.
		for (const { effect, record } of log) {
			const made = after.find(({ id }) => id === record && effect === 'created' && !isOwnId);
			const isUnread = filter === 'search' && by !== 'external_id';
			for (const { id, number, archived, madeBy, fields } of made && !isUnread ? after : []) {
				if (!made || number >= made.number || archived || !isSame(made.fields, fields)) continue;
				// What the list hides, and this process has not made lately, nobody knows.
				const isHidden = service.hidesRecords && (madeBy === 'before' || isUnknown);
				const isThere = madeBy === 'node' || before.some((each) => each.id === id);
				check('createdTwice', isThere && !isHidden, keyIn(fields), made.number, 'beside', number);
			}
		}
		const words = operation === 'findOrCreate' ? ['created'] : ['created', 'updated', 'archived'];
		for (const word of error || service.isFaulty ? [] : words) {
			const said = items.filter(({ outcome }) => outcome === word).length;
			const done = log.filter(({ effect }) => effect === word).length;
			check('words', said !== done, said, word, 'but', done, 'done');
		}
		for (const { row: index, json, outcome } of ofRows(run)) {
			const row = rows[index];
			const holder = after.find(({ fields }) => !isBlank(row.email) && fields.email === row.email);
			const isNamed = !holder || show(json).includes(holder.id);
			const isByService = String(json._error).includes('email exists');
			check('holderUnnamed', outcome === 'rejected' && isByService && !isNamed, json);
			const found = after.find(({ id, number }) => [id, String(number)].includes(String(json.id)));
			check('archivedFound', outcome === 'found' && found?.archived, json);
			// What Get or the list shows of an archived one is told, where a new one is made.
			const isShown = service.archivedInList || (service.archivedInGet && by === 'external_id');
			const wasThere = before.some((each) => each.archived && isSame(row, each.fields));
			const isNew = operation === 'findOrCreate' && outcome === 'created' && isExact;
			const isTold = json.archived_found === true || !isShown || !wasThere;
			check('archivedUntold', isNew && !isTold, json);
			const isLeft = SILENT.includes(outcome) ? outcome !== 'unchanged' : mode === 'leave';
			for (const { name } of isLeft || !isExact || !isAlone(row) ? [] : columns) {
				const isWritten = isBlank(row[name]) || !differs(name, row[name], found?.fields[name]);
				check('notWritten', name !== by && !isWritten, outcome, name, row, found?.fields);
			}
		}

		// A second run has nothing to write, but where the service rewrites what it is sent, or shows what cannot be read.
		const isRest = behaviour !== 'rewrites' && last && last.name !== 'dry' && !rows.some(isUnread);
		const isRepeated = isSync || (operation === 'findOrCreate' && mode === 'leave');
		const isOpen = service.isFaulty || ['othersWrite', 'emptyTwice'].includes(behaviour);
		// A row may have waited for an external ID that another row has replaced.
		const isFreed = last?.log.some(
			({ before: then, body }) =>
				!isBlank(then?.fields.external_id) && body && !hasKey(then?.fields ?? {}, body),
		);
		const again = writes.filter(({ status }) => status < 400);
		const isResting = isRest && isRepeated && !isOpen && !isUnknown && !isFreed && !last.error;
		check(
			'writesAgain',
			isResting && again.length > 0,
			again.map(({ body }) => body),
		);
	});
	return violations;
}
