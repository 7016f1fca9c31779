/** The tables of test/data/tables, each with what a person makes of it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import type { INodeParameters } from 'n8n-workflow';

const FORTIES =
	'sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth';
export const SETS = `fitted first second third fourth fifth ${FORTIES}`.split(' ');

/** A text that is made of several columns, in whatever order and with whatever signs between. */
export interface Parts {
	readonly parts: readonly string[];
}

/** A value on the wire as the answer has it. */
export type Expected = string | number | boolean | null | Parts;

/** An order or a record on the wire; orders have their lines in `items`. */
export interface ExpectedRecord {
	readonly [field: string]: Expected | readonly ExpectedRecord[];
}

/** What a person makes of a table; test/data/tables/README.md describes the keys. */
export interface Oracle {
	/** Orders, or the resource of which each row is a record. */
	readonly of: string;
	readonly columns: Readonly<Record<string, string | null>>;
	readonly refused?: string;
	readonly first?: ExpectedRecord;
	readonly middle?: ExpectedRecord;
	readonly last?: ExpectedRecord;
	readonly middleAt?: number;
	readonly counts: { readonly rows: number; readonly records: number; readonly lines?: number };
	readonly rejected?: readonly number[];
	/** Fields that may go out as well; nothing says whether they should. */
	readonly also?: readonly string[];
	readonly setting?: { readonly options?: INodeParameters; readonly parameters?: INodeParameters };
	readonly extract?: {
		readonly delimiter?: string;
		readonly fromLine?: number;
		readonly encoding?: string;
		/** Without it, a quote within a cell that has none around it ends the file. */
		readonly relaxQuotes?: boolean;
		/** Rows with more or fewer cells than names are left out. */
		readonly skipRecordsWithErrors?: boolean;
	};
	readonly timezone?: string;
}

export interface Table {
	readonly set: string;
	readonly name: string;
	readonly content: Buffer;
	readonly oracle: Oracle;
}

const TABLES = join(resolve(__dirname, '../..'), 'test/data/tables');
const ORACLE = '.oracle.json';

/** Reads all tables, those of a set one after the other. */
export function readTables(): Table[] {
	return SETS.flatMap((set) => {
		const folder = join(TABLES, set);
		return readdirSync(folder)
			.filter((file) => file.endsWith(ORACLE))
			.map((file) => {
				const base = join(folder, file.slice(0, -ORACLE.length));
				const path = ['.csv', '.json'].map((end) => base + end).find((each) => existsSync(each));
				if (path === undefined) throw new Error(`There is no table beside ${file}`);
				const oracle = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Oracle;
				return { set, name: path.slice(folder.length + 1), content: readFileSync(path), oracle };
			});
	});
}
