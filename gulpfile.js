const { dest, parallel, series, src } = require('gulp');
const { execFile } = require('node:child_process');
const { rm } = require('node:fs/promises');
const { promisify } = require('node:util');

const run = promisify(execFile);

/** Takes away what an earlier build left. */
const clean = async () => await rm('dist', { recursive: true, force: true });

/** TypeScript to the CommonJS that n8n loads. */
async function compile() {
	await run(process.execPath, [require.resolve('typescript/bin/tsc'), '-p', 'tsconfig.build.json']);
}

/** Icons lie beside nodes and credentials, where their `file:` paths point. */
const icons = () => src('icons/*.svg', { encoding: false }).pipe(dest('dist/icons'));

/** Codex: categories, search words and links of every node. */
const codex = () => src('nodes/**/*.node.json', { encoding: false }).pipe(dest('dist/nodes'));

/** What each operation gives, for the editor to show before the node ran. */
async function schemas() {
	const { writeSchemas } = await import('./scripts/schemas.mjs');
	await writeSchemas();
}

exports.build = series(clean, parallel(compile, icons, codex), schemas);
exports.default = exports.build;
