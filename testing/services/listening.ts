import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Has a server listen on the loopback; gives where it is, and what closes it with its connections. */
export async function listening(server: Server, port = 0, host = '127.0.0.1') {
	await new Promise<void>((isListening) => server.listen(port, host, isListening));
	return {
		url: `http://${host}:${(server.address() as AddressInfo).port}`,
		close: async () => {
			server.closeAllConnections();
			await new Promise((closed) => server.close(closed));
		},
	};
}
