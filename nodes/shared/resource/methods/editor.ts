import type { ILoadOptionsFunctions } from 'n8n-workflow';

import {
	Failure,
	settle,
	settleNow,
	within,
	type Service,
	type ServiceRequest,
	backgroundOptions,
	badInput,
	connect,
	readCredentialWithoutItem,
	secretsOf,
	type Secrets,
} from '../../http';
import { show } from '../../schema/limits';
import type { Resource } from '../definition/resource';

/** What one call of the editor may use, whatever the service does. */
const MAX_MS = 20_000;
const MAX_REQUESTS = 60;
/** Pages that are read at once. */
export const PARALLEL = 5;

/** The service for one call of the editor, which ends when its time or its requests are used up. */
export function withinCall(service: Service): Service {
	const until = performance.now() + MAX_MS;
	let requests = 0;
	return {
		...service,
		async send(request) {
			requests += 1;
			if (requests > MAX_REQUESTS) throw tooLong(request);
			const ms = until - performance.now();
			const sending = service.send({ ...request, rows: undefined });
			return await within(sending, ms, () => tooSlow(request));
		},
	};
}

const tooLong = ({ purpose }: ServiceRequest) =>
	new Failure({
		kind: 'tooLarge',
		message: `Could not ${purpose} with ${MAX_REQUESTS} requests: enter the ID`,
		remedy: 'Enter the ID, or use an expression.',
	});

const tooSlow = ({ purpose }: ServiceRequest) =>
	new Failure({
		kind: 'unavailable',
		message: `Could not ${purpose} within ${MAX_MS / 1000} seconds`,
		remedy: 'Check that the service is up, then open the list again, or enter the ID.',
	});

/** The service, as the editor asks it. */
export interface Editor {
	/** Its failures have advice that fits an editor. */
	readonly service: Service;
	/** Stands for the service and the values of the credential; reveals none of them. */
	readonly key: string;
	/** What no label may show. */
	readonly secrets?: Secrets;
}

/**
 * Opens the service for the editor. Lists are read with a token: the workspace code of Enrich and Score reads none
 * (specification: Authentication, 5).
 *
 * @throws Failure of which the editor shows only the headline
 */
export async function openEditor(context: ILoadOptionsFunctions): Promise<Editor> {
	if (context.getCurrentNodeParameter('authentication') === 'workspaceCode') {
		throw badInput(
			'authentication',
			'A workspace code reads no lists: choose By ID, or set Authentication to Access or Refresh Token',
			'Enter the ID, or use an expression.',
		);
	}
	const credential = await readCredentialWithoutItem(context).catch((error: Error) => {
		if (error instanceof Failure) throw error;
		throw context.getNode().credentials?.workspaceRecordsApi === undefined
			? badInput(
					'credentials',
					'No usable credential: select one first',
					'Then open the list again.',
				)
			: badInput(
					'credentials',
					`The credential cannot be read: ${error.message}`,
					'Open the credential and correct it, or select another one.',
				);
	});
	const { service } = connect(context, backgroundOptions, credential);
	const send = async (request: ServiceRequest) => {
		const sent = await settle(service.send(request));
		if (sent.ok) return sent.value;
		throw advised(sent.failure);
	};
	return { service: { ...service, send }, key: credential.key, secrets: secretsOf(context) };
}

/** A failure with what a person can do about it in the editor, where nodes have their options and filters. */
function advised(failure: Failure): Failure {
	const { kind, retryAfterMs } = failure;
	const seconds = retryAfterMs ? `in ${Math.ceil(retryAfterMs / 1000)} seconds` : 'later';
	const advice: Partial<Record<typeof kind, string>> = {
		rateLimited: `Open the list again ${seconds}, or enter the ID.`,
		unavailable: 'Check that the service is up, then open the list again, or enter the ID.',
		tooLarge: 'Type a part of the name to search for, or enter the ID.',
		notFound:
			'Check the base URL of the credential, and that its token is for the right workspace.',
		refused: 'Enter the ID, or use an expression.',
	};
	return failure.with({ remedy: advice[kind] ?? failure.remedy });
}

/**
 * One of the values of a parameter, which may be given by an expression.
 *
 * @throws Failure where it is none of them
 */
export function choiceOf(
	context: ILoadOptionsFunctions,
	{ name, label, options }: Omit<NonNullable<Resource['pathParameter']>, 'description'>,
): string {
	const given = settleNow(() => context.getNodeParameter(name, ''));
	const choice = given.ok ? given.value : context.getCurrentNodeParameter(name);
	if (options.some(({ value }) => value === choice)) return choice as string;
	throw badInput(
		name,
		`${label} is ${show(choice)}`,
		'Choose it from the list, or use an expression that has a value before the workflow runs.',
	);
}
