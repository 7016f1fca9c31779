import type { JsonObject } from '../contract';
import { ServiceError } from '../errors';
import { stageOf } from '../objects/deals';
import type { Service } from '../service';
import { stableUuid, type StoredRecord } from '../store/records';
import { findEvidence } from './evidence';
import { hashOf } from './hash';

export interface ScoreRequest {
	object_type: 'company' | 'deal';
	record_id: string;
	score_model_id?: string | null;
}

interface Dimension {
	key: string;
	score: number;
	maximum: number;
	reason: string;
}

const defaultModel = { id: stableUuid('score-model/default'), name: 'Default', version: 1 };

/** What a filled-in field is worth. */
const fieldPoints = { url: 10, address: 12, name: 8, email: 5, phone_number: 5 };
/** What the size of a company is worth. */
const sizePoints: Record<string, number> = { '10,000+': 20, '5,000-9,999': 14, '1,000-4,999': 8 };
/** What an industry is worth to the workspace; others are worth 6. */
const industryPoints: Record<string, number> = {
	Technology: 20,
	Manufacturing: 14,
	Health: 12,
	'Financial Services': 12,
	Consumer: 8,
};

const highFrom = 80;
const mediumFrom = 50;
const bandOf = (score: number) =>
	score >= highFrom ? 'high' : score >= mediumFrom ? 'medium' : 'low';

function companyDimensions({ fields }: StoredRecord): Dimension[] {
	const filled = Object.entries(fieldPoints).filter(([field]) => fields[field]);
	const missing = Object.keys(fieldPoints).filter((field) => !fields[field]);
	const { entry } = findEvidence(fields);
	const size = entry ? (sizePoints[entry.employee_band] ?? 4) : 0;
	const industry = entry ? (industryPoints[entry.industry] ?? 6) : 0;
	return [
		{
			key: 'completeness',
			score: filled.reduce((sum, [, points]) => sum + points, 0),
			maximum: 40,
			reason: missing.length > 0 ? `Without ${missing.join(', ')}` : 'All fields are filled in',
		},
		{
			key: 'evidence',
			score: entry ? 20 : 0,
			maximum: 20,
			reason: entry ? `Known as ${entry.name}` : 'Nothing is known of this company',
		},
		{
			key: 'fit',
			score: size + industry,
			maximum: 40,
			reason: entry
				? `${entry.industry}, ${entry.employee_band} employees`
				: 'Size and industry unknown',
		},
	];
}

const sum = (dimensions: Dimension[]) =>
	dimensions.reduce((total, dimension) => total + dimension.score, 0);

function dealDimensions({ fields }: StoredRecord, { records }: Service): Dimension[] {
	const stage = stageOf(fields.case_status)?.stage;
	const company = records.byId('companies', String(fields.company_id));
	const companyScore = company ? sum(companyDimensions(company)) : 0;
	return [
		{
			key: 'stage',
			score: Math.round((stage?.score ?? 0) / 2),
			maximum: 50,
			reason: stage ? `Stage ${stage.name}` : 'No stage',
		},
		{
			key: 'company',
			score: Math.round(companyScore / 2),
			maximum: 50,
			reason: company ? `Company scores ${companyScore}` : 'No company',
		},
	];
}

/**
 * Scores a company or a deal from 0 to 100. The rule: a company is worth up to 40 for filled-in fields, 20 for being
 * known, 40 for size and industry; a deal is worth half of its stage's weight plus half of its company's score. From
 * 80 the band is high, from 50 medium, else low.
 */
export function score(request: ScoreRequest, service: Service) {
	const { object_type: type, record_id: id, score_model_id: model } = request;
	const record = service.records.byId(type === 'deal' ? 'deals' : 'companies', id.toLowerCase());
	if (!record || record.archived) throw new ServiceError(404, `No ${type} ${id}`);
	if (model && model !== defaultModel.id) throw new ServiceError(404, `No score model ${model}`);
	const dimensions = type === 'deal' ? dealDimensions(record, service) : companyDimensions(record);
	const total = sum(dimensions);
	const band = bandOf(total);
	const inputHash = hashOf([type, record.id, dimensions]);
	const data: JsonObject = {
		object_type: type,
		record_id: record.id,
		snapshot_id: stableUuid(`snapshot/${inputHash}`),
		algorithm_key: 'sandbox-points',
		algorithm_version: '1',
		score_model_id: defaultModel.id,
		score_model_name: defaultModel.name,
		score_model_version: defaultModel.version,
		input_hash: inputHash,
		output_hash: hashOf([total, band]),
		score: total,
		band,
		dimensions: dimensions.map(({ key, score: points, maximum }) => ({
			key,
			score: points,
			maximum,
		})),
		reasons: dimensions.map(({ key, reason, score: points }) => ({
			dimension: key,
			text: reason,
			impact: points,
		})),
		explanation: `${total} of 100 (${band}): ${dimensions
			.map(
				({ key, score: points, maximum, reason }) => `${key} ${points} of ${maximum} - ${reason}`,
			)
			.join('; ')}`,
	};
	return { data, message: `Scored ${total}` };
}
