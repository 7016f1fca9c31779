// Checks the records of the service after "Enrich, score and route deals".
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from './paths.mjs';
import { serviceReader } from './service.mjs';

/** The stage of a deal, by the score band of its company. */
const STAGE_OF_BAND = { high: 'proposal', medium: 'qualified', low: 'nurture' };

/** Facts that enrichment puts into custom properties of the workspace. */
const FIELD_MAP = {
	industry: 'industry',
	employee_band: 'employee_band',
	founded_year: 'founded_year',
};

/** The companies and deals of the example. */
export const exampleCompanies = () =>
	JSON.parse(readFileSync(join(ROOT, 'examples', 'data', 'companies.json'), 'utf8'));

/**
 * Compares the service with the example data and with what the workflow reported.
 *
 * @param {Record<string, any>[]} report the rows of the workflow's last node
 * @param {{url: string, token: string}} sandbox
 * @returns {Promise<string[]>} what is wrong; empty when everything is correct
 */
export async function checkRecords(report, sandbox) {
	const service = serviceReader(sandbox);
	const companies = exampleCompanies();
	const problems = [];
	if (report.length !== companies.length) {
		problems.push(`The report has ${report.length} rows for ${companies.length} companies`);
	}
	for (const expected of companies) {
		const row = report.find((one) => one.company_external_id === expected.company_external_id);
		const wrong = row
			? await checkCompany(expected, row, service).catch((error) => [error.message])
			: ['is missing in the report'];
		problems.push(...wrong.map((text) => `${expected.name}: ${text}`));
	}
	return problems;
}

async function checkCompany(expected, row, service) {
	const company = await service.company(expected.company_external_id);
	const deal = await service.deal(expected.deal_external_id);
	const { score, band } = await service.scoreCompany(company.id);
	const facts = [
		['name', company.name, expected.name],
		['website', company.url, expected.url],
		['score in the report', row.score, score],
		['band in the report', row.band, band],
		['name of the deal', deal.name, expected.deal_name],
		['stage of the deal', deal.case_status, STAGE_OF_BAND[band]],
		['stage after in the report', row.stage_after, deal.case_status],
		// A dry run finds nothing left to fill in, so everything known was written.
		['still to fill in', await service.proposedFor(company.id, FIELD_MAP), {}],
		...Object.entries(row.enriched)
			.filter(([field]) => field in company)
			.map(([field, value]) => [`enriched ${field}`, company[field], value]),
	];
	return facts
		.filter(([, is, should]) => JSON.stringify(is) !== JSON.stringify(should))
		.map(([what, is, should]) => `${what} is ${JSON.stringify(is)}, not ${JSON.stringify(should)}`);
}
