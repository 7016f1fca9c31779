// Builds the package into dist/. `npm run build` checks the types too; `npm run build:watch` and
// `npm run dev` follow what is saved.
const { createHash } = require('node:crypto');
const { mkdir, readFile, rm, writeFile } = require('node:fs/promises');
const { constants, setPriority } = require('node:os');
const { Transform } = require('node:stream');
const { pipeline } = require('node:stream/promises');

const gulp = require('gulp');
const ts = require('typescript');

/** Code, data, codex (categories, search words and links of a node), and the icons that `file:` names. */
const SOURCES = ['credentials/**/*.ts', 'nodes/**/*.ts', 'nodes/**/*.json', 'icons/*.svg'];

const { options: compilerOptions } = ts.getParsedCommandLineOfConfigFile(
	'tsconfig.json',
	{},
	ts.sys,
);

const TSC = require.resolve('typescript/bin/tsc');

/** Runs a script of Node.js, whose output is shown; execa is an ES module. */
async function run(script, args = []) {
	const { execaNode } = await import('execa');
	await execaNode(script, args, { stdio: 'inherit' });
}

/** Compiled texts by a hash of what they were made of: a build compiles only what has changed. */
const COMPILED = '.local/compiled.json';
const compiled = new Map();
const used = new Set();
const COMPILER = JSON.stringify([ts.version, compilerOptions]);
const keyOf = (text) => createHash('sha256').update(COMPILER).update(text).digest('base64');

const clean = async () => await rm('dist', { recursive: true, force: true });

/** Checks the types. What is kept of the last check only makes it quick. */
async function types() {
	const kept = ['--incremental', '--tsBuildInfoFile', '.local/build.tsbuildinfo'];
	await run(TSC, ['--noEmit', ...kept]);
}

/** Files go to the same places in dist/ as they have in the project. */
const write = async (paths, options) =>
	await pipeline(
		gulp.src(paths, { base: '.', encoding: false, allowEmpty: true, ...options }),
		new Transform({ objectMode: true, transform: transpile }),
		gulp.dest('dist'),
	);

/** TypeScript to the CommonJS that n8n loads, each file alone; fails where the syntax is wrong. */
function transpile(file, _encoding, done) {
	if (file.extname !== '.ts') return done(null, file);
	const text = file.contents.toString();
	const key = keyOf(text);
	used.add(key);
	if (!compiled.has(key)) {
		const { outputText, diagnostics } = ts.transpileModule(text, {
			compilerOptions,
			fileName: file.path,
			reportDiagnostics: true,
		});
		if (diagnostics.length) {
			const host = ts.createCompilerHost(compilerOptions);
			return done(new SyntaxError(ts.formatDiagnostics(diagnostics, host)));
		}
		compiled.set(key, outputText);
	}
	file.contents = Buffer.from(compiled.get(key));
	file.extname = '.js';
	done(null, file);
}

/** What each operation gives, for the editor to show before the node ran; made from the built nodes. */
async function schemas() {
	await run('scripts/schemas.mjs');
}

async function all() {
	const last = await readFile(COMPILED, 'utf8')
		.then(JSON.parse)
		.catch(() => []);
	for (const [key, text] of last) compiled.set(key, text);
	await write(SOURCES);
	await mkdir('.local', { recursive: true });
	await writeFile(COMPILED, JSON.stringify([...compiled].filter(([key]) => used.has(key))));
}

/** Everything but the check of the types. */
const compile = gulp.series(clean, all, schemas);

const build = gulp.parallel(types, compile);

/**
 * Writes each file that is saved, and shows wrong types beside that, until the process ends. A file
 * whose syntax is wrong leaves the last good one in dist/.
 */
function watch() {
	followTypes().catch(report);
	write(SOURCES, { since: gulp.lastRun(all) }).catch(report);
	// Editors write in several steps.
	const awaitWriteFinish = { stabilityThreshold: 50, pollInterval: 10 };
	gulp
		.watch(SOURCES, { awaitWriteFinish })
		.on('add', (path) => write(path).catch(report))
		.on('change', (path) => write(path).catch(report))
		.on('unlink', (path) => void rm(`dist/${path.replace(/\.ts$/, '.js')}`, { force: true }));
	gulp.watch('dist/**/*.js', { delay: 300 }, schemas).on('error', report);
}

async function followTypes() {
	const { execaNode } = await import('execa');
	const args = ['--noEmit', '--watch', '--preserveWatchOutput'];
	// Ends with this process, which spawn would not see to.
	const tsc = execaNode(TSC, args, { stdio: 'inherit', reject: false });
	// Whoever saves waits for the editor, not for the types.
	setPriority(tsc.pid, constants.priority.PRIORITY_BELOW_NORMAL);
	await tsc;
}

const report = (error) => console.error(`${error}`.trimEnd());

module.exports = { build, compile, watch };
