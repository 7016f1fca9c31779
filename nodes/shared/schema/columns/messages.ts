import { showSome } from '../limits';
import { plainName, type NamedField } from './names';
import { quoted, type ColumnPlan } from './plan';

/** What is said of the columns of a table: why nothing is read of it, or how they are read. */

/** Which columns could be a field that no column is named like, for the end of a sentence. */
export const couldBe = (columns: readonly string[]): string =>
	columns.length > 0 ? `; ${quoted(columns.slice(0, MAX_COULD_BE), ' or ')} could be` : '';

const MAX_COULD_BE = 5;

/**
 * Why nothing is read of a table as a whole: what is wrong with it, and what to do.
 *
 * @param needed the fields of which one has to be there, so that anything can be sent
 * @param instead what else can be done without them, for the end of a sentence
 */
export function tableProblem(
	plan: ColumnPlan,
	needed: readonly NamedField[] = [],
	instead = '',
): { readonly message: string; readonly remedy: string } | undefined {
	const { columns, filled, unknown, numbers, seen } = plan;
	if (plan.isSideBySide)
		return {
			message: 'Two tables stand side by side, with an empty column between them',
			remedy: 'Put each into a sheet or file of its own. Nothing was sent.',
		};
	if (plan.ties.length > 0)
		return {
			message: `The columns ${plan.ties.join(', ')}, and they differ`,
			remedy:
				'Name the right one under Column Names in Reading Values, or map the columns by hand. Nothing was sent.',
		};
	const [name = '', ...others] = columns.size === 0 ? unknown : [];
	if (others.length === 0 && /[;\t|][^;\t|]*[;\t|]/.test(name))
		return {
			message: `Columns not recognised: ${quoted([name])}`,
			remedy:
				'The columns were not separated: set Delimiter in the options of Extract from File to the sign between them.',
		};
	if (needed.some((field) => filled.has(field.name)) || needed.length === 0) return undefined;
	if (columns.size + unknown.length === 0) return undefined;
	const names = needed.map(({ label }) => label).join(' or ');
	const isId = needed.every(({ isId: isOwn, isKey }) => isOwn ?? isKey);
	const added = isId ? 'one with your own ID of each record' : 'a column with this name';
	return {
		message: `${noRowHas(names, seen)}${couldBe(isId ? numbers : [])}`,
		remedy: `If a column holds it, choose ${names} for it in Options → Reading Values → Column Names; otherwise add ${added}${instead}. Nothing was sent.`,
	};
}

/** What is wrong with rows of which none says what is needed, with what they have instead. */
export const noRowHas = (label: string, columns: readonly string[]): string =>
	`No row has the ${label}; ${columns.length > 0 ? `the columns are ${showSome(columns)}` : 'there are no columns'}`;

/** Columns that are not read, and fields without a column, that are named. */
const MAX_IGNORED = 300;
const MAX_MISSING = 6;

/**
 * What was decided about the columns of a table and of rows in it where it was not plain, as sentences: which columns go where
 * and which fields have none; what is doubtful, and the columns that the user named and that none of them has.
 *
 * @param ignored columns that are not read
 */
export function describeColumns(ignored: readonly string[], ...plans: readonly ColumnPlan[]) {
	const some = (all: readonly string[], max: number) =>
		`${all.slice(0, max).join(', ')}${all.length > max ? ` and ${all.length - max} more` : ''}`;
	const unread = [...ignored, ...plans.flatMap(({ passedOver }) => passedOver)];
	const parts = unread.length > 0 ? [`${some(unread, MAX_IGNORED)} → ignored`] : [];
	parts.push(...plans.flatMap(({ renamed }) => renamed));
	const missing = plans[0]?.missing ?? [];
	const unset =
		missing.length > 0 ? ` Not written, without a column: ${some(missing, MAX_MISSING)}.` : '';
	const seen = new Set(plans.flatMap((plan) => plan.seen).map(plainName));
	const named = new Set(plans.flatMap((plan) => plan.named));
	const lost = [...named].filter((name) => !seen.has(plainName(name)));
	return {
		mapping: parts.length > 0 ? [`${parts.join(', ')}.${unset}`] : [],
		doubts: [
			...plans.flatMap(({ notes }) => notes),
			...(lost.length > 0 ? [`Column Names: the input has no column ${quoted(lost)}.`] : []),
		],
	};
}
