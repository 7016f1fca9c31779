import type { FastifyInstance } from 'fastify';
import { FrameworkError, ServiceError } from '../errors';
import type { Service } from '../service';
import { workspace } from '../workspace';
import { serve } from './serve';

/** Serves the files of transfers. */
export async function fileRoutes(app: FastifyInstance, { transfers }: Service) {
	app.get('/files/transfers/:id/:name', async (request, reply) => {
		const { id, name } = request.params as { id: string; name: string };
		const [, kind] = /^(errors|data)\.csv$/.exec(name) ?? [];
		const text = kind && transfers.file(id, kind as 'errors' | 'data');
		if (!text) throw new FrameworkError(404, 'No such file');
		return await reply
			.type('text/csv; charset=utf-8')
			.header(
				'content-disposition',
				`attachment; filename="${kind}-${id.replace(/[^\w.-]/g, '_')}.csv"`,
			)
			.send(text);
	});
}

/** Serves transfers, and their files to those who have a token. */
export async function transferRoutes(app: FastifyInstance, service: Service) {
	serve(app, 'getTransfer', ({ path: { history_id: id }, query: { workspace_id: asked } }) => {
		if (asked && asked !== workspace.id) {
			throw new ServiceError(403, 'The token does not belong to this workspace');
		}
		const transfer = service.transfers.get(id);
		if (transfer) return transfer;
		throw new ServiceError(404, `No transfer ${id}`, { code: 'not_found' });
	});

	await app.register(async (files) => {
		files.addHook('onRequest', async (request) => {
			const bearer = /^bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
			request.principal = service.tokens.principalOf(bearer);
			if (request.recorded) request.recorded.principal = bearer ? request.principal : 'none';
			if (request.principal !== 'invalid') return;
			throw new FrameworkError(401, 'This file needs an access token', 'not_authenticated');
		});
		await fileRoutes(files, service);
	});
}
