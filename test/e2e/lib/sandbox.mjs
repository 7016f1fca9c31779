// The Control API of the sandbox, which sets it up and inspects it (see "Control API" in sandbox/README.md), and the
// service itself, as another application with full access calls it.

/** @param {{url: string, token: string}} sandbox */
export function controlApi({ url, token }) {
	const send = async (method, path, body, headers = {}) => {
		const response = await fetch(`${url}${path}`, {
			method,
			headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
			body: body && JSON.stringify(body),
		});
		if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
		return await response.json();
	};
	const request = async (method, path, body) => await send(method, `/__sandbox${path}`, body);
	const requests = async () => (await request('GET', '/requests')).requests;
	const calls = async (pattern, ...methods) =>
		(await requests()).filter(
			({ method, path }) =>
				pattern.test(path) && (methods.length === 0 || methods.includes(method)),
		);
	return {
		/** A call of the service, e.g. of the path `companies`. */
		call: async (method, path, body) =>
			await send(method, `/v1/public/${path}`, body, { authorization: `Bearer ${token}` }),
		/** How many refreshes have been requested, granted or not. */
		refreshes: async () => (await calls(/^\/api\/token\/refresh\/$/)).length,
		/** How tokens live from now on: `rotate`, `lifetimeSeconds`, … */
		setTokens: async (settings) => await request('POST', '/tokens', settings),
		/** Ends every access token that came from a refresh. */
		expireTokens: async () => await request('POST', '/tokens/expire'),
		startTransfer: async (plan) => await request('POST', '/transfers', plan),
		/** All requests since the start, oldest first. */
		requests,
		/** Those to such a path, by one of these methods or by any. */
		calls,
		/** The records of an object as they are kept. */
		records: async (object) => (await request('GET', `/records/${object}`)).records,
		setFaults: async (faults) => await request('POST', '/faults', { faults }),
	};
}
