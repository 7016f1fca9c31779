import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { backgroundOptions, badInput, connectWithoutItem, Failure, failureOf, type Service } from '../../http';

/**
 * Opens the service for a pick list. The editor shows only the headline of a failure there.
 *
 * Lists are read with a token: the workspace code of Enrich and
 * Score reads none (specification: Authentication, 5).
 */
export async function connectForEditor(context: ILoadOptionsFunctions): Promise<Service> {
	if (context.getCurrentNodeParameter('authentication') === 'workspaceCode') {
		throw badInput(
			'authentication',
			'A workspace code reads no lists: choose By ID, or set Authentication to Access or Refresh Token',
			'Enter the ID, or use an expression.',
		);
	}
	try {
		return await connectWithoutItem(context, backgroundOptions);
	} catch (error) {
		if (error instanceof Failure) throw failureOf(error);
		throw badInput(
			'credentials',
			'No usable credential: select one first',
			'Then open the list again.',
		);
	}
}
