import { readBaseUrl } from './baseUrl';
import { createService, type Service, type ServiceOptions } from './client';
import { cancelSignal, type ServiceContext } from './context';
import { fetchFile } from './download';
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
	return succeed(
		createService(
			{
				sendOnce: async (request) =>
					await (request.file ? fetchFile : sendOnce)(context, session, request, options.timeoutMs),
				signal: cancelSignal(context),
			},
			options,
		),
	);
}
