// Builds the package into dist/. `npm run build` checks the types too; `npm run build:watch` and
// `npm run dev` follow what is saved.
const { spawn } = require('node:child_process');
const { rm } = require('node:fs/promises');
const { constants, setPriority } = require('node:os');
const { Transform } = require('node:stream');
const { pipeline } = require('node:stream/promises');

const gulp = require('gulp');
const ts = require('typescript');

/** Code, codex (categories, search words and links of a node), and the icons that `file:` names. */
const SOURCES = ['credentials/**/*.ts', 'nodes/**/*.ts', 'nodes/**/*.node.json', 'icons/*.svg'];

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
	const { outputText, diagnostics } = ts.transpileModule(file.contents.toString(), {
		compilerOptions,
		fileName: file.path,
		reportDiagnostics: true,
	});
	if (diagnostics.length) {
		const host = ts.createCompilerHost(compilerOptions);
		return done(new SyntaxError(ts.formatDiagnostics(diagnostics, host)));
	}
	file.contents = Buffer.from(outputText);
	file.extname = '.js';
	done(null, file);
}

/** What each operation gives, for the editor to show before the node ran; made from the built nodes. */
async function schemas() {
	await run('scripts/schemas.mjs');
}

const all = async () => await write(SOURCES);

/** Everything but the check of the types. */
const compile = gulp.series(clean, all, schemas);

const build = gulp.parallel(types, compile);

/**
 * Writes each file that is saved, and shows wrong types beside that, until the process ends. A file
 * whose syntax is wrong leaves the last good one in dist/.
 */
function watch() {
	const args = [TSC, '--noEmit', '--watch', '--preserveWatchOutput'];
	const tsc = spawn(process.execPath, args, { stdio: 'inherit' });
	// Whoever saves waits for the editor, not for the types.
	setPriority(tsc.pid, constants.priority.PRIORITY_BELOW_NORMAL);
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

const report = (error) => console.error(`${error}`.trimEnd());

module.exports = { build, compile, watch };
