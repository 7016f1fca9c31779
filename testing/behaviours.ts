import type { Behaviour } from '../sandbox';

/**
 * The service as it was observed, and a service that differs wherever the sources leave something
 * open. Tests that nothing is lost or duplicated run on both.
 */
export const behaviours: ReadonlyArray<{ service: string; behaviour: Behaviour }> = [
	{ service: 'the observed service', behaviour: {} },
	{
		service: 'a service that differs where the sources leave it open',
		behaviour: {
			listOrder: 'newestFirst',
			errors: 'mixed',
			writeResponse: 'specification',
		},
	},
];
