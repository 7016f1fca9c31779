import { readBaseUrl } from './baseUrl';
import { createService, type Service, type ServiceOptions } from './client';
import { cancelSignal, isBackground, type ServiceContext } from './context';
import { fetchFile } from './download';
import { limiterFor } from './limiter/limiters';
import { succeed, type Result } from './result';
import { sendOnce, type Session } from './transport';

export type CredentialType = 'workspaceRecordsApi' | 'workspaceRecordsInternalApi';

/**
 * Opens the service for one execution of one node: reads and checks the credential once.
 *
 * @throws what n8n throws when the node has no credential
 */
export async function connect(
	context: ServiceContext,
	options: ServiceOptions,
	credentialType: CredentialType = 'workspaceRecordsApi',
): Promise<Result<Service>> {
	const data = await context.getCredentials(credentialType);
	const baseUrl = readBaseUrl(data.baseUrl);
	if (!baseUrl.ok) return baseUrl;
	const session: Session = {
		type: credentialType,
		baseUrl: baseUrl.value,
		data,
		renews: data.authentication === 'refreshToken',
	};
	const id = context.getNode().credentials?.[credentialType]?.id ?? '';
	const isInteractive = isBackground(context);
	return succeed(
		createService(
			{
				limiter: limiterFor(JSON.stringify([session.baseUrl, credentialType, id])),
				isForeign: ({ file, path }) => file !== undefined && !isOwn(path, session.baseUrl),
				isInteractive,
				isAttended: isInteractive || context.getMode?.() === 'manual',
				sendOnce: async ({ file, ...request }) =>
					file
						? await fetchFile(context, session, { ...request, file }, options.timeoutMs)
						: await sendOnce(context, session, request, options.timeoutMs),
				signal: cancelSignal(context),
			},
			options,
		),
	);
}

/** Whether a link to a file leads to the service itself. */
const isOwn = (link: string, baseUrl: string) =>
	URL.canParse(link, baseUrl) && new URL(link, baseUrl).origin === new URL(baseUrl).origin;
