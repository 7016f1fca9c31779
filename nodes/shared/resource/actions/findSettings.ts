import { badInput } from '../../http';
import { show } from '../../schema/limits';
import { findByParameter, whenFound, whenSeveral } from '../description/findParameters';
import type { RecordContext } from './router';
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
}: RecordContext): (item: number) => FindSettings {
	const { findBy = [] } = resource;
	const choose = (
		{ displayName, name }: { readonly displayName: string; readonly name: string },
		item: number,
		among: readonly string[],
	): string => {
		const given = context.getNodeParameter(name, item, among[0]);
		if (among.includes(given as string)) return given as string;
		throw badInput(name, `${displayName} is ${show(given)}`, `Use one of ${among.join(', ')}.`);
	};
	return (item) => {
		const field = findBy.length > 1 ? choose(findByParameter, item, findBy) : findBy[0];
		const found = choose(whenFound, item, ['leave', 'update']);
		const option = { ...whenSeveral, name: `options.${whenSeveral.name}` };
		const several = choose(option, item, ['fail', 'oldest']);
		return {
			field: field,
			updates: found === 'update',
			takesOldest: several === 'oldest',
		};
	};
}
