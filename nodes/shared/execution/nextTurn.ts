/**
 * Resolves one turn of the event loop later, so that whatever else waits comes first. n8n keeps
 * `setImmediate` from nodes, and a timer takes a millisecond; a message takes one turn.
 */
export const nextTurn = async () =>
	await new Promise<void>((resume) => {
		const { port1, port2 } = new MessageChannel();
		port1.once('message', () => {
			port1.close();
			resume();
		});
		port2.postMessage(undefined);
	});
