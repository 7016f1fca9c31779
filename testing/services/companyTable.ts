/** A service with companies in memory, as a function from request to response for `startCustomService`. */
import type { Received, Reply } from './customService';

export type Company = Record<string, unknown> & {
	readonly id: string;
	readonly company_id: number;
};

const PATH = '/v1/public/companies';

/** The companies, and how the service shows them. */
export class CompanyTable {
	companies: Company[] = [];
	/** Keys that the list leaves out, and that Get leaves out. */
	listHides: readonly string[] = [];
	getHides: readonly string[] = [];
	/** Responds instead, before the request is worked on; after it, where `isLate` says so. */
	fault: (request: Received, at: number) => (Reply & { isLate?: boolean }) | undefined = () =>
		undefined;
	private created = 0;
	private count = 0;

	/** Adds a company. */
	add(fields: Record<string, unknown>): Company {
		this.created += 1;
		const time = new Date(Date.UTC(2026, 0, 1) + this.created * 60_000).toISOString();
		const id = `0b9c7a52-6a0f-4f3e-9b1d-${String(this.created).padStart(12, '0')}`;
		const company = { id, company_id: this.created, created_at: time, updated_at: time, ...fields };
		this.companies.push(company);
		return company;
	}

	readonly reply = (request: Received): Reply => {
		this.count += 1;
		const fault = this.fault(request, this.count);
		if (fault && !fault.isLate) return fault;
		const reply = this.work(request);
		return fault ?? reply;
	};

	private work({ method, path, query, body }: Received): Reply {
		if (path === PATH)
			return method === 'GET' ? this.list(query) : this.upsert(body as Record<string, unknown>);
		const reference = decodeURIComponent(path.slice(PATH.length + 1));
		const external = query.external_id;
		const found = this.companies.find((company) =>
			external === undefined
				? company.id === reference || String(company.company_id) === reference
				: company.external_id === external,
		);
		if (!found) return { status: 404, body: { message: 'No such company', ctx_id: 'c' } };
		if (method === 'GET') return { body: without(found, this.getHides) };
		if (method === 'DELETE') this.companies = this.companies.filter((each) => each !== found);
		else Object.assign(found, body);
		return written(found, 'updated');
	}

	private list(query: Received['query']): Reply {
		const [page, limit] = [Number(query.page ?? 1), Number(query.limit ?? 50)];
		const { search, sort } = query;
		// They are kept in the order in which they were made.
		const found = search
			? this.companies.filter(({ name }) => String(name).includes(search))
			: this.companies;
		const [from, to] = [(page - 1) * limit, page * limit];
		const data = sort?.startsWith('-')
			? found.slice(Math.max(0, found.length - to), Math.max(0, found.length - from)).reverse()
			: found.slice(from, to);
		const shown = data.map((company) => without(company, this.listHides));
		return { body: { data: shown, page, count: shown.length, total: found.length, message: 'ok' } };
	}

	private upsert(body: Record<string, unknown>): Reply {
		const key = body.external_id;
		const known = key ? this.companies.find((company) => company.external_id === key) : undefined;
		if (known) Object.assign(known, body);
		return written(known ?? this.add(body), known ? 'updated' : 'created');
	}
}

const without = (company: Company, hidden: readonly string[]) =>
	Object.fromEntries(Object.entries(company).filter(([key]) => !hidden.includes(key)));

const written = ({ id, external_id }: Company, status: string): Reply => ({
	body: { ok: true, status, external_id, company_id: id, ctx_id: 'c' },
});
