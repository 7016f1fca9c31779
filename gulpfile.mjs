// Builds the package into dist/. `npm run build` checks the types too; `npm run build:watch` and
// `npm run dev` follow what is saved.
import { rm } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { Transform } from 'node:stream';

import { execa } from 'execa';
import gulp from 'gulp';
import ts from 'typescript';

/** Code, codex (categories, search words and links of a node), and the icons that `file:` names. */
const SOURCES = ['credentials/**/*.ts', 'nodes/**/*.ts', 'nodes/**/*.node.json', 'icons/*.svg'];

const { options: compilerOptions } = ts.getParsedCommandLineOfConfigFile(
	'tsconfig.json',
	{},
	ts.sys,
);

const shown = { preferLocal: true, stdio: 'inherit' };

const clean = async () => await rm('dist', { recursive: true, force: true });

/** Checks the types. What is kept of the last check only makes it quick. */
async function types() {
	const kept = ['--incremental', '--tsBuildInfoFile', '.local/build.tsbuildinfo'];
	await execa('tsc', ['--noEmit', ...kept], shown);
}

/** Files go to the same places in dist/ as they have in the project. */
const write = (paths, options) =>
	gulp
		.src(paths, { base: '.', encoding: false, allowEmpty: true, ...options })
		.pipe(new Transform({ objectMode: true, transform: transpile }))
		.pipe(gulp.dest('dist'));

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
	await execa(process.execPath, ['scripts/schemas.mjs'], shown);
}

const all = () => write(SOURCES);

/** Everything but the check of the types. */
export const compile = gulp.series(clean, all, schemas);

export const build = gulp.parallel(types, compile);

/**
 * Writes each file that is saved, and shows wrong types beside that, until the process ends. A file
 * whose syntax is wrong leaves the last good one in dist/.
 */
export function watch() {
	const tsc = execa('tsc', ['--noEmit', '--watch', '--preserveWatchOutput'], {
		...shown,
		reject: false,
	});
	// Whoever saves waits for the editor, not for the types.
	setPriority(tsc.pid, constants.priority.PRIORITY_BELOW_NORMAL);
	write(SOURCES, { since: gulp.lastRun(all) }).on('error', report);
	// Editors write in several steps.
	const awaitWriteFinish = { stabilityThreshold: 50, pollInterval: 10 };
	gulp
		.watch(SOURCES, { awaitWriteFinish })
		.on('add', (path) => write(path).on('error', report))
		.on('change', (path) => write(path).on('error', report))
		.on('unlink', (path) => void rm(`dist/${path.replace(/\.ts$/, '.js')}`, { force: true }));
	gulp.watch('dist/**/*.js', { delay: 300 }, schemas).on('error', report);
}

const report = (error) => console.error(`${error}`.trimEnd());

export default build;
