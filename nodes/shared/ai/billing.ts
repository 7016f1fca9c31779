import type { IDataObject } from 'n8n-workflow';

import { retryUnknownOutcomeOption } from './credentials';
import { readBooleanOption } from '../execution';
import type { ServiceRequest } from '../http';

/**
 * Whether a call that may have been billed may be sent again, and the words for when it was.
 *
 * @param look what to look for in the service before running it again, to complete "look …"
 */
export function readBilling(
	options: IDataObject,
	look: string,
): Pick<ServiceRequest, 'idempotent' | 'unknownRemedy' | 'isAi'> {
	const repeats = readBooleanOption(
		options,
		retryUnknownOutcomeOption.name,
		retryUnknownOutcomeOption.displayName,
	);
	const unknownRemedy = [
		repeats
			? 'Each attempt may have been billed.'
			: 'It may have been billed. It was not sent again, because that could be billed a second time; the option Retry When Outcome Is Unknown allows it.',
		`Before you run this item again, look ${look}.`,
	].join(' ');
	return { idempotent: repeats, unknownRemedy, isAi: true };
}
