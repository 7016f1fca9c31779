// Stands in for the public registry of npm packages: an HTTPS proxy on this machine with a certificate
// authority of its own. n8n and its npm connect through it and see a registry with one package; which
// host they ask for does not matter, and no request goes further.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';

import { HOST } from '../../scripts/lib/paths.mjs';

// Not among the project's tools: n8n would take a file of it, `index.node.js`, for a node of the package.
const { generateCACertificate, getLocal } = createRequire(join(HOST, 'package.json'))('mockttp');

/**
 * Starts the registry, empty.
 *
 * @param {string} folder for its certificate and npm's cache
 * @returns {Promise<{env: Record<string, string>, publish: (release: import('./releases.mjs').Release) => void,
 *   unpublish: (version: string) => void, requests: string[], stop: () => Promise<void>}>} `env`: what n8n
 *   needs to connect through it; `publish`: the release is the latest one from now on; `unpublish`: the one
 *   that was published before it is the latest again; `requests`: method and path of every request so far
 */
export async function startRegistry(folder) {
	mkdirSync(folder, { recursive: true });
	const authority = join(folder, 'authority.pem');
	const https = await generateCACertificate({ subject: { commonName: 'Registry of the test' } });
	writeFileSync(authority, https.cert);
	const releases = new Map();
	const requests = [];
	const server = getLocal({ https, recordTraffic: false });
	await server.start();
	await server.forAnyRequest().thenCallback(({ method, url }) => {
		const { origin, pathname } = new URL(url);
		requests.push(`${method} ${pathname}`);
		return method === 'GET'
			? responseTo(decodeURIComponent(pathname), origin, [...releases.values()])
			: NOT_FOUND;
	});
	return {
		requests,
		env: {
			HTTPS_PROXY: server.url,
			NO_PROXY: 'localhost,127.0.0.1',
			NODE_EXTRA_CA_CERTS: authority,
			NPM_CONFIG_CAFILE: authority,
			// What npm learns here must not stay in the cache of this machine's user.
			NPM_CONFIG_CACHE: join(folder, 'npm-cache'),
			NPM_CONFIG_UPDATE_NOTIFIER: 'false',
			NPM_CONFIG_FETCH_RETRIES: '0',
		},
		publish: (release) => void releases.set(release.manifest.version, release),
		unpublish: (version) => void releases.delete(version),
		stop: async () => await server.stop(),
	};
}

const NOT_FOUND = { statusCode: 404, json: { error: 'Not found' } };

/** The three documents of a registry: all versions of a package, one version, a tarball. */
function responseTo(path, origin, releases) {
	const latest = releases.at(-1);
	if (!latest) return NOT_FOUND;
	const { name } = latest.manifest;
	const version = (release) => versionOf(release, origin);
	if (path === `/${name}`) {
		return json({
			name,
			'dist-tags': { latest: latest.manifest.version },
			versions: Object.fromEntries(releases.map((one) => [one.manifest.version, version(one)])),
		});
	}
	const asked = path.startsWith(`/${name}/`) ? path.slice(name.length + 2) : undefined;
	const found =
		asked === 'latest' ? latest : releases.find((one) => one.manifest.version === asked);
	if (found) return json(version(found));
	const packed = releases.find((one) => path === pathOf(one));
	if (packed) return { statusCode: 200, rawBody: readFileSync(packed.tarball) };
	return NOT_FOUND;
}

const json = (body) => ({
	statusCode: 200,
	headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
	body: JSON.stringify(body),
});

const pathOf = ({ manifest, tarball }) => `/${manifest.name}/-/${basename(tarball)}`;

function versionOf(release, origin) {
	const hash = createHash('sha512').update(readFileSync(release.tarball)).digest('base64');
	const dist = { tarball: `${origin}${pathOf(release)}`, integrity: `sha512-${hash}` };
	return { ...release.manifest, _id: `${release.manifest.name}@${release.manifest.version}`, dist };
}
