/** A service for the tiny package: tokens are `access-N`, only the newest is good, refresh tokens rotate. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TinyService {
	url: string;
	/** What the service has seen so far. */
	state: { refreshes: number; refused: number; waiting: number; aborted: number };
	/** Credential data that work now. */
	good(): { url: string; session: string; refreshToken: string; region: string };
	/** The same with a token that is refused. */
	expired(): ReturnType<TinyService['good']>;
	close(): void;
}

export async function startTinyService(): Promise<TinyService> {
	const state = { refreshes: 0, refused: 0, waiting: 0, aborted: 0 };
	let generation = 1;
	const server = createServer((request, out) => void answer(request, out));

	async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
		const respond = (status: number, body: object) => {
			response.writeHead(status, { 'content-type': 'application/json' });
			response.end(JSON.stringify(body));
		};
		if (pathname === '/refresh') {
			let body = '';
			for await (const chunk of request) body += String(chunk);
			if (JSON.parse(body).refresh !== `refresh-${generation}`) return respond(400, {});
			generation += 1;
			state.refreshes += 1;
			return respond(200, { access: `access-${generation}`, refresh: `refresh-${generation}` });
		}
		if (request.headers.authorization !== `Bearer access-${generation}`) {
			state.refused += 1;
			return respond(401, {});
		}
		if (pathname === '/never') {
			state.waiting += 1;
			response.on('close', () => (state.aborted += 1));
			return;
		}
		if (pathname === '/events') {
			const since = Number(searchParams.get('since'));
			return respond(200, { events: [7, 8].filter((id) => id > since) });
		}
		if (searchParams.get('fail')) return respond(422, { reason: 'no' });
		return respond(200, Object.fromEntries(searchParams));
	}

	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const good = () => ({
		url,
		session: `access-${generation}`,
		refreshToken: `refresh-${generation}`,
		region: 'east',
	});
	return {
		url,
		state,
		good,
		expired: () => ({ ...good(), session: 'access-0' }),
		close() {
			server.closeAllConnections();
			server.close();
		},
	};
}
