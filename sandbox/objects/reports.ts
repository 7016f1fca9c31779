import type { JsonObject } from '../contract';
import { snakeKeys } from '../names';
import { stableUuid } from '../store/records';
import type { Service } from '../service';
import type { ObjectRules } from './objectRules';

/** Snake-cased defined entries; what was not given is left to the defaults. */
const given = (value: JsonObject) =>
	Object.fromEntries(Object.entries(snakeKeys(value)).filter(([, entry]) => entry !== null));

const metricRecord = (metric: JsonObject, id: string, index: number): JsonObject => ({
	order: index + 1,
	...given(metric),
	id: `${id}-metric-${index + 1}`,
});

function panelRecord(panel: JsonObject, index: number, { clock }: Service): JsonObject {
	const { metrics, type_objects: types, data_sources: sources, ...fields } = given(panel);
	const id = stableUuid(`panel/${index}/${JSON.stringify(panel)}`);
	return {
		order: index + 1,
		width_units: 6,
		height_px: 500,
		ratio: 50,
		data_source: (sources as string[] | undefined)?.[0] ?? null,
		created_at: clock.iso(),
		updated_at: clock.iso(),
		...fields,
		id,
		type_objects: types ? (types as string[]).join(',') : null,
		metrics: ((metrics ?? []) as JsonObject[]).map((metric, place) =>
			metricRecord(metric, id, place),
		),
	};
}

const typeOf = (metadata: JsonObject) =>
	(metadata.reportType as { type: string } | null | undefined)?.type ?? null;

const defaultPanel = (metadata: JsonObject) => ({
	name: metadata.name ?? 'Panel',
	panelType: metadata.reportFormat ?? 'table',
	dataSourceType: 'app',
	dataSource: typeOf(metadata),
});

export const reports: ObjectRules = {
	write(fields, service, before) {
		const metadata: JsonObject = {
			...(before?.fields.metadata as JsonObject | undefined),
			...(fields.report_metadata as JsonObject | null),
		};
		const kept = (before?.fields.panels ?? []) as JsonObject[];
		const panels =
			fields.panels === undefined
				? kept
				: ((fields.panels ?? []) as JsonObject[]).map((panel, index) =>
						panelRecord(panel, index, service),
					);
		if (fields.create_default_panel && panels.length === 0) {
			panels.push(panelRecord(defaultPanel(metadata), 0, service));
		}
		return { metadata, panels };
	},

	show({ fields }) {
		const metadata = fields.metadata as JsonObject;
		const panels = fields.panels as JsonObject[];
		return {
			name: metadata.name ?? null,
			description: metadata.description ?? null,
			report_type: typeOf(metadata),
			panel_count: panels.length,
			panels,
		};
	},

	envelope: ({ archived, fields }) =>
		archived
			? {}
			: {
					report_metadata: fields.metadata,
					report_extended_metadata: { panel_count: (fields.panels as unknown[]).length },
				},
};
