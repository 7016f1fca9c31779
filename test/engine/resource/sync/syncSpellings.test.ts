import { fromItem } from '../../../../testing/parameters';
import { jsonOf } from '../../../../testing/runNode';
import { CompanyTable } from '../../../../testing/services/companyTable';
import { useCustomEngine } from '../../../../testing/setUp';
import { TRIES_ALL } from '../../../../testing/simulations';

const { service, runNode } = useCustomEngine();

/** What is matched by, with a key that can be written in many ways. */
const KEYS = [
	['external_id', 'ERP-007 Bürö'],
	['name', "Müller-Söhne O'Neil 007"],
	['url', 'https://www.müller-shop.example/Süd/007'],
	['email', 'Ada.Bürö+shop@acme-007.example'],
	['phone_number', '+1 (555) 010-0007'],
] as const;

const ZEROS = /(?<=[- /])0+(?=7)/;

const SPELLINGS: Record<string, (key: string) => string> = {
	'the same': (key) => key,
	'upper case': (key) => key.toUpperCase(),
	'lower case': (key) => key.toLowerCase(),
	'spaces around': (key) => `  ${key}\t`,
	'fewer zeros': (key) => key.replace(ZEROS, ''),
	'upper case and fewer zeros': (key) => key.toUpperCase().replace(ZEROS, ''),
};
const NAMES = Object.keys(SPELLINGS);

/** Which of the two spellings rows and companies have; the last one changes to the second while Sync runs. */
const SITUATIONS = [
	['a company spelled otherwise', ['row'], ['company']],
	['a company of each spelling', ['row'], ['company', 'row']],
	['two rows and no company', ['row', 'company'], []],
	['two rows and one company', ['row', 'company'], ['company']],
	['a company that gets the key meanwhile', ['row'], ['row', 'later']],
] as const;

interface Case {
	readonly matchBy: string;
	readonly given: Readonly<Record<'row' | 'company' | 'later', string>>;
	readonly what: string;
	readonly rows: ReadonlyArray<'row' | 'company'>;
	readonly companies: ReadonlyArray<'row' | 'company' | 'later'>;
}

const cases = KEYS.flatMap(([matchBy, key]) =>
	NAMES.flatMap((name, at) =>
		[0, 4].flatMap((step) =>
			SITUATIONS.map(([situation, rows, companies]): Case => {
				const other = NAMES[(at + step) % NAMES.length];
				const row = SPELLINGS[name](key);
				const company = SPELLINGS[step === 0 ? 'the same' : other](key);
				const what = `${matchBy}: ${name}, ${step === 0 ? 'the same' : other}, ${situation}`;
				return { matchBy, given: { row, company, later: company }, what, rows, companies };
			}),
		),
	),
);

const EVERY = TRIES_ALL ? 1 : 3;
const LATER = '+99 99 99 zz';

/** Runs a Mirror without limits. @returns what it did that it must not */
async function findWrongs({ matchBy, given, what, rows, companies }: Case): Promise<string[]> {
	const table = new CompanyTable();
	const add = (key: string, name = 'A') => table.add({ name, [matchBy]: key });
	const same = companies.map((which) => add(which === 'later' ? LATER : given[which]));
	const fine = add('+11 11 fine');
	const surplus = add('+77 77 surplus');
	const later = companies.includes('later' as never) ? same.at(-1) : undefined;
	service.reply = (request) => {
		const reply = table.reply(request);
		// It has the key from the moment the list was read.
		if (later) later[matchBy] = given.later;
		return reply;
	};
	const keys = [...rows.map((which) => given[which]), '+11 11 fine'];
	const items = keys.map((key) =>
		matchBy === 'name' ? { name: key, address: 'B' } : { [matchBy]: key, name: 'A' },
	);
	const parameters = { mode: 'mirror', matchBy, ...fromItem };
	const options = { guards: { maxArchived: 100, maxArchivedPercent: 100 } };
	const run = await runNode('company', 'sync', { ...parameters, options } as never, { items });
	const outcomes = jsonOf(run.items).map(({ outcome }) => outcome);
	const isThere = (one: object) => table.companies.includes(one as never);
	const others = table.companies.filter((one) => one !== fine && one !== surplus);
	const isGood = !outcomes.some((outcome) => outcome === 'rejected' || outcome === 'ambiguous');
	const wrongs = [
		run.errorText !== '' && `failed: ${run.errorText}`,
		!same.every(isThere) && 'archived a company that a row has',
		others.length > Math.max(rows.length, same.length) && 'made a second company',
		!isThere(fine) && 'archived a company that another row has',
		isGood === isThere(surplus) && `${isGood ? 'left' : 'archived'} the surplus`,
	];
	return wrongs.flatMap((wrong) => (wrong ? [`${what}: ${wrong} (${outcomes.join()})`] : []));
}

describe('keys in other letter case or with other zeros', () => {
	it('are 300 cases', () => expect(cases).toHaveLength(300));

	it('never make Mirror archive what the input has, nor create it a second time', async () => {
		const wrongs: string[] = [];
		for (const [at, each] of cases.entries()) {
			if (at % EVERY === 0) wrongs.push(...(await findWrongs(each)));
		}
		expect(wrongs).toEqual([]);
	}, 300_000);
});
