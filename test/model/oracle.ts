/** What must hold of every run, from the documentation alone. */
import { behaviours } from './behaviours';
import { isBlank, isNear, KINDS, meaning, type Fields } from './kinds';
import type { Logged } from './service';
import { SEARCHED, type Pair } from './tables';

export interface Snapshot {
	readonly id: string;
	readonly number: number;
	readonly fields: Fields;
	readonly archived: boolean;
	readonly madeBy: string;
}

export interface Item {
	readonly json: Fields;
	readonly row?: number;
	readonly isFailed: boolean;
}

export interface Run {
	readonly name: string;
	readonly isDry: boolean;
	/** Two executions at once, whose items are together here. */
	readonly isOverlapping: boolean;
	/** Why the node stopped. */
	readonly error?: string;
	readonly items: readonly Item[];
	readonly log: readonly Logged[];
	readonly before: readonly Snapshot[];
	readonly after: readonly Snapshot[];
}

export interface Violation {
	readonly rule: string;
	readonly run: string;
	readonly text: string;
}

type Relation = 'same' | 'near' | 'other';

/** Reads a pair and its runs; gives what does not hold. */
export function judge(pair: Pair, runs: readonly Run[]): Violation[] {
	const found: Violation[] = [];
	const kind = KINDS[pair.kind];
	const behaviour = behaviours[pair.behaviour];
	const { by, rows } = pair;
	const isOwnId = by === 'id' || by === kind.numberKey;
	const typeOf = (name: string) => kind.fields.find((each) => each.name === name)?.type ?? 'text';
	const differs = (name: string, a: unknown, b: unknown) =>
		meaning(typeOf(name), a) !== meaning(typeOf(name), b);
	const say = (run: Run, rule: string, text: string) => found.push({ rule, run: run.name, text });
	const show = (value: unknown) => JSON.stringify(value) ?? 'nothing';

	/** A contact's name is all its parts. */
	const isPerson = pair.kind === 'contact' && by === 'name';
	const keyIn = (fields: Fields): unknown =>
		isPerson && !isBlank(fields.name) && !isBlank(fields.last_name)
			? `${String(fields.name).trim()} ${String(fields.last_name).trim()}`
			: fields[by];
	const relate = (a: Fields, b: Fields): Relation => {
		const [x, y] = [keyIn(a), keyIn(b)];
		if (isBlank(x) || isBlank(y)) return 'other';
		const isCaseless = by === 'email' || by === 'url';
		if (typeof x === 'boolean' || typeof y === 'boolean') return 'other';
		const exact = isCaseless && String(x).trim() !== String(y).trim() ? 'near' : 'same';
		if (!differs(by, x, y)) return by === 'email' ? exact : 'same';
		if (isNear(x, y)) return 'near';
		// A row with a family name, and a record that shows none: both readings are possible.
		if (isPerson && isBlank(b.last_name) && isNear(a.name, b.name)) return 'near';
		return 'other';
	};
	const withOwnId = ({ id, number, fields }: Snapshot): Fields =>
		isOwnId ? { ...fields, [by]: by === 'id' ? id : number } : fields;
	const outcomeOf = ({ json, isFailed }: Item): string =>
		pair.operation === 'sync' && json.outcome !== undefined
			? String(json.outcome)
			: isFailed
				? 'failed'
				: pair.operation === 'upsert'
					? String((json.response as Fields | undefined)?.status)
					: json.created === true
						? 'created'
						: 'found';
	/** Records without a row follow as items of their own, also where they were only planned to be archived. */
	const isOfRow = (item: Item) =>
		outcomeOf(item) !== 'archived' && item.json.planned === undefined;
	const outcomesOf = (run: Run) => {
		const outcomes = new Map<number, string>();
		for (const item of run.items) {
			const outcome = outcomeOf(item);
			if (item.row !== undefined && isOfRow(item)) outcomes.set(item.row, outcome);
		}
		return outcomes;
	};
	const writesOf = (run: Run) => run.log.filter(({ method }) => method !== 'GET');
	const isUnique = (row: Fields) => rows.filter((each) => relate(each, row) === 'same').length < 2;

	/** The outcomes that a row may have, given what was there. */
	function foreseen(row: Fields, before: readonly Snapshot[]): string[] {
		const isSync = pair.operation === 'sync';
		if (isBlank(row[by])) return [isSync ? 'rejected' : 'failed'];
		const active = before.filter(({ archived }) => !archived);
		if (pair.operation === 'upsert') {
			const known = active.some(({ fields }) => fields.external_id === String(row[by]).trim());
			const isRevived = behaviour.upsertsIntoArchived && relatedTo(row, before, 'same').length > 0;
			return known || isRevived
				? ['updated']
				: isUnique(row)
					? ['created']
					: ['created', 'updated'];
		}
		if (isSync && !isUnique(row)) return ['ambiguous', 'rejected'];
		const same = relatedTo(row, active, 'same');
		// One that has a row of its own is not the one that was meant.
		const near = relatedTo(row, active, 'near').filter(
			(each) => !rows.some((other) => other !== row && relate(other, withOwnId(each)) === 'same'),
		);
		const hasNearRow = rows.some((other) => other !== row && relate(row, other) === 'near');
		if (!isSync) {
			if (same.length > 0) return same.length > 1 ? ['failed', 'found'] : ['found'];
			return near.length > 0 || hasNearRow || !isUnique(row)
				? ['found', 'failed', ...(near.length === 0 ? ['created'] : [])]
				: ['created'];
		}
		const owner = active.find(
			({ fields }) =>
				by !== 'external_id' &&
				!isBlank(row.external_id) &&
				fields.external_id === String(row.external_id).trim(),
		);
		const sharesId =
			!isBlank(row.external_id) &&
			rows.some((each) => each !== row && isNear(each.external_id, row.external_id));
		const doubt = sharesId ? ['ambiguous', 'rejected'] : [];
		if (same.length > 1) return ['ambiguous'];
		if (same.length === 1) {
			if (owner && owner !== same[0]) return ['ambiguous'];
			const { fields } = same[0];
			const isDifferent = kind.fields.some(({ name }) => {
				if (name === by || row[name] === undefined) return false;
				if (row[name] === null) return name !== 'external_id' && !isBlank(fields[name]);
				return !isBlank(row[name]) && differs(name, row[name], fields[name]);
			});
			if (pair.mode === 'createOnly') return ['skipped', ...doubt];
			// That a record gets another own ID is said nowhere.
			const changesId =
				!isBlank(row.external_id) &&
				!isBlank(fields.external_id) &&
				differs('external_id', row.external_id, fields.external_id);
			return [isDifferent ? 'updated' : 'unchanged', ...doubt, ...(changesId ? ['ambiguous'] : [])];
		}
		if (owner) return ['ambiguous'];
		if (near.length > 0)
			return by === 'external_id' || isOwnId
				? ['ambiguous']
				: ['ambiguous', 'updated', 'unchanged', 'skipped'];
		if (pair.mode === 'updateOnly') return ['skipped', ...doubt];
		if (isOwnId) return ['rejected', 'skipped', 'ambiguous'];
		const isRevived =
			behaviour.upsertsIntoArchived &&
			before.some(
				({ fields, archived }) =>
					archived &&
					!isBlank(row.external_id) &&
					fields.external_id === String(row.external_id).trim(),
			);
		return [isRevived ? 'updated' : 'created', ...doubt, ...(hasNearRow ? ['ambiguous'] : [])];
	}
	function relatedTo(row: Fields, records: readonly Snapshot[], as: Relation): Snapshot[] {
		return records.filter((each) => relate(row, withOwnId(each)) === as);
	}

	function checkCreated(run: Run): void {
		const isExempt = pair.filter === 'search' && by !== 'external_id';
		for (const { effect, record } of run.log) {
			const made = run.after.find(({ id }) => id === record);
			if (effect !== 'created' || !made || isOwnId || isExempt) continue;
			const sisters = run.after.filter(
				(each) =>
					each.number < made.number &&
					!each.archived &&
					relate(made.fields, each.fields) === 'same',
			);
			for (const sister of sisters) {
				const isSeen = run.before.some(({ id, archived }) => id === sister.id && !archived);
				// What the list hides and this process has not made, or not lately, nobody can know.
				const isUnknowable =
					behaviour.hidesRecords && (sister.madeBy !== 'node' || run.name === 'later');
				if (sister.madeBy === 'node' ? !isUnknowable : isSeen && !isUnknowable)
					say(
						run,
						sister.madeBy === 'node' ? 'createdTwice' : 'createdAgain',
						`${by} ${show(keyIn(made.fields))}: number ${made.number} beside ${sister.number}`,
					);
			}
		}
	}

	function checkWrites(run: Run): void {
		const outcomes = outcomesOf(run);
		const isDoubtful = [...outcomes.values()].some((each) => /rejected|ambiguous/.test(each));
		for (const entry of writesOf(run)) {
			const { method, body = {}, before, effect } = entry;
			const what = `${method} ${entry.path} ${show(body)}`;
			for (const [name, value] of Object.entries(body)) {
				const isKey = name === 'externalId' || name === 'external_id' || name === by;
				if (typeof value === 'string' && isBlank(value)) say(run, 'blankSent', `${name}: ${what}`);
				if (value === null && isKey) say(run, 'keyCleared', `${name}: ${what}`);
				if (value === null && !isKey && !rows.some((row) => row[name] === null))
					say(run, 'clearedUnasked', `${name}: ${what}`);
			}
			if (!before || !effect) continue;
			const target = withOwnId({
				...(run.after.find(({ id }) => id === entry.record) as Snapshot),
				fields: before,
			});
			if (effect === 'archived') {
				const row = rows.find((each) => relate(each, target) !== 'other');
				if (row) say(run, 'archivedThoughInInput', `${show(before)} for ${show(row)}`);
				if (isDoubtful) say(run, 'archivedInDoubt', show([...outcomes.values()]));
				if (isBlank(keyIn(target))) say(run, 'archivedWithoutKey', show(before));
				if (pair.mode !== 'mirror') say(run, 'archivedUnasked', what);
				if (pair.filter === 'search' && !String(before.name).includes(SEARCHED))
					say(run, 'archivedOutsideFilter', show(before));
				continue;
			}
			if (before.archived && !(method === 'POST' && behaviour.upsertsIntoArchived))
				say(run, 'archivedWritten', what);
			const meant = rows.filter(
				(row) =>
					relate(row, target) !== 'other' || (method === 'POST' && relate(row, body) !== 'other'),
			);
			const sent = ({ ...row }: Fields) =>
				Object.entries(body).every(([name, value]) => {
					const field = name === 'externalId' ? 'external_id' : name;
					return field === 'external_id' || !differs(field, row[field], value);
				});
			if (!meant.some(sent)) say(run, 'foreignWritten', `${what} into ${show(before)}`);
			const isCompared =
				pair.operation === 'sync' &&
				!run.isOverlapping &&
				!behaviour.isFaulty &&
				!['rewrites', 'othersWrite'].includes(pair.behaviour) &&
				!before.archived;
			if (
				isCompared &&
				!Object.entries(body).some(([name, value]) =>
					differs(name, value, before[name === 'externalId' ? 'external_id' : name]),
				)
			)
				say(run, 'needlessWrite', `${what} into ${show(before)}`);
		}
		if (behaviour.isFaulty || pair.behaviour === 'uniqueEmail' || run.isOverlapping) return;
		for (const [index, outcome] of outcomes) {
			const row = rows[index];
			const isSilent = ['rejected', 'ambiguous', 'unchanged', 'skipped'].includes(outcome);
			if (!isSilent || isBlank(keyIn(row))) continue;
			const isOthers = (body: Fields) =>
				rows.some(
					(each, at) =>
						at !== index &&
						relate(each, body) === 'same' &&
						!['rejected', 'ambiguous', 'unchanged', 'skipped'].includes(outcomes.get(at) ?? ''),
				);
			const entry = writesOf(run).find(
				({ body, method }) =>
					method === 'POST' && body && relate(row, body) === 'same' && !isOthers(body),
			);
			if (entry) say(run, 'refusedButSent', `${outcome}: ${show(row)} as ${show(entry.body)}`);
		}
	}

	function checkItems(run: Run): void {
		const share = run.isOverlapping ? 2 : 1;
		const times = new Map<number | undefined, number>();
		for (const item of run.items) {
			if (isOfRow(item)) times.set(item.row, (times.get(item.row) ?? 0) + 1);
		}
		if (!run.error && rows.some((_, index) => times.get(index) !== share))
			say(run, 'pairing', show([...times]));
		if (run.error || run.isDry) return;

		const counted = (outcome: string) =>
			run.items.filter((item) => outcomeOf(item) === outcome).length;
		if (!behaviour.isFaulty) {
			for (const word of ['created', 'updated', 'archived'] as const) {
				if (word !== 'created' && pair.operation === 'findOrCreate') continue;
				const done = run.log.filter(({ effect }) => effect === word).length;
				if (counted(word) !== done) say(run, 'words', `${counted(word)} ${word}, but ${done} done`);
			}
		}
		for (const item of run.items) {
			const row = item.row === undefined ? undefined : rows[item.row];
			const record = run.after.find(({ id, number }) =>
				[id, String(number)].includes(String(item.json.id)),
			);
			const outcome = outcomeOf(item);
			if (!row || !record || item.isFailed) continue;
			const isWritten = run.log.some((each) => each.record === record.id && each.effect);
			if (outcome === 'found' && record.archived && !isWritten)
				say(run, 'archivedFound', show(record));
			const isToHold =
				/^(created|updated|unchanged)$/.test(outcome) ||
				(outcome === 'found' && pair.whenFound === 'update');
			if (!isToHold || run.isOverlapping || behaviour.isFaulty || !isUnique(row)) continue;
			if (['rewrites', 'othersWrite'].includes(pair.behaviour)) continue;
			for (const { name } of kind.fields) {
				if (name !== by && !isBlank(row[name]) && differs(name, row[name], record.fields[name]))
					say(run, 'notWritten', `${outcome}, ${name} ${show(row[name])}: ${show(record.fields)}`);
			}
		}
	}

	function checkForeseen(run: Run): void {
		if (!behaviour.isFaithful || pair.filter !== 'none' || run.isOverlapping || run.error) return;
		const outcomes = outcomesOf(run);
		rows.forEach((row, index) => {
			const allowed = foreseen(row, run.before);
			const outcome = outcomes.get(index);
			const item = run.items.find((each) => each.row === index);
			if (outcome && !allowed.includes(outcome))
				say(
					run,
					`not ${allowed.join('|')}`,
					`${outcome}: ${show(row)} ${show(item?.json._error ?? item?.json.error ?? '')}`,
				);
		});
		if (pair.mode !== 'mirror' || pair.operation !== 'sync') return;
		const isDoubtful = [...outcomes.values()].some((each) => /rejected|ambiguous/.test(each));
		const gone = run.before.filter(
			(each) =>
				!each.archived &&
				!isBlank(keyIn(withOwnId(each))) &&
				!rows.some((row) => relate(row, withOwnId(each)) !== 'other'),
		);
		const archived = run.items.filter((item) => outcomeOf(item) === 'archived').length;
		if (!isDoubtful && archived !== gone.length)
			say(run, 'mirror', `${archived} archived of ${gone.length}`);
	}

	function checkError(run: Run): void {
		if (pair.filter === 'empty') {
			if (!run.error) say(run, 'emptyFilterTaken', 'the node went on');
			if (run.log.length > 0) say(run, 'emptyFilterSent', `${run.log.length} requests`);
		} else if (run.error && behaviour.isFaithful) {
			const isGuard = pair.mode === 'mirror' && pair.maxPercent < 100;
			if (isGuard && writesOf(run).length > 0) say(run, 'guardAfterWrites', run.error);
			if (!isGuard) say(run, 'failed', run.error);
		}
	}

	/** A second run has nothing to write, a third one where the service rewrites. */
	function checkRepeated(run: Run, at: number): void {
		const rests = pair.behaviour === 'rewrites' ? 'third' : run.name;
		const isRepeated = ['second', 'third', 'later'].includes(run.name) && run.name === rests;
		const writesAnyway =
			pair.operation === 'upsert' ||
			(pair.operation === 'findOrCreate' && pair.whenFound === 'update');
		const isHiddenAgain = pair.behaviour === 'cut' && run.name === 'later';
		if (!isRepeated || writesAnyway || isHiddenAgain || runs[at - 1].error || behaviour.isFaulty)
			return;
		if (['othersWrite', 'emptyTwice'].includes(pair.behaviour)) return;
		const writes = writesOf(run).filter(({ status }) => status < 400);
		if (writes.length > 0)
			say(
				run,
				'writesAgain',
				writes.map(({ method, body }) => `${method} ${show(body)}`).join(', '),
			);
	}

	function checkDry(run: Run, next?: Run): void {
		if (writesOf(run).length > 0) say(run, 'dryWrites', writesOf(run)[0].path);
		if (!next || !(behaviour.isFaithful || ['cut', 'repeats'].includes(pair.behaviour))) return;
		if (Boolean(run.error) !== Boolean(next.error))
			say(run, 'dryDiffers', `${run.error} and ${next.error}`);
		const real = outcomesOf(next);
		for (const [index, outcome] of outcomesOf(run)) {
			// Whether the service takes an archived record up again, only its response can tell.
			if (behaviour.upsertsIntoArchived && outcome === 'created') continue;
			if (!next.error && outcome !== real.get(index))
				say(run, 'dryDiffers', `row ${index}: ${outcome}, then ${real.get(index)}`);
		}
	}

	runs.forEach((run, at) => {
		checkError(run);
		checkWrites(run);
		checkItems(run);
		checkForeseen(run);
		if (run.isDry) checkDry(run, runs[at + 1]);
		else {
			checkCreated(run);
			checkRepeated(run, at);
		}
	});
	return found;
}
