import type { FastifyInstance } from 'fastify';
import { FrameworkError } from '../errors';
import { allowLocalOnly } from '../hooks/local-only';
import type { Service } from '../service';
import type { FaultPlan } from '../faults/fault';
import type { Behaviour, TokenSettings } from '../options';
import type { TransferPlan } from '../store/transfers';

/** The Control API, which sets up and inspects the sandbox itself. Not part of the service; needs no token. */
export async function controlRoutes(
	app: FastifyInstance,
	{ service, reset }: { service: Service; reset: () => void },
) {
	const { behaviour, clock, faults, log, tokens, transfers, records } = service;
	allowLocalOnly(app, service.options.host ?? '127.0.0.1');

	app.get('/__sandbox/faults', async () => ({ faults: faults.show() }));
	app.post('/__sandbox/faults', async (request) => {
		faults.plan((request.body ?? { faults: [] }) as FaultPlan);
		return { faults: faults.show() };
	});

	app.get('/__sandbox/behaviour', async () => behaviour.now);
	app.post('/__sandbox/behaviour', async (request) => {
		try {
			behaviour.set((request.body ?? {}) as Behaviour);
		} catch (error) {
			throw new FrameworkError(422, (error as Error).message);
		}
		return behaviour.now;
	});

	app.get('/__sandbox/requests', async () => ({ requests: log.requests }));
	app.delete('/__sandbox/requests', async () => {
		log.clear();
		return { ok: true };
	});

	app.post('/__sandbox/transfers', async (request) =>
		transfers.start((request.body ?? {}) as TransferPlan),
	);

	app.get('/__sandbox/clock', async () => ({ now: clock.iso() }));
	app.post('/__sandbox/clock', async (request) => {
		const { advanceSeconds = 0 } = (request.body ?? {}) as { advanceSeconds?: number };
		clock.advance(advanceSeconds * 1000);
		return { now: clock.iso() };
	});

	app.get('/__sandbox/tokens', async () => ({
		refreshes: tokens.refreshes,
		settings: tokens.settings,
	}));
	app.post('/__sandbox/tokens', async (request) => {
		tokens.settings = (request.body ?? {}) as TokenSettings;
		return { settings: tokens.settings };
	});
	app.post('/__sandbox/tokens/expire', async () => {
		tokens.expire();
		return { ok: true };
	});

	app.get('/__sandbox/records/:object', async (request) => {
		const { object } = request.params as { object: string };
		const { archived } = request.query as { archived?: string };
		return { records: records.all(object, { archived: archived === 'true' }) };
	});

	app.post('/__sandbox/reset', async () => {
		reset();
		return { ok: true };
	});
}
