import type { IExecuteFunctions, ILoadOptionsFunctions, IPollFunctions } from 'n8n-workflow';

/** Any place in n8n from which the service is called. */
export type ServiceContext = IExecuteFunctions | IPollFunctions | ILoadOptionsFunctions;

/** The signal of a cancelled execution; pick lists and polls have none. */
export function cancelSignal(context: ServiceContext): AbortSignal | undefined {
	return 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
}

/** Whether no execution is behind it, but the editor's look-ups or a poll. */
export const isBackground = (context: ServiceContext): boolean => !('getInputData' in context);
