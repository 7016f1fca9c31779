import type { NamedField } from './columnCandidates';
import type { ColumnPlan, Conflict } from './columnMatcher';

/** What is said of the columns of a table, once for all rows. */

/** Which columns could be a field that no column is named like, for the end of a sentence. */
export const couldBe = ({ numbers }: ColumnPlan): string => {
	const shown = numbers.slice(0, MAX_COULD_BE);
	return shown.length > 0 ? `; ${quoted(shown, ' or ')} could be` : '';
};

const MAX_COULD_BE = 5;

/** What to do where a single column has the names of several. */
const SEPARATE =
	'The columns were not separated: set Delimiter in the options of Extract from File to the sign between them.';

/**
 * Why nothing is read of a table as a whole: what is wrong with it, and what to do.
 *
 * @param key the field without which nothing can be sent
 */
export function tableProblem(
	plan: ColumnPlan,
	key?: Pick<NamedField, 'name' | 'label'> & { readonly called?: string },
): { readonly message: string; readonly remedy: string } | undefined {
	if (plan.isSideBySide)
		return {
			message: 'Two tables stand side by side, with an empty column between them',
			remedy: 'Put each into a sheet or file of its own. Nothing was sent.',
		};
	const [name = '', ...others] = plan.columns.size === 0 ? plan.unknown : [];
	if (others.length === 0 && /[;\t|][^;\t|]*[;\t|]/.test(name))
		return { message: `Columns not recognised: ${quoted([name])}`, remedy: SEPARATE };
	if (!key || plan.columns.has(key.name) || plan.columns.size + plan.unknown.length === 0) return;
	return {
		message: `No column is the ${key.called ?? key.label}${couldBe(plan)}`,
		remedy: `Choose ${key.label} for the column that holds it, under Column Names in the options. Nothing was sent.`,
	};
}

/**
 * What was decided about the columns of one or several tables where it was not plain, as sentences: those
 * that are not read, and those that the user named and that none of the tables has.
 */
export function describeColumns(...plans: readonly ColumnPlan[]): string[] {
	const named = plans.flatMap((plan) => [...plan.named]);
	const found = new Set(named.filter(([, isFound]) => isFound).map(([name]) => name));
	const missing = new Set(named.map(([name]) => name).filter((name) => !found.has(name)));
	return [
		...plans.flatMap(({ doubts }) => doubts),
		...plans.flatMap(({ conflicts }) => conflicts.map(describeConflict)),
		...(missing.size > 0 ? [`Column Names: the input has no column ${quoted([...missing])}.`] : []),
	];
}

const describeConflict = ({ field, taken, ignored, isNamed: byUser }: Conflict) =>
	`${field.label} was taken from ${quoted(taken, ' and ')}${byUser ? ', as Column Names says' : ''}; ignored: ${quoted(ignored)}.`;

const quoted = (names: readonly string[], between = ', ') =>
	names.map((name) => `"${name}"`).join(between);
