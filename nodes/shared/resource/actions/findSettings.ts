import { findByParameter, whenFound } from '../description/parameters';
import { whenSeveral } from '../description/options';
import type { RecordContext } from './context';
import type { FindBy } from './find';
import { choiceOf, inOptions, itemReader } from '../../execution';

/** What the parameters of Find or Create say. */
export interface FindSettings extends FindBy {
	/** A record that is found is updated, not left as it is. */
	readonly updates: boolean;
}

/** Prepares the reading of Find By, When Found and When Several Match. */
export function findSettingsReader({
	context,
	resource,
}: RecordContext): (item: number) => FindSettings {
	const { findBy = [] } = resource;
	const read = itemReader(context, {
		...(findBy.length > 1 && { field: choiceOf<string>(findByParameter, findBy) }),
		found: choiceOf(whenFound, ['leave', 'update']),
		...inOptions({ several: choiceOf(whenSeveral, ['fail', 'oldest']) }),
	});
	return (item) => {
		const { field = findBy[0], found, several } = read(item);
		return { field, updates: found === 'update', takesOldest: several === 'oldest' };
	};
}
