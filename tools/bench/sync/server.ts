/**
 * Companies in memory. GET /report says what was asked for since the last one, and how many companies there are.
 *
 *     tsx tools/bench/sync/server.ts <companies> <requests a second, 0 for no limit>
 */
import { startCustomService } from '../../../testing/services/customService';
import { CompanyTable } from '../../../testing/services/companyTable';
import { companies, rows } from './rows';

export interface Report {
	readonly pages: number;
	readonly reads: number;
	readonly writes: number;
	readonly refused: number;
	readonly stored: number;
	/** Companies that are not as the rows have them, of so many rows; those that are too many count, too. */
	readonly wrong: number;
}

const [count, perSecond] = process.argv.slice(2).map(Number);
const LIST = '/v1/public/companies';

async function main() {
	const table = new CompanyTable();
	for (const company of companies(count)) table.add(company);
	const service = await startCustomService();
	let refused = 0;
	let nextAt = 0;
	table.fault = () => {
		const now = performance.now();
		if (perSecond === 0 || now >= nextAt) {
			nextAt = Math.max(now, nextAt) + 1000 / perSecond;
			return undefined;
		}
		refused += 1;
		return { status: 429, headers: { 'retry-after': '1' }, body: { message: 'Slow down' } };
	};
	const report = (wanted: number): Report => {
		const asked = service.requests.splice(0).filter(({ path }) => path.startsWith(LIST));
		const counted = (which: (request: (typeof asked)[0]) => boolean) => asked.filter(which).length;
		const expected = new Map(rows(wanted).map((row) => [row.external_id, row.name]));
		const isRight = ({ external_id: key, name }: Record<string, unknown>) =>
			expected.get(String(key)) === name;
		const right = table.companies.filter(isRight).length;
		const figures = {
			pages: counted(({ method, path }) => method === 'GET' && path === LIST),
			reads: counted(({ method, path }) => method === 'GET' && path !== LIST),
			writes: counted(({ method }) => method !== 'GET'),
			refused,
			stored: table.companies.length,
			wrong: table.companies.length - right + Math.max(0, wanted - right),
		};
		refused = 0;
		return figures;
	};
	service.reply = (request) =>
		request.path === '/report'
			? { body: report(Number(request.query.rows)) }
			: table.reply(request);
	process.stdout.write(`${service.url}\n`);
}

void main();
