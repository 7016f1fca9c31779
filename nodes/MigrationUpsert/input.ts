import type { IExecuteFunctions } from 'n8n-workflow';

import {
	booleanOf,
	choiceOf,
	inOptions,
	itemReader,
	numberOf,
	publishHints,
	readDryRun,
	readShared,
	readValueOptions,
	rememberItems,
	valueOf,
	type Steps,
	type ValueOptions,
} from '../shared/execution';
import { chainedColumns } from '../shared/resource/actions/input/chained';
import type { Encoding } from '../shared/file/encoding';
import type { Values } from '../shared/schema/recordCheck';
import { allFields, EXTERNAL_ID } from './fields';
import { linesIn } from './readOrders';
import { gatherJson, gatherLines, gatherWholeOrders, type GatheredOrders } from './gatherOrders';
import {
	type InputMode,
	batchSizeParameter,
	dryRunParameter,
	LINES_OF_ITEM,
	createMissingItemsParameter,
	fillDownOption,
	inputModeParameter,
	startAtRowOption,
	encodingOption,
} from './parameters';

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
	/** Of files. */
	readonly encoding: Encoding | 'auto';
}

/** Reads the settings that apply to all items; nothing may be sent when it fails. */
export async function readSettings(context: IExecuteFunctions): Promise<Settings> {
	const settings = await readShared(context, {
		batchSize: numberOf(batchSizeParameter),
		createMissingItems: booleanOf(createMissingItemsParameter),
		mode: choiceOf<InputMode>(inputModeParameter),
		...inOptions({
			fillDown: booleanOf(fillDownOption),
			startAtRow: numberOf(startAtRowOption),
			encoding: choiceOf<Encoding | 'auto'>(encodingOption),
		}),
	});
	const { isDry: dryRun, held } = await readDryRun(context, dryRunParameter);
	publishHints(context, ...held);
	return { ...settings, dryRun, values: await readValueOptions(context, allFields) };
}

/** Reads all input items as orders, each mode in its way; sends nothing. */
export function readInput(
	context: IExecuteFunctions,
	{ mode, values, fillDown }: InputSettings,
): Steps<GatheredOrders> {
	const count = context.getInputData().length;
	const { read, columnNames } = values;
	const table = { count, read, columnNames };
	const parameter = (name: string) => (item: number) => context.getNodeParameter(name, item, '');
	switch (mode) {
		case 'line':
			return gatherLines({ ...table, ...rowReader(context), fillDown });
		case 'order': {
			const { at: header, idAt } = rowReader(context);
			const given = parameter('items');
			const written = context.getNodeParameter('items', 0, '', { rawExpressions: true });
			// A parameter that was cleared says that orders have no lines; an expression without a value does not.
			const inItem = (item: number) =>
				written === LINES_OF_ITEM ? linesIn(context.getInputData()[item].json) : undefined;
			const lines = (item: number) => {
				const value = written === '' ? null : given(item);
				return value === undefined ? inItem(item) : value;
			};
			const { read: at } = rememberItems((item) => ({ header: header(item), lines: lines(item) }));
			return gatherWholeOrders({ ...table, at, idAt });
		}
		case 'json':
			return gatherJson({ ...table, at: rememberItems(parameter('orders')).read });
	}
}

/** What the reading of the input depends on. */
type InputSettings = Pick<Settings, 'values' | 'fillDown'> & {
	readonly mode: Exclude<Settings['mode'], 'file'>;
};

const FIELDS = { displayName: 'Fields', name: 'fields', default: {} };

/** The object that columns are mapped to. */
const MIGRATED = { name: 'order', identifiers: { envelope: 'order_id' }, fields: allFields };

/** What an item gives: its columns as they are, or the values mapped by hand. */
function rowReader(context: IExecuteFunctions) {
	const items = context.getInputData();
	const columnsOf = chainedColumns(context, MIGRATED);
	const columns = (item: number): Values => columnsOf(items[item].json);
	type Mapper = { mappingMode?: string; value?: Values | null };
	const written = context.getNodeParameter(
		'fields',
		0,
		{},
		{ rawExpressions: true },
	) as Mapper | null;
	if (written?.mappingMode !== 'defineBelow') return { at: columns, idAt: columns };
	const read = itemReader(context, { mapper: valueOf<Mapper>(FIELDS) });
	return {
		at: rememberItems((item): Values => read(item).mapper.value ?? {}).read,
		idAt: (item: number): Values => ({
			[EXTERNAL_ID]: context.getNodeParameter(`fields.value.${EXTERNAL_ID}`, item, ''),
		}),
	};
}
