import type { FastifyInstance } from 'fastify';
import { pipelines } from '../objects/deals';
import { actions } from '../objects/workflows';
import { serve } from './serve';

/** Serves the fixed lists that other requests draw on: pipelines of deals, actions of workflows. */
export async function lookupRoutes(app: FastifyInstance) {
	serve(app, 'listDealPipelines', () => pipelines);

	serve(app, 'listWorkflowActions', ({ ctxId }) => ({
		data: actions,
		count: actions.length,
		ctx_id: ctxId,
	}));
}
