import type { IExecuteFunctions } from 'n8n-workflow';

import {
	readBoolean,
	readNumberParameter,
	readValueOptions,
	sharedParameter,
	type ValueOptions,
} from '../shared/execution';
import { badInput } from '../shared/http';
import { type InputMode, batchSizeParameter, fillDownOption, startAtRowOption } from './parameters';
import { allFields } from './fields';

/** Settings that apply to all items of an upsert. */
export interface Settings {
	readonly batchSize: number;
	readonly dryRun: boolean;
	readonly createMissingItems: boolean;
	readonly mode: InputMode;
	/** How values and columns are read. */
	readonly values: ValueOptions;
	/** A row without an order number is a line of the order before it. */
	readonly fillDown: boolean;
	/** Orders of a file that stand above this row are left out. */
	readonly startAtRow: number;
}

/** Reads the settings that apply to all items; nothing may be sent when it fails. */
export async function readSettings(context: IExecuteFunctions): Promise<Settings> {
	const batchSize = await sharedParameter(context, {
		name: batchSizeParameter.name,
		label: batchSizeParameter.displayName,
		fallback: batchSizeParameter.default,
		read: (given) => readNumberParameter(given, batchSizeParameter, batchSizeParameter.name),
	});
	const dryRun = await sharedParameter(context, {
		name: 'dryRun',
		label: 'Dry Run',
		fallback: false,
		read: (given) => readBoolean(given, 'dryRun', 'Dry Run'),
	});
	const createMissingItems = await sharedParameter(context, {
		name: 'createMissingItems',
		label: 'Create Missing Items',
		fallback: true,
		read: (given) => readBoolean(given, 'createMissingItems', 'Create Missing Items'),
	});
	const mode = await sharedParameter(context, {
		name: 'inputMode',
		label: 'Input Mode',
		fallback: 'line',
		read: readMode,
	});
	const fillDown = await sharedParameter(context, {
		name: `options.${fillDownOption.name}`,
		label: fillDownOption.displayName,
		fallback: false,
		read: (given) =>
			readBoolean(given, `options.${fillDownOption.name}`, fillDownOption.displayName),
	});
	const startAtRow = await sharedParameter(context, {
		name: `options.${startAtRowOption.name}`,
		label: startAtRowOption.displayName,
		fallback: startAtRowOption.default,
		read: (given) =>
			readNumberParameter(given, startAtRowOption, `options.${startAtRowOption.name}`),
	});
	const values = await readValueOptions(context, allFields);
	return {
		batchSize: batchSize,
		dryRun: dryRun,
		createMissingItems: createMissingItems,
		mode: mode,
		fillDown: fillDown,
		startAtRow: startAtRow,
		values: values,
	};
}

function readMode(given: unknown): InputMode {
	if (given === 'line' || given === 'order' || given === 'json' || given === 'file') return given;
	throw badInput(
		'inputMode',
		`Input Mode is ${JSON.stringify(given)}`,
		'Use line, order, json or file.',
	);
}
