import pipelines from '../data/pipelines.json';
import { ServiceError } from '../errors';
import type { ObjectRules } from './objectRules';

/** Pipelines and stages, as the service returns them. */
export { pipelines };

const stages = pipelines.flatMap((pipeline) =>
	pipeline.stages.map((stage) => ({ pipeline, stage })),
);

/** The stage with this internal value or name. */
export const stageOf = (value: unknown) =>
	stages.find(({ stage }) => stage.internal_value === value) ??
	stages.find(({ stage }) => stage.name.toLowerCase() === String(value).toLowerCase());

const firstStage = pipelines.find((pipeline) => pipeline.is_default)!.stages[0].internal_value;

export const deals: ObjectRules = {
	write(fields, _service, before) {
		if (!before && fields.case_status === undefined) return { ...fields, case_status: firstStage };
		if (fields.case_status === undefined || fields.case_status === null) return fields;
		const found = stageOf(fields.case_status);
		if (!found) {
			const known = stages.map(({ stage }) => stage.internal_value).join(', ');
			const problem = `No stage ${JSON.stringify(fields.case_status)}. Stages: ${known}`;
			throw new ServiceError(400, problem, { errors: { caseStatus: [problem] } });
		}
		return { ...fields, case_status: found.stage.internal_value };
	},

	show(record) {
		const found = stageOf(record.fields.case_status);
		return {
			pipeline_name: found?.pipeline.name ?? null,
			pipeline_order: found?.pipeline.order ?? null,
			stage_key: found?.stage.internal_value ?? null,
			stage_label: found?.stage.name ?? null,
			stage_position: found?.stage.order ?? null,
			stage_score: found?.stage.score ?? null,
		};
	},
};
