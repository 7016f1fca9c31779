import { badInput, succeed, type Result } from '../../http';
import { show } from '../../schema/show';
import { findByParameter, whenFound, whenSeveral } from '../description/findParameters';
import type { RecordContext } from './context';
import type { FindBy } from './find';

/** What the parameters of Find or Create say. */
export interface FindSettings extends FindBy {
	/** A record that is found is updated, not left as it is. */
	readonly updates: boolean;
}

/** Prepares the reading of Find By, When Found and When Several Match. */
export function findSettingsReader({
	context,
	resource,
}: RecordContext): (item: number) => Result<FindSettings> {
	const { findBy = [] } = resource;
	const choose = (
		{ displayName, name }: { readonly displayName: string; readonly name: string },
		item: number,
		among: readonly string[],
	): Result<string> => {
		const given = context.getNodeParameter(name, item, among[0]);
		return among.includes(given as string)
			? succeed(given as string)
			: badInput(name, `${displayName} is ${show(given)}`, `Use one of ${among.join(', ')}.`);
	};
	return (item) => {
		const field = findBy.length > 1 ? choose(findByParameter, item, findBy) : succeed(findBy[0]);
		if (!field.ok) return field;
		const found = choose(whenFound, item, ['leave', 'update']);
		if (!found.ok) return found;
		const option = { ...whenSeveral, name: `options.${whenSeveral.name}` };
		const several = choose(option, item, ['fail', 'oldest']);
		return several.ok
			? succeed({
					field: field.value,
					updates: found.value === 'update',
					takesOldest: several.value === 'oldest',
				})
			: several;
	};
}
