import type { IExecuteFunctions } from 'n8n-workflow';

import {
	booleanOf,
	choiceOf,
	inOptions,
	numberOf,
	readShared,
	readValueOptions,
	type ValueOptions,
} from '../shared/execution';
import {
	type InputMode,
	batchSizeParameter,
	dryRunParameter,
	createMissingItemsParameter,
	fillDownOption,
	inputModeParameter,
	startAtRowOption,
} from './parameters';
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
	const settings = await readShared(context, {
		batchSize: numberOf(batchSizeParameter),
		dryRun: booleanOf(dryRunParameter),
		createMissingItems: booleanOf(createMissingItemsParameter),
		mode: choiceOf<InputMode>(inputModeParameter),
		...inOptions({
			fillDown: booleanOf(fillDownOption),
			startAtRow: numberOf(startAtRowOption),
		}),
	});
	return { ...settings, values: await readValueOptions(context, allFields) };
}
