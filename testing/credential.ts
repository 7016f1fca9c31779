import type { CredentialsByType } from './engine';

/** A credential with an access token, as a person saves it. */
export const accessWith = (baseUrl: string, accessToken: string): CredentialsByType => ({
	workspaceRecordsApi: {
		baseUrl,
		authentication: 'accessToken',
		accessToken,
		refreshToken: '',
		sessionToken: '',
	},
});
