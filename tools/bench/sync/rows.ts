/** The rows of the benchmark, and the companies that the service has before: they differ in every hundredth name. */
export const CHANGED_EVERY = 100;

const row = (index: number, name: string) => ({
	external_id: `erp-${index}`,
	name,
	url: `https://company-${index}.example`,
	email: `hello@company-${index}.example`,
	phone_number: '+1 555 0100',
	address: `${index} Main Street, Springfield`,
	status: 'active',
});

/** As n8n has them, parsed from JSON: texts that are put together here take their memory only when they are read. */
const all = (count: number, nameOf: (index: number) => string) =>
	JSON.parse(
		JSON.stringify(Array.from({ length: count }, (_, index) => row(index, nameOf(index)))),
	) as Array<ReturnType<typeof row>>;

/** What the service has. */
export const companies = (count: number) => all(count, (index) => `Company ${index}`);

/** What the table has. */
export const rows = (count: number) =>
	all(count, (index) =>
		index % CHANGED_EVERY === 0 ? `Company ${index}, renamed` : `Company ${index}`,
	);
