// The owner account of the local n8n. The password is generated once and stored beside n8n's data.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @param {string} folder where `sign-in.json` is kept
 * @returns {import('./n8n-client.mjs').SignIn}
 */
export function signInOf(folder) {
	const path = join(folder, 'sign-in.json');
	if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8'));
	// n8n asks for a capital letter and a digit.
	const password = `N8n-${randomBytes(9).toString('base64url')}`;
	const signIn = { email: 'owner@n8n.example', password };
	mkdirSync(folder, { recursive: true });
	writeFileSync(path, `${JSON.stringify(signIn, null, 2)}\n`, { mode: 0o600 });
	return signIn;
}
