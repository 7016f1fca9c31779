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

exports.build = series(clean, parallel(compile, icons, codex));
exports.default = exports.build;
