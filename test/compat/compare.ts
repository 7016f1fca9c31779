import { isDeepStrictEqual } from 'node:util';

import { addition, breakage, fromTo, type Change } from './change';
import { compareParameters } from './compareParameters';
import type { Column, CredentialSnapshot, NodeSnapshot, NodeVersion, Snapshots } from './types';

/** Compares what was taken over with what is built. */
export function compareSnapshots(before: Snapshots, after: Snapshots): Change[] {
	return [
		...compareNamed(before.nodes, after.nodes, compareNode, {
			gone: 'the node is gone: workflows that have it cannot run',
			added: 'a new node',
		}),
		...compareNamed(before.credentials, after.credentials, compareCredential, {
			gone: 'the credential type is gone: nodes that use a saved one of it cannot run',
			added: 'a new credential type',
		}),
	];
}

/** Compares what two records have under each name; `at` stands before the names in messages. */
function compareNamed<T>(
	before: Readonly<Record<string, T>>,
	after: Readonly<Record<string, T>>,
	compare: (before: T, after: T, where: string) => Change[],
	words: { gone: string; added: string },
	at = '',
): Change[] {
	const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
	return names.flatMap((name) => {
		const where = at + name;
		if (!(name in after)) return [breakage(where, words.gone)];
		if (!(name in before)) return [addition(where, words.added)];
		return compare(before[name], after[name], where);
	});
}

function compareNode(before: NodeSnapshot, after: NodeSnapshot, where: string): Change[] {
	const changes: Change[] = [];
	if (before.type !== after.type) {
		changes.push(
			breakage(where, `${fromTo(before.type, after.type)}: workflows name the old type`),
		);
	}
	if (before.defaultVersion !== after.defaultVersion) {
		const versions = fromTo(before.defaultVersion, after.defaultVersion);
		changes.push(addition(where, `new nodes are of another version, ${versions}`));
	}
	const versions = {
		gone: 'this version is gone: workflows that were saved with it cannot run',
		added: 'a new version',
	};
	const keys = {
		gone: 'this operation has no output schema any more: the editor shows no preview of it',
		added: 'a new output schema',
	};
	return [
		...changes,
		...compareNamed(
			before.versions,
			after.versions,
			compareVersion,
			versions,
			`${where} › version `,
		),
		...compareNamed(before.outputKeys, after.outputKeys, compareKeys, keys, `${where} › output `),
	];
}

function compareVersion(before: NodeVersion, after: NodeVersion, where: string): Change[] {
	const changes: Change[] = [];
	for (const part of ['inputs', 'outputs'] as const) {
		if (isDeepStrictEqual(before[part], after[part])) continue;
		changes.push(
			breakage(where, `${part} ${fromTo(before[part], after[part])}: connections may lead nowhere`),
		);
	}
	if (!isDeepStrictEqual(before.outputNames, after.outputNames)) {
		const names = fromTo(before.outputNames, after.outputNames);
		changes.push(breakage(where, `output names ${names}: people know the outputs by them`));
	}
	if (before.usableAsTool && !after.usableAsTool) {
		changes.push(breakage(where, 'it is no tool any more: AI agents that have it cannot run'));
	}
	if (!before.usableAsTool && after.usableAsTool) changes.push(addition(where, 'it is a tool now'));
	const columns = {
		gone: 'the mapper has no columns here any more: what workflows have mapped is not sent',
		added: 'a mapper with columns',
	};
	return [
		...changes,
		...compareNodeCredentials(before, after, where),
		...compareParameters(before.parameters, after.parameters, where),
		...compareNamed(before.columns, after.columns, compareColumns, columns, `${where} › `),
	];
}

function compareNodeCredentials(
	{ credentials: before }: NodeVersion,
	{ credentials: after }: NodeVersion,
	where: string,
): Change[] {
	const byName = (list: NodeVersion['credentials']) =>
		Object.fromEntries(list.map((each) => [each.name, each]));
	const compare = (one: object, other: object, at: string) =>
		isDeepStrictEqual(one, other)
			? []
			: [breakage(at, `${fromTo(one, other)}: nodes may ask for another credential, or for none`)];
	return compareNamed(
		byName(before),
		byName(after),
		compare,
		{
			gone: 'the node does not take this credential any more: workflows that give it cannot run',
			added: 'the node takes another credential',
		},
		`${where} › credential `,
	);
}

function compareColumns(
	before: readonly Column[],
	after: readonly Column[],
	where: string,
): Change[] {
	const changes: Change[] = [];
	for (const column of before) {
		const at = `${where} › column ${column.name}`;
		const now = after.find(({ name }) => name === column.name);
		if (!now) changes.push(breakage(at, 'gone: workflows that map it fail, or lose what they map'));
		else {
			if (now.type !== column.type) {
				const types = fromTo(column.type, now.type);
				changes.push(breakage(at, `type ${types}: values that are mapped may not fit`));
			}
			if (now.required && !column.required) {
				changes.push(breakage(at, 'required now: workflows that do not map it fail'));
			}
			if (!now.required && column.required) changes.push(addition(at, 'not required any more'));
		}
	}
	for (const { name, required } of after) {
		if (before.some((column) => column.name === name)) continue;
		const at = `${where} › column ${name}`;
		if (required) changes.push(breakage(at, 'new and required: workflows that do not map it fail'));
		else changes.push(addition(at, 'a new column'));
	}
	return changes;
}

function compareKeys(before: readonly string[], after: readonly string[], where: string): Change[] {
	const gone = before.filter((key) => !after.includes(key));
	const added = after.filter((key) => !before.includes(key));
	return [
		...gone.map((key) =>
			breakage(
				where,
				`the key ${key} is gone: expressions that read it behind the node get nothing`,
			),
		),
		...added.map((key) => addition(where, `a new key ${key}`)),
	];
}

const compareCredential = (before: CredentialSnapshot, after: CredentialSnapshot, where: string) =>
	compareParameters(before.fields, after.fields, where, 'field');
