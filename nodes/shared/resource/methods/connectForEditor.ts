import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { backgroundOptions, badInput, connect, type Result, type Service } from '../../http';

/**
 * Opens the service for a pick list. Lists are read with a token: the workspace code of Enrich and
 * Score reads none (specification: Authentication, 5).
 */
export async function connectForEditor(context: ILoadOptionsFunctions): Promise<Result<Service>> {
	if (context.getCurrentNodeParameter('authentication') === 'workspaceCode') {
		return badInput(
			'authentication',
			'A workspace code reads no lists',
			'Choose By ID and enter the ID, or set Authentication to Access or Refresh Token to choose from a list.',
		);
	}
	try {
		return await connect(context, backgroundOptions);
	} catch {
		return badInput('credentials', 'No usable credential', 'Select a credential first.');
	}
}
