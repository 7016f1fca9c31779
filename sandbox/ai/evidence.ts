import evidence from '../data/evidence.json';

/** What is publicly known of a company. */
export interface Evidence {
	domain: string;
	name: string;
	url: string;
	address: string;
	industry: string;
	employee_band: string;
	founded_year: number;
}

const byDomain = new Map<string, Evidence>(evidence.map((entry) => [entry.domain, entry]));
const byName = new Map<string, Evidence>(
	evidence.map((entry) => [entry.name.toLowerCase(), entry]),
);

/** `https://www.example.com/about` -> `example.com`; nothing when it is not a web address. */
export function domainOf(url: unknown): string | undefined {
	if (typeof url !== 'string' || !url) return undefined;
	try {
		return new URL(url.includes('://') ? url : `https://${url}`).hostname.replace(/^www\./, '');
	} catch {
		return undefined;
	}
}

/** Looks a company up by the domain of its site, or by its exact name when it has no site. */
export function findEvidence({ url, name }: { url?: unknown; name?: unknown }) {
	const domain = domainOf(url);
	if (domain) return { matchedBy: 'domain', entry: byDomain.get(domain) };
	return { matchedBy: 'name', entry: byName.get(String(name ?? '').toLowerCase()) };
}
