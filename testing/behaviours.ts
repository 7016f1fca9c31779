import type { Behaviour } from '../sandbox';

/**
 * The service as it was observed, and as another one may be that does what the sources leave open
 * in another way. What promises that nothing is lost is tried on both.
 */
export const behaviours: ReadonlyArray<{ service: string; behaviour: Behaviour }> = [
	{ service: 'the observed service', behaviour: {} },
	{
		service: 'a service that does otherwise what is left open',
		behaviour: {
			listOrder: 'newestFirst',
			errors: 'mixed',
			writeResponse: 'specification',
		},
	},
];
