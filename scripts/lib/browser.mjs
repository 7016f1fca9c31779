// The browser for the tests of the editor: the installed one, or Debian's.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { execa } from 'execa';

import { step } from './progress.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const ELSEWHERE = [
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
	'/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * The Chromium or Chrome of this machine.
 *
 * @returns {string | undefined} its path; `CHROMIUM_PATH` goes before the usual places
 */
export function findBrowser() {
	if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
	const folders = (process.env.PATH ?? '').split(delimiter);
	const onPath = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)));
	return [...onPath, ...ELSEWHERE].find(existsSync);
}

/**
 * Installs Debian's Chromium when there is no browser and this is root on Debian.
 *
 * @returns {Promise<boolean>} whether there is a browser now
 */
export async function setUpBrowser() {
	if (findBrowser()) return true;
	if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
	await step('Installing Chromium', async () => {
		await execa('apt-get', ['update', '-q']);
		const env = { DEBIAN_FRONTEND: 'noninteractive' };
		await execa('apt-get', ['install', '-q', '-y', '--no-install-recommends', 'chromium'], { env });
	});
	return findBrowser() !== undefined;
}
