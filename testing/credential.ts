import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import type { CredentialsByType } from './engine';

/** What a person enters and saves with an access token. */
export const accessData = (baseUrl: string, accessToken: string) => ({
	baseUrl,
	authentication: 'accessToken',
	accessToken,
	refreshToken: '',
	sessionToken: '',
});

/** And with a refresh token. */
export const refreshData = (
	baseUrl: string,
	refreshToken: string,
	more: ICredentialDataDecryptedObject = {},
) => ({
	...{ baseUrl, authentication: 'refreshToken', accessToken: '', refreshToken, sessionToken: '' },
	...more,
});

/** A credential with an access token. */
export const accessWith = (baseUrl: string, accessToken: string): CredentialsByType => ({
	workspaceRecordsApi: accessData(baseUrl, accessToken),
});
