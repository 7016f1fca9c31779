import type { IExecuteFunctions } from 'n8n-workflow';

import { booleanOf, keptUnder, numberOf, type ValuesOf } from '../execution';
import { Failure, type Result, type ServiceRequest } from '../http';
import {
	oncePerExecutionOption,
	retryUnknownOutcomeOption,
	stopAfterUnknownOption,
} from './parameters';

/** The options about calls that may be billed. */
export const billingOptions = {
	once: booleanOf(oncePerExecutionOption),
	repeats: booleanOf(retryUnknownOutcomeOption),
	maxUnknown: numberOf(stopAfterUnknownOption),
};

export type BillingOptions = ValuesOf<typeof billingOptions>;

/**
 * Stops the AI calls of one execution and credential when further ones would come to the same: after the service’s own
 * verdict that is true for all (payment, quota, token, the permission that the call needs), and after several unknown
 * outcomes in a row, each of which may have been billed.
 */
export class Brake {
	/** By the permission that they are about; those about all calls under ''. */
	private readonly verdicts = new Map<string, Failure>();

	private unknown = 0;

	private lastUnknown = '';

	/** @throws Failure when the call must not be sent */
	check({ permission }: ServiceRequest, { maxUnknown: max }: BillingOptions): void {
		const verdict = this.verdicts.get('') ?? this.verdicts.get(permission);
		if (verdict) {
			const { kind, message, remedy, status, serviceMessage } = verdict;
			const why = `Not sent, because the service refused an earlier call for a reason that applies to all: ${message}`;
			throw new Failure({ kind, message: why, remedy, status, serviceMessage });
		}
		if (max === 0 || this.unknown < max) return;
		throw new Failure({
			kind: 'unavailable',
			message: `Not sent, because the outcome of ${this.unknown} calls is unknown, without a success between them. The last one: ${this.lastUnknown}`,
			remedy:
				'Each of these calls may have been billed. Check that the service is up, then run the items that were not sent. Stop After Unknown Outcomes in the options says how many are accepted.',
		});
	}

	/** Takes in what a call came to. */
	learn({ permission }: ServiceRequest, result: Result<unknown>): void {
		if (result.ok) {
			this.unknown = 0;
			return;
		}
		const { kind, message, serviceMessage, mayHaveHappened } = result.failure;
		const isAboutAll = kind === 'unauthorized' || kind === 'quota';
		// Without its name it may be the permission for one record.
		const isScope = kind === 'forbidden' && serviceMessage?.includes(permission);
		if (isAboutAll || isScope) this.verdicts.set(isAboutAll ? '' : permission, result.failure);
		if (!mayHaveHappened) return;
		this.unknown += 1;
		this.lastUnknown = message;
	}
}

/** By the object that n8n keeps for an execution as long as it is in memory, then by credential. */
const brakes = keptUnder('Brakes of Enrich and Score', 'execution', () => new Brake());

/** The brake that all nodes of this execution share which use the credential, in all their runs. */
export const brakeOf = (context: IExecuteFunctions, credentialKey: string): Brake =>
	brakes(context.getContext('flow'), credentialKey);

/**
 * Whether a call that may have been billed may be sent again, and the words for when it was.
 *
 * @param look what to look for in the service before running it again, to complete "look …"
 */
export function billingOf(
	{ repeats }: BillingOptions,
	look: string,
): Pick<ServiceRequest, 'idempotent' | 'unknownRemedy' | 'isAi'> {
	const unknownRemedy = [
		repeats
			? 'Each attempt may have been billed.'
			: 'It may have been billed. It was not sent again, because that could be billed a second time; the option Retry When Outcome Is Unknown allows it.',
		`Before you run this item again, look ${look}.`,
	].join(' ');
	return { idempotent: repeats, unknownRemedy, isAi: true };
}
