// The Control API of the sandbox, which sets it up and inspects it. See "Control API" in sandbox/README.md.

const REFRESH = '/api/token/refresh/';

/** @param {{url: string}} sandbox */
export function controlApi({ url }) {
	const request = async (method, path, body) => {
		const response = await fetch(`${url}/__sandbox${path}`, {
			method,
			headers: body && { 'content-type': 'application/json' },
			body: body && JSON.stringify(body),
		});
		if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
		return await response.json();
	};
	return {
		/** How many refreshes have been requested, granted or not. */
		refreshes: async () =>
			(await request('GET', '/requests')).requests.filter(({ path }) => path === REFRESH).length,
		/** How tokens live from now on: `rotate`, `lifetimeSeconds`, … */
		setTokens: async (settings) => await request('POST', '/tokens', settings),
		/** Ends every access token that came from a refresh. */
		expireTokens: async () => await request('POST', '/tokens/expire'),
		startTransfer: async (plan) => await request('POST', '/transfers', plan),
		/** All requests since the start, oldest first. */
		requests: async () => (await request('GET', '/requests')).requests,
		/** The records of an object as they are kept. */
		records: async (object) => (await request('GET', `/records/${object}`)).records,
		setFaults: async (faults) => await request('POST', '/faults', { faults }),
	};
}
