import { isDeepStrictEqual } from 'node:util';

import { addition, breakage, fromTo, type Change } from './change';
import type { Parameter } from './types';

/**
 * Compares the parameters of a node, the entries of a collection, or the fields of a credential.
 *
 * @param kind what they are called in messages
 */
export function compareParameters(
	before: readonly Parameter[],
	after: readonly Parameter[],
	where: string,
	kind: 'parameter' | 'field' = 'parameter',
): Change[] {
	const saved = kind === 'field' ? 'credentials' : 'workflows';
	const { pairs, gone, added } = matched(before, after);
	return [
		...pairs.flatMap(([one, other]) => compareParameter(one, other, place(where, one), saved)),
		...gone.map((each) =>
			breakage(place(where, each), `the ${kind} is gone: ${saved} that set it lose what they set`),
		),
		...added.map((each) =>
			each.required && isEmpty(each.default)
				? breakage(place(where, each), `new, required and empty: ${saved} made before lack it`)
				: addition(place(where, each), `a new ${kind}`),
		),
	];
}

/**
 * Finds for each parameter the one that it became. Several may have one name, each shown in another
 * place: equal places belong together first, then what is left of the name, in order.
 */
function matched(before: readonly Parameter[], after: readonly Parameter[]) {
	const pairs: Array<[Parameter, Parameter]> = [];
	let gone = [...before];
	let added = [...after];
	const pair = (fits: (one: Parameter, other: Parameter) => boolean) => {
		for (const one of gone) {
			const other = added.find((each) => fits(one, each));
			if (!other) continue;
			pairs.push([one, other]);
			gone = gone.filter((each) => each !== one);
			added = added.filter((each) => each !== other);
		}
	};
	const sameName = (one: Parameter, other: Parameter) => one.name === other.name;
	pair(
		(one, other) =>
			sameName(one, other) && isDeepStrictEqual(one.displayOptions, other.displayOptions),
	);
	pair(sameName);
	return { pairs, gone, added };
}

function compareParameter(
	before: Parameter,
	after: Parameter,
	where: string,
	saved: string,
): Change[] {
	const changes: Change[] = [];
	const breaks = (what: string) => changes.push(breakage(where, what));
	if (before.type !== after.type) {
		breaks(`type ${fromTo(before.type, after.type)}: values that ${saved} hold may not fit`);
	}
	if (!isDeepStrictEqual(before.default, after.default)) {
		breaks(
			`default ${fromTo(before.default, after.default)}: only other values are saved, so that ${saved} which left it alone change`,
		);
	}
	if (after.required && !before.required) {
		breaks(`required now: ${saved} that leave it empty stop working`);
	}
	if (before.required && !after.required) changes.push(addition(where, 'not required any more'));
	if (before.multipleValues !== after.multipleValues) {
		breaks(`a list, or no list any more: values that ${saved} hold may not fit`);
	}
	const isWider = shownWherever(before.displayOptions, after.displayOptions);
	const isNarrower = shownWherever(after.displayOptions, before.displayOptions);
	if (!isWider || !isNarrower) {
		const shown = `shown ${fromTo(before.displayOptions, after.displayOptions)}`;
		if (isWider) changes.push(addition(where, shown));
		else breaks(`${shown}: where it is hidden now, what ${saved} set does not count`);
	}
	return [
		...changes,
		...compareValues(before, after, where, saved),
		...((before.parameters ?? after.parameters)
			? compareParameters(before.parameters ?? [], after.parameters ?? [], where)
			: []),
		...compareGroups(before, after, where),
	];
}

/** Values to choose from, and ways to point to a record. */
function compareValues(
	before: Parameter,
	after: Parameter,
	where: string,
	saved: string,
): Change[] {
	const lists = [
		{
			word: before.name === 'operation' ? 'operation' : 'value',
			of: before.values,
			to: after.values,
		},
		{ word: 'mode', of: before.modes, to: after.modes },
	];
	return lists.flatMap(({ word, of = [], to = [] }) => [
		...of
			.filter((value) => !to.includes(value))
			.map((value) =>
				breakage(
					where,
					`the ${word} ${JSON.stringify(value)} is gone: ${saved} that chose it fail`,
				),
			),
		...to
			.filter((value) => !of.includes(value))
			.map((value) => addition(where, `a new ${word} ${JSON.stringify(value)}`)),
	]);
}

function compareGroups(
	{ groups: before = {} }: Parameter,
	{ groups: after = {} }: Parameter,
	where: string,
) {
	const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
	return names.flatMap((name) => {
		const at = `${where} > ${name}`;
		if (!(name in after)) return [breakage(at, 'the group is gone: workflows that set it lose it')];
		if (!(name in before)) return [addition(at, 'a new group')];
		return compareParameters(before[name], after[name], at);
	});
}

type Conditions = Readonly<Record<string, readonly unknown[]>>;

/** Whether a parameter is shown after wherever it was shown before: more values, fewer conditions. */
function shownWherever(before: object = {}, after: object = {}): boolean {
	const { show: shownFor = {}, hide: hiddenFor = {} } = before as Record<string, Conditions>;
	const { show = {}, hide = {} } = after as Record<string, Conditions>;
	const holds = (list: readonly unknown[] | undefined, value: unknown) =>
		list?.some((each) => isDeepStrictEqual(each, value)) ?? false;
	return (
		Object.entries(show).every(
			([key, values]) => shownFor[key]?.every((value) => holds(values, value)) ?? false,
		) &&
		Object.entries(hide).every(([key, values]) =>
			values.every((value) => holds(hiddenFor[key], value)),
		)
	);
}

/** The name of a parameter, and where it is shown if that tells it from others. */
function place(where: string, { name, displayOptions }: Parameter): string {
	const { operation } = (displayOptions as { show?: Conditions } | undefined)?.show ?? {};
	return `${where} > ${name}${operation ? ` (${operation.join(', ')})` : ''}`;
}

const isEmpty = (value: unknown): boolean =>
	value === undefined ||
	value === null ||
	value === '' ||
	isDeepStrictEqual(value, []) ||
	(typeof value === 'object' && 'value' in value && isEmpty(value.value));
