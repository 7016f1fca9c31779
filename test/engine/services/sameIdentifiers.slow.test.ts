import { resources } from '../../../scripts/lib/definitions';
import { ServiceTrip } from '../../../testing/serviceTrip';
import { useN8n, useService } from '../../../testing/setUp';
import { isTried } from '../../../testing/simulations';
import { threeServices } from '../../../testing/threeServices';

const n8n = useN8n();

/** A workflow takes one identifier in its path, so that a service decides which of two is meant. */
const objects = resources.filter(
	({ name, identifiers }) => identifiers.external !== undefined && name !== 'workflow',
);

/** In `npm test`, each object is tried with one of the services by turns. */
describe.each(Object.entries(threeServices).map((each, turn) => [...each, turn] as const))(
	'with the %s service, where external IDs are the number and the ID of another record',
	(_, start, turn) => {
		const tried = objects.filter((__, place) => isTried(turn + place, 3));
		const service = useService(start);

		it.each(tried.map((resource) => [resource.label, resource] as const))(
			'each %s is got, changed and archived by its own external ID',
			async (__, resource) => {
				await new ServiceTrip(resource, service, n8n).sameIdentifiers();
			},
		);
	},
);
