import type { IDataObject } from 'n8n-workflow';
import { badAnswer, succeed, type Result, type Service, type ServiceRequest } from '../service';
import { shapeSchema, whyUnexpected } from './answers';
import type { Shape } from './definition';

/** Sends a request and holds its answer against what the contract promises. */
export async function sendChecked(
	service: Service,
	request: ServiceRequest,
	answered: Shape,
): Promise<Result<IDataObject>> {
	const answer = await service.send(request);
	if (!answer.ok) return answer;
	const reason = whyUnexpected(shapeSchema(answered), answer.value.body);
	return reason
		? badAnswer(request, reason, answer.value)
		: succeed(answer.value.body as IDataObject);
}
