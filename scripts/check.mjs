// `npm run check <what>`: the rules that no test is about, and what is checked on demand; further arguments go to it.
import { runNamed } from './lib/named.mjs';

await runNamed('check', {
	format: {
		what: 'every file is formatted; `npm run format` does it',
		run: 'prettier --check --log-level warn .',
		plain: true,
	},
	lint: {
		what: 'tests, sandbox, benchmarks and scripts: no forgotten promises, nothing unused',
		run: 'eslint --config eslint.tools.config.mjs --max-warnings 0 test testing sandbox scripts tools/bench tools/deploy',
		plain: true,
	},
	exports: {
		what: 'nothing is exported that nobody imports; no dependency that nobody needs',
		run: 'knip --config scripts/check/knip.jsonc',
		plain: true,
	},
	forms: {
		what: 'fields, notices and options of each form at its defaults, and search names, stay within their number',
		run: 'tsx scripts/check/forms.ts',
		plain: true,
	},
	docs: {
		what: 'links and file names in the docs exist',
		run: 'remark . .github --rc-path scripts/check/remark.mjs --ignore-path scripts/check/remark.ignore --ignore-path-resolve-from cwd --frail --quiet --no-stdout',
		plain: true,
	},
	commits: {
		what: 'subjects of commits have at most 72 characters',
		run: 'node scripts/check/commits.mjs',
		plain: true,
	},
	lean: {
		what: 'lines, files, call depth, state and tests stay within scripts/check/bounds.json, which only goes down',
		run: 'tsx scripts/check/lean.ts',
		built: true,
		plain: true,
	},
	state: {
		what: 'what outlives an execution is declared, and listed in docs/architecture.md; --write renews the list',
		run: 'tsx scripts/check/state.ts',
		plain: true,
	},
	scan: {
		what: 'n8n’s scan of community packages: source and tarball, with pinned and newest rules',
		run: 'node scripts/scan.mjs',
		built: true,
		plain: true,
	},
	words: {
		what: 'README, guides and recipes have at most 16,000 words, quality and performance 250 lines',
		run: 'node scripts/check/words.mjs',
		plain: true,
	},
	acceptance: {
		what: 'every promise for every object, against a workspace or the three services of the tests',
		run: 'tsx test/acceptance/index.ts',
		built: true,
	},
	closing: {
		what: 'what a closing note needs: bounds beside the goal, and the cost of npm test beside another commit; long',
		run: 'node scripts/check/closing.mjs',
		built: true,
	},
	compat: {
		what: 'what the build changes of what saved workflows rely on; --accept takes additions over',
		run: 'tsx test/compat/cli.ts',
		built: true,
	},
	editor: {
		what: 'lists, choices and columns of all nodes, at a service that behaves in 240 ways; minutes',
		run: 'tsx test/editor/index.ts',
	},
	golden: {
		what: 'the requests of every operation against the case files; --update takes them over',
		run: 'tsx test/golden/cli.ts',
		built: true,
	},
	hostile: {
		what: 'bad answers and hostile values, everywhere, and what they cost',
		run: 'tsx test/hostile/index.ts',
		built: true,
	},
	model: {
		what: 'random tables against a service and an oracle made from the docs alone: Sync and its options, Find, Create or Update',
		run: 'tsx test/model/index.ts',
		built: true,
	},
	mutation: {
		what: 'what no unit test of a folder notices when its code is changed',
		run: 'node scripts/mutation.mjs',
	},
	owner: {
		what: 'what only the owner can fill in before a release is filled in',
		run: 'node scripts/check/owner.mjs',
	},
	recorded: {
		what: 'what differs from all recorded outputs: golden, compat, state, docs; --accept takes it over',
		run: 'node scripts/check/recorded.mjs',
		built: true,
	},
	saved: {
		what: 'writes the saved workflows that the version in package.json lacks, as of a new node',
		run: 'tsx test/saved/cli.ts',
		built: true,
	},
	seeds: {
		what: 'all tests with all their cases, and random ones with a new seed; weekly',
		run: 'node scripts/check/seeds.mjs',
	},
	tables: {
		what: 'what becomes of tables that others exported, with figures; it fails nothing',
		run: 'tsx test/tables/index.ts',
		built: true,
	},
});
