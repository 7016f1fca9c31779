/** What must hold of every run, from the documentation alone. */
import { behaviours } from './behaviours';
import { isBlank, isNear, KINDS, meaning, type Fields } from './kinds';
import { DOUBT, rulesOf, show, stopOf, type Item } from './options';
import type { Logged, Stored } from './service';
import { SEARCHED, type Pair } from './tables';

type Tables = { before: Stored[]; after: Stored[] };
/** `error` is why the node stopped; two executions at once have their items together. */
export type Run = Tables & { name: string; isOverlapping: boolean; error?: string } & Came;
type Came = { items: Item[]; log: Logged[] };
export type Violation = ReturnType<typeof judge>[number];

const OUTCOMES = 'created updated unchanged archived skipped ambiguous rejected failed'.split(' ');
/** Which guard has stopped a run, as its error or its items say. */
const stopIn = ({ error, items }: { error?: string; items: readonly Item[] }) =>
	[error, ...items.flatMap(({ json }) => (json.reasons as unknown[]) ?? [json.reason])]
		.map(String)
		.find((text) => text.startsWith('Nothing was'));
const isShownBy =
	({ id: shown }: Fields) =>
	({ id, number }: Stored) =>
		[id, String(number)].includes(String(shown));
const SILENT = [...DOUBT, 'unchanged', 'skipped', 'failed'];

/** Reads a pair and its runs; gives what does not hold. */
export function judge(pair: Pair, runs: readonly Run[]) {
	const violations: Array<{ rule: string; run: string; text: string }> = [];
	const { by, rows, mode, filter, operation, behaviour, options } = pair;
	const { whenGone = 'archive', returnItems = 'all' } = options;
	const { wanted, isCleared, isRefused } = rulesOf(pair);
	const { fields: columns, numberKey } = KINDS[pair.kind];
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
	/** Find compares names and emails without case. */
	const isAlike = (a: Fields, b: Fields) => {
		const [x, y] = [keyIn(a), keyIn(b)].map((key) => meaning('email', key));
		return isSame(a, b) || (['name', 'email'].includes(by) && x === y && x !== '');
	};
	const hasKey = (fields: Fields, row: Fields) =>
		!isBlank(row.external_id) && !differs('external_id', fields.external_id, row.external_id);
	/** A day that is shown in a form of which nobody knows what it means: it is written in every run. */
	const isUnread = (row: Fields, record?: Fields) =>
		behaviour === 'otherTimes' && !isBlank(wanted(row, record).due_date);
	/** A contact's family name alone says little. */
	const isVague = (row: Fields) => isBlank(keyIn(row)) || (isPerson && isBlank(row.name));
	const othersOf = (row: Fields) => rows.filter((each) => each !== row);
	const isAlone = (row: Fields) =>
		!othersOf(row).some((each) => isSame(each, row) || hasKey(each, row));

	/** Records without a row follow as items of their own, which n8n may pair with rows. */
	const isOfRow = ({ json, row }: Item) => {
		if (!rows[row] || json.seconds !== undefined) return false;
		if (!isSync || mode !== 'mirror') return true;
		const record = runs.at(-1)?.after.find(isShownBy(json));
		const isMeant = (each: Fields, { fields }: Stored, shown: Fields) =>
			isSame(each, shown) ||
			(!isPerson && !isVague(each) && (isClose(each, shown) || hasKey(fields, each)));
		const isOfRows = !record || rows.some((each) => isMeant(each, record, keyed(record)));
		return isOfRows && ![json.outcome, json.planned].includes('archived');
	};
	const ofRows = (run: Run) => run.items.filter(isOfRow);
	const plansOf = (run: Run) =>
		new Map(ofRows(run).map(({ row, json, outcome }) => [row, show(json.planned ?? outcome)]));

	/** The outcomes that a row may have, given what was there. */
	function foreseen(row: Fields, before: readonly Stored[], isDry: boolean): string[] {
		if (isBlank(keyIn(row))) return ['rejected', 'failed'];
		if (isVague(row)) return [...SILENT, 'created', 'updated', 'found', 'absent'];
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
		const isKeyed = by !== 'external_id';
		const owners = active.filter(({ fields }) => isKeyed && hasKey(fields, row));
		const owner = owners.find((each) => each !== same[0]);
		const isCrowded = !isAlone(row) || othersOf(row).some((other) => !isId && isClose(row, other));
		if (operation === 'upsert')
			return [same.length > 0 ? 'updated' : create, ...(isAlone(row) ? [] : ['updated'])];
		if (!isSync) {
			const hits = active.filter((each) => isAlike(row, keyed(each)));
			const hit = hits.length > 1 && options.whenSeveral !== 'oldest' ? 'failed' : 'found';
			const absent = options.failWhenNotFound ? 'failed' : 'absent';
			const miss = operation === 'find' ? absent : 'created';
			// Whether one that has the external ID only is the one that was meant is said nowhere.
			const isCreateOpen = Boolean(owner) || isCrowded || isRevived || isUnproven;
			const isPart = isPerson && active.some((each) => isClose(row, keyed(each)));
			const isMissOpen = isPart || (operation !== 'find' && isCreateOpen);
			const isKeyOpen = isUnproven && by === 'external_id';
			const isOpen = isKeyOpen || (hits.length === 0 && isMissOpen);
			return [hits.length > 0 ? hit : miss, ...(isOpen ? ['found', 'failed', miss] : [])];
		}
		const doubt = isCrowded ? DOUBT : [];
		if (rows.some((other) => other !== row && isSame(other, row))) return DOUBT;
		if (same.length > 1) return ['ambiguous', ...doubt];
		if (owner) return [...DOUBT, ...(near.includes(owner) ? SILENT : [])];
		if (same.length === 1) {
			const { fields } = same[0];
			if (mode === 'createOnly') return ['skipped', ...doubt];
			const want = Object.entries(wanted(row, fields));
			const isDifferent = want.some(([name, value]) => differs(name, value, fields[name]));
			// Nor is it said whether a record may get another own ID.
			const isKept = isBlank(fields.external_id) || hasKey(fields, row);
			const isWritten = isDifferent || isUnread(row, fields);
			return [isWritten ? 'updated' : 'unchanged', ...doubt, ...(isKept ? [] : DOUBT)];
		}
		if (near.length > 0)
			return isId ? DOUBT : [...SILENT, 'updated', ...(isPerson ? [create] : [])];
		if (mode === 'updateOnly') return ['skipped', ...doubt];
		return isOwnId ? DOUBT : [create, ...doubt, ...(isUnproven ? DOUBT : [])];
	}

	const sentOf = (body: Fields) =>
		Object.entries(body).filter(([name]) => !name.startsWith('external'));
	const isNewIn = (body: Fields, fields: Fields) =>
		sentOf(body).some(([name, value]) => differs(name, value, fields[name]));
	/** Whether a write has nothing but what its row says, and what the rules of the fields let through. */
	function isOfFields(body: Fields, row: Fields, record?: Fields) {
		const fields: Fields = { ...wanted(row, record), [by]: row[by] };
		const { external_id: own } = body;
		const isKept = own === undefined || own === record?.external_id;
		return (
			(isKept || !isBlank(fields.external_id)) &&
			sentOf(body).every(([name, value]) => name in fields && !differs(name, fields[name], value))
		);
	}

	type Check = (rule: string, isBroken: unknown, ...text: unknown[]) => void;
	/** Holds a run against the dry run before it: the same items, unless a guard has stopped it. */
	function compare(dry: Run, { error, items, log, before }: Run, check: Check) {
		const live = before.filter(({ archived }) => !archived).length;
		const wordsOf = (isRow: boolean) =>
			dry.items
				.filter((item) => isOfRow(item) === isRow)
				.map(({ json, outcome }) => show(json.planned ?? outcome));
		const { surely, perhaps } = stopOf(pair, wordsOf(true), wordsOf(false), live);
		const summary = items.map(({ json }) => json).find(({ seconds }) => seconds !== undefined);
		const stop = stopIn({ error, items });
		const isFailing = options.guards?.whenStopped === 'fail';
		const isPassed = isFailing ? !error : log.some(({ effect }) => effect);
		check('guardPassed', surely && isPassed, options.guards);
		check('guardStops', !perhaps && stop, options.guards, stop);
		check('whenStopped', stop && isFailing !== Boolean(error), error);
		const [, many, examples] = /(\d+) of .*Max .*for example (.*?)(?: \||$)/.exec(stop ?? '') ?? [];
		const isTold = examples?.split(', ').length === Math.min(3, Number(many));
		check('guardUntold', stop && !isTold, stop);
		check('dryFails', !stop && Boolean(error) !== Boolean(dry.error), dry.error, error);
		if (error) return;

		// What an archived record is taken up again by is an update afterwards.
		const word = (text: string) =>
			service.upsertsIntoArchived ? text.replace('created', 'updated') : text;
		const isChange = ({ outcome, json }: Item) =>
			outcome !== 'unchanged' && (outcome !== 'skipped' || json.planned !== undefined);
		const shown = returnItems === 'changed' ? dry.items.filter(isChange) : dry.items;
		const digest = (item: Item) => {
			const { json, row, outcome } = item;
			return show([isOfRow(item) ? row : json.id, word(outcome), json.planned, json.changes]);
		};
		if (!summary) {
			const [planned, done] = [shown, items].map((some) => some.map(digest).sort());
			return check('dryDiffers', show(planned) !== show(done), planned, done);
		}
		const told = OUTCOMES.flatMap((each) => Array<string>(Number(summary[each])).fill(word(each)));
		const planned = dry.items.map(({ outcome }) => word(outcome));
		check('summaryWrong', show(told.sort()) !== show(planned.sort()), summary, planned);
		const isOk = dry.items.every(({ outcome, json }) => !DOUBT.includes(outcome) && !json.planned);
		check('okWrong', summary.ok !== isOk, summary, planned);
		check('reasonsMissing', !isOk && !(summary.reasons as string[])[0], summary);
		check('requestsWrong', summary.requests !== log.length, summary.requests, 'of', log.length);
	}

	runs.forEach((run, at) => {
		const check = (rule: string, isBroken: unknown, ...text: unknown[]) => {
			if (isBroken) violations.push({ rule, run: run.name, text: text.map(show).join(' ') });
		};
		const dry = runs[at - 1]?.name === 'dry' ? runs[at - 1] : undefined;
		const last = runs
			.slice(0, at)
			.filter(({ name }) => name !== 'dry')
			.at(-1);
		const { error, items, log, before, after, isOverlapping } = run;
		const plans = plansOf(run);
		const writes = log.filter(({ method }) => method !== 'GET');
		const summaries = items.flatMap(({ json }) => (json.seconds === undefined ? [] : [json]));
		const countOf = (word: string) =>
			summaries.reduce(
				(sum, each) => sum + Number(each[word]),
				items.filter(({ outcome }) => outcome === word).length,
			);
		const isIn = (word: string) => summaries.some((each) => Number(each[word]) > 0);
		const isDoubtful = [...plans.values()].some((each) => DOUBT.includes(each)) || DOUBT.some(isIn);
		const isGuarded = stopIn(run) !== undefined;
		const isForeseen = service.isFaithful && filter === 'none' && !isOverlapping && !error;
		const isExact = !service.changesValues && !service.isFaulty && !isOverlapping;
		const isUnknown = behaviour === 'cut' && run.name === 'later';
		const live = before.filter(({ archived }) => !archived);

		if (isRefused) return check('notRefused', !error || log.length > 0, error, log.length);
		check('emptyFilterTaken', filter === 'empty' && (!error || log.length > 0), log.length);
		check('failed', error && filter !== 'empty' && service.isFaithful && !isGuarded, error);
		check('writesThoughGuarded', isGuarded && writes.length > 0, writes);
		const times = rows.map((_, index) => ofRows(run).filter(({ row }) => row === index).length);
		const each = isOverlapping ? 2 : 1;
		const isAll = run.name === 'dry' || returnItems === 'all';
		const isPaired = times.every((count) => (isAll ? count === each : count <= each));
		check('pairing', !error && !isPaired, times);
		check('findWrites', operation === 'find' && writes.length > 0, writes);
		const lookUps = new Set(rows.map((row) => meaning('email', keyIn(row)))).size;
		const isCheap = behaviour !== 'plain' || pair.pageCap < 100 || lookUps < 12;
		check('readOneByOne', operation === 'find' && !isCheap && log.length >= 10, log.length);

		// What is sent, and where it goes.
		for (const { method, body = {}, before: then, effect, record } of writes) {
			const what = [method, body, 'into', then];
			for (const [name, value] of Object.entries(body)) {
				const isKey = name.startsWith('external') || name === by;
				check('blankSent', typeof value === 'string' && isBlank(value), name, ...what);
				check('keyCleared', value === null && isKey, name, ...what);
				const isAsked = rows.some((row) => isCleared(row, name));
				check('clearedUnasked', value === null && !isKey && !isAsked, name, ...what);
			}
			const now = after.find(({ id }) => id === record);
			if (!then || !now) continue;
			const { fields, archived } = then;
			const target = keyed({ ...now, fields });
			const isInInput = rows.some((row) => isClose(row, target));
			const isSet = mode === 'mirror' && !isInInput && show(body) === options.fieldsWhenGone;
			if (effect === 'archived' || isSet) {
				const isAsked = mode === 'mirror' && whenGone === (isSet ? 'setFields' : 'archive');
				check('archivedThoughInInput', isInInput, ...what);
				check('archivedInDoubt', isDoubtful, [...plans]);
				check('archivedUnasked', isBlank(keyIn(target)) || !isAsked, ...what);
				check('setAgain', isSet && isExact && !isNewIn(body, fields), ...what);
				const isOutside = filter === 'search' && !show(fields).includes(SEARCHED);
				check('archivedOutsideFilter', isOutside, ...what);
				continue;
			}
			check('archivedWritten', archived && method === 'PUT', ...what);
			// An upsert into what the list hides is what a create has come to.
			const isMet = service.hidesRecords && method === 'POST';
			const known = live.find(({ id }) => id === record && !isMet)?.fields;
			const isItsRow = (row: Fields) =>
				(isClose(row, target) || ((method === 'POST' || !isSync) && hasKey(fields, row))) &&
				isOfFields(body, row, known);
			check('foreignWritten', !rows.some(isItsRow), ...what);
			const isNew = isNewIn(body, fields);
			const isKeyNew = !isBlank(body.external_id) && !hasKey(fields, body);
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
			const { json } = ofRows(run).find((item) => item.row === index) as Item;
			const isWrong = isForeseen && !allowed.includes(outcome);
			check(`${outcome}, not ${allowed[0]}`, isWrong, row, json._error ?? json.error ?? '');
			const twin = live.map(keyed).find((each) => isSame(row, each));
			const isNew = (name: string, value: unknown) =>
				differs(name, value, twin?.[name]) || (name === 'due_date' && isUnread(row, twin));
			const changed = Object.entries(wanted(row, twin)).filter((each) => isNew(...each));
			const told = Object.keys((json.changes ?? {}) as Fields).filter((name) => name !== by);
			const isTold = show(told.sort()) === show(changed.map(([name]) => name).sort());
			const isWritten = isForeseen && isSync && outcome === (twin ? 'updated' : 'created');
			check('changesWrong', isWritten && !isTold, outcome, told, 'not', changed, row, twin);
		}
		const isGone = (fields: Fields) => !rows.some((row) => isClose(row, fields));
		const gone = live.map(keyed).filter((fields) => !isBlank(keyIn(fields)) && isGone(fields));
		const isMirror =
			isForeseen && !rows.some(isVague) && isSync && mode === 'mirror' && !isDoubtful && !isGuarded;
		const isGoneRefused = items.some((item) => item.outcome === 'rejected' && !isOfRow(item));
		check('goneIsRejected', isGoneRefused && writes.some(({ status }) => status === 404), items);
		const met = items.filter((item) => !isOfRow(item)).map(({ outcome }) => outcome);
		const goneSet = JSON.parse(options.fieldsWhenGone ?? '{}') as Fields;
		const become = (fields: Fields) => {
			if (whenGone !== 'setFields') return whenGone === 'archive' ? 'archived' : 'skipped';
			return isNewIn(goneSet, fields) ? 'updated' : 'unchanged';
		};
		const isMet = show(met.sort()) === show(gone.map(become).sort());
		check('mirror', isMirror && isAll && !isMet, met, 'of', gone);
		if (run.name === 'dry') return check('dryWrites', writes.length > 0, writes);
		if (dry && service.isFaithful && !isOverlapping) compare(dry, run, check);

		// What came of it.
		for (const { effect, record } of log) {
			const made = after.find(({ id }) => id === record && effect === 'created' && !isOwnId);
			const isUnread = filter === 'search' && by !== 'external_id';
			for (const { id, number, archived, madeBy, fields } of made && !isUnread ? after : []) {
				if (!made || number >= made.number || archived || !isSame(made.fields, fields)) continue;
				// What the list hides, and this process has not made lately, nobody knows.
				const isHidden = service.hidesRecords && (madeBy === 'before' || isUnknown);
				// Phone numbers are compared as they are written, also where the service rewrites them.
				if (by === 'phone_number' && behaviour === 'rewrites') continue;
				const isThere = madeBy === 'node' || before.some((each) => each.id === id);
				check('createdTwice', isThere && !isHidden, keyIn(fields), made.number, 'beside', number);
			}
		}
		const words = operation === 'findOrCreate' ? ['created'] : ['created', 'updated', 'archived'];
		for (const word of error || service.isFaulty ? [] : words) {
			const said = countOf(word);
			const done = log.filter(({ effect }) => effect === word).length;
			check('words', said !== done, said, word, 'but', done, 'done');
		}
		for (const { row: index, json, outcome } of ofRows(run)) {
			const row = rows[index];
			const holder = after.find(({ fields }) => !isBlank(row.email) && fields.email === row.email);
			const isNamed = !holder || show(json).includes(holder.id);
			const isByService = String(json._error).includes('email exists');
			check('holderUnnamed', outcome === 'rejected' && isByService && !isNamed, json);
			const found = after.find(isShownBy(json));
			check('archivedFound', outcome === 'found' && found?.archived, json);
			const isTheirs = !found || isClose(row, keyed(found)) || hasKey(found.fields, row);
			check('foundOther', outcome === 'found' && !isTheirs, row, json);
			const older = after.filter((each) => !each.archived && isAlike(row, keyed(each)));
			const isOldest = !found || older.length < 2 || older[0] === found;
			check('foundYounger', operation === 'find' && outcome === 'found' && !isOldest, json);
			// What Get or the list shows of an archived one is told, where a new one is made.
			const isShown = service.archivedInList || (service.archivedInGet && by === 'external_id');
			const wasThere = before.some((each) => each.archived && isSame(row, each.fields));
			const isNew = /find/.test(operation) && /created|absent/.test(outcome) && isExact;
			const isTold = json.archived_found === true || !isShown || !wasThere;
			check('archivedUntold', isNew && !isTold, json);
			const isLeft = SILENT.includes(outcome) ? outcome !== 'unchanged' : mode === 'leave';
			const want = wanted(row, live.find(({ id }) => id === found?.id)?.fields);
			const open = Object.keys(want).filter((name) =>
				differs(name, want[name], found?.fields[name]),
			);
			const isStored = isLeft || !isExact || !isAlone(row) || open.length === 0;
			check('notWritten', !isStored, outcome, open, row, found?.fields);
			const isCarried = isSync && (options.includeInputFields || outcome === 'rejected');
			const own = outcome === 'rejected' ? [] : ['external_id', 'id'];
			const lost = Object.keys(row).filter(
				(name) => show(json[name]) !== show(row[name]) && ![...own, numberKey].includes(name),
			);
			check('inputLost', isCarried && lost.length > 0, lost, row, json);
			check('remedyMissing', outcome === 'rejected' && !(json._error && json._remedy), json);
		}

		// A second run has nothing to write, but where the service rewrites what it is sent, or shows what cannot be read.
		const isRest = behaviour !== 'rewrites' && last && !rows.some((row) => isUnread(row));
		const isRepeated = isSync || (operation === 'findOrCreate' && mode === 'leave');
		const isOpen = service.isFaulty || ['othersWrite', 'emptyTwice'].includes(behaviour);
		// A row may have waited for an external ID that was replaced, or that proves how look-ups work.
		const isFreed = last?.log.some(({ before: then, body = {} }) => {
			const isKnown = service.ignoresExternalId || !isBlank(then?.fields.external_id);
			return isKnown && !isBlank(body.external_id) && !hasKey(then?.fields ?? {}, body);
		});
		const again = writes.filter((each) => each.status < 400);
		const isResting = isRest && isRepeated && !isOpen && !isUnknown && !isFreed && !last.error;
		check('writesAgain', isResting && again.length > 0, again);
	});
	return violations;
}
