import type { FastifyInstance } from 'fastify';
import { enrich, type EnrichRequest } from '../ai/enrich';
import { score, type ScoreRequest } from '../ai/score';
import type { Service } from '../service';
import { serve } from './serve';

/** Enriches companies; scores companies and deals. */
export async function aiRoutes(app: FastifyInstance, service: Service) {
	serve(app, 'enrich', ({ body, ctxId }) => ({
		...enrich(body as unknown as EnrichRequest, service),
		ctx_id: ctxId,
	}));

	serve(app, 'score', ({ body, ctxId }) => ({
		...score(body as unknown as ScoreRequest, service),
		ctx_id: ctxId,
	}));
}
