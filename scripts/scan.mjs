// `npm run scan`: n8n's official scan of community packages on what is built here, without publishing:
// the source, and the packed tarball; with the rules that the scan pins and with the newest ones.
// Inline disables do not count, and a warning is as bad as an error.
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { execa } from 'execa';

import { installFromLock, isInstalled } from './lib/install.mjs';
import { pack } from './lib/package.mjs';
import { ROOT } from './lib/paths.mjs';
import { step } from './lib/progress.mjs';

const SCAN = join(ROOT, 'tools/scan');
/** What the scan looks at in a published package. */
const TARBALL_PATTERNS = ['**/*.js', 'package.json'];

async function packAndUnpack(folder) {
	await execa('tar', ['-xzf', await pack(folder), '-C', folder, '--strip-components=1']);
	return folder;
}

async function configurations(require) {
	const scanner = pathToFileURL(
		join(SCAN, 'node_modules/@n8n/scan-community-package/scanner/scanner.mjs'),
	);
	const { buildScanConfig, SOURCE_FILE_PATTERNS } = await import(scanner);
	const pinned = await buildScanConfig();
	const { n8nCommunityNodesPlugin } = await import(pathToFileURL(require.resolve('newest-rules')));
	const isRules = (entry) => '@n8n/community-nodes' in (entry.plugins ?? {});
	const newest = [
		n8nCommunityNodesPlugin.configs.recommended,
		...pinned.filter((entry) => !isRules(entry)),
	];
	return { sourcePatterns: SOURCE_FILE_PATTERNS, rules: { pinned, newest } };
}

/** The scan that n8n makes of a published package. */
export const PUBLISHED = { leg: 'tarball', rules: 'pinned' };

/** Scans the built package; `only` one leg with one set of rules, or all of them. */
export async function scan(only) {
	const isAsked = (scanned) => !only || (scanned.leg === only.leg && scanned.rules === only.rules);
	if (!isInstalled(SCAN))
		await step('Installing the scan', async () => await installFromLock(SCAN));
	const require = createRequire(join(SCAN, 'package.json'));
	const { ESLint } = require('eslint');
	const { sourcePatterns, rules } = await configurations(require);
	const folder = mkdtempSync(join(tmpdir(), 'workspace-records-scan-'));
	const legs = [
		{ leg: 'source', cwd: ROOT, patterns: sourcePatterns },
		{ leg: 'tarball', cwd: await packAndUnpack(folder), patterns: TARBALL_PATTERNS },
	];
	let problems = 0;
	try {
		for (const { leg, cwd, patterns } of legs) {
			for (const [name, overrideConfig] of Object.entries(rules)) {
				if (!isAsked({ leg, rules: name })) continue;
				const eslint = new ESLint({
					cwd,
					allowInlineConfig: false,
					overrideConfigFile: true,
					overrideConfig,
				});
				const results = await eslint.lintFiles(patterns);
				const errors = results.reduce((sum, { errorCount }) => sum + errorCount, 0);
				const warnings = results.reduce((sum, { warningCount }) => sum + warningCount, 0);
				console.log(
					`  Scan of the ${leg}, ${name} rules: ${results.length} files, ${errors} errors, ${warnings} warnings`,
				);
				problems += errors + warnings;
				const formatter = await eslint.loadFormatter('stylish');
				const report = await formatter.format(results);
				if (report) console.log(report);
			}
		}
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
	if (problems > 0) throw new Error(`The scan found ${problems} problems`);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
	try {
		await scan();
	} catch (error) {
		console.error(error.message);
		process.exitCode = 1;
	}
}
