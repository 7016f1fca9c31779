import { hash } from 'node:crypto';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import {
	booleanOf,
	choiceOf,
	inCollection,
	inOptions,
	itemReader,
	keptUnder,
	numberOf,
	textListOf,
	valueOf,
	type ExecutionContext,
	type Parameters,
	type ValuesOf,
} from '../execution';
import {
	badInput,
	Failure,
	holdsExpression,
	readPage,
	settle,
	type Result,
	type ServiceRequest,
} from '../http';
import type { RecordReference } from '../resource/actions/requests';
import type { Resource } from '../resource/definition/resource';
import { includeInputFields } from '../resource/description/options';
import { cellOf } from '../schema/differences';
import { isNothing } from '../schema/presence';
import { unmarked } from '../schema/types';
import { isObject } from '../schema/values';
import { aiCredentialOf, callLimits } from './parameters';
import { givenRecord } from './records';

/**
 * What limits the calls of Enrich and Score: records that are complete need none, an execution has a budget, and calls that
 * would come to the same are not made.
 */

const inLimits = <P extends Parameters>(parameters: P) => inCollection('options.calls', parameters);

/** The parameters about calls that may be billed. */
export const billingParameters = {
	...inLimits({
		once: booleanOf(callLimits.oncePerExecution),
		repeats: booleanOf(callLimits.retryUnknownOutcome),
		maxUnknown: numberOf(callLimits.stopAfterUnknown),
		/** 0 that is typed means no limit; 0 that an expression comes to is meant as it is. */
		maxCalls: {
			...valueOf(callLimits.maxCalls, (given, path, written) => {
				const max = numberOf(callLimits.maxCalls).read(given, path);
				return max === 0 && !holdsExpression(written) ? Infinity : max;
			}),
			needsValue: true,
		},
	}),
	...inOptions({ includesInput: booleanOf(includeInputFields) }),
};

export type BillingOptions = ValuesOf<typeof billingParameters>;

/**
 * Stops the AI calls of one execution and credential when further ones would come to the same: after the service’s own
 * verdict that is true for all (payment, quota, token, the permission that the call needs), and after several unknown
 * outcomes in a row, each of which may have been billed.
 */
class Brake {
	/** By the permission that they are about; those about all calls under ''. */
	private readonly verdicts = new Map<string, Failure>();

	private unknown = 0;

	private lastUnknown = '';

	/** @throws Failure when the call must not be sent */
	check({ permission }: ServiceRequest, { maxUnknown: max }: BillingOptions): void {
		const verdict = this.verdicts.get('') ?? this.verdicts.get(permission);
		if (verdict) {
			const { kind, message, remedy, status, serviceMessage } = verdict;
			const why = `Not sent, because the service refused an earlier call for a reason that applies to all: ${message}`;
			throw new Failure({ kind, message: why, remedy, status, serviceMessage });
		}
		if (max === 0 || this.unknown < max) return;
		throw new Failure({
			kind: 'unavailable',
			message: `Not sent, because the outcome of ${this.unknown} calls is unknown, without a success between them. The last one: ${this.lastUnknown}`,
			remedy:
				'Each of these calls may have been billed. Check that the service is up, then run the items that were not sent. Max Unknown Outcomes in the options says how many are accepted.',
		});
	}

	/** Takes in what a call came to. */
	learn({ permission }: ServiceRequest, result: Result<unknown>): void {
		if (result.ok) {
			this.unknown = 0;
			return;
		}
		const { kind, message, serviceMessage, mayHaveHappened } = result.failure;
		const isAboutAll = kind === 'unauthorized' || kind === 'quota';
		// Without its name it may be the permission for one record.
		const isScope = kind === 'forbidden' && serviceMessage?.includes(permission);
		if (isAboutAll || isScope) this.verdicts.set(isAboutAll ? '' : permission, result.failure);
		if (!mayHaveHappened) return;
		this.unknown += 1;
		this.lastUnknown = message;
	}
}

/** By the object that n8n keeps for an execution as long as it is in memory, then by credential. */
const brakes = keptUnder('Brakes of Enrich and Score', 'execution', () => new Brake());

/** The brake that all nodes of this execution share which use the credential, in all their runs. */
export const brakeOf = (context: IExecuteFunctions, credentialKey: string): Brake =>
	brakes(context.getContext('flow'), credentialKey);

/**
 * Whether a call that may have been billed may be sent again, and the words for when it was.
 *
 * @param look what to look for in the service before running it again, to complete "look …"
 */
export function billingOf(
	{ repeats }: BillingOptions,
	look: string,
): Pick<ServiceRequest, 'idempotent' | 'unknownRemedy' | 'isAi'> {
	const unknownRemedy = [
		repeats
			? 'Each attempt may have been billed.'
			: 'It may have been billed. It was not sent again, because that could be billed a second time; the option Retry Unknown Outcomes allows it.',
		`Before you run this item again, look ${look}.`,
	].join(' ');
	return { idempotent: repeats, unknownRemedy, isAi: true };
}

/** What n8n stores with an execution: it is there after a wait and on another worker, too. */
interface Spent {
	readonly executionId: string;
	/** Calls that were made by all Enrich and Score nodes. */
	calls: number;
	/** Digests of what was asked with Once per Execution. */
	readonly asked: Record<string, true>;
}

function spentBy(context: IExecuteFunctions): Spent {
	const stored: { workspaceRecords?: Spent } = context.getContext('flow');
	const executionId = context.getExecutionId();
	const kept = stored.workspaceRecords;
	// A Retry is another execution, which begins with a copy of what the first one stored.
	if (kept && kept.executionId === executionId) return kept;
	const begun = { executionId, calls: 0, asked: {} };
	stored.workspaceRecords = begun;
	return begun;
}

/**
 * Takes one call out of the budget that all Enrich and Score nodes of an execution share.
 *
 * @param max how many this node accepts in all
 * @returns whether the call may be made
 */
export function takeCall(context: IExecuteFunctions, max: number): boolean {
	const spent = spentBy(context);
	if (spent.calls >= max) return false;
	spent.calls += 1;
	return true;
}

/** What a node has asked for in this execution, by keys of calls, of which a digest alone is stored. */
export function askedBy(context: IExecuteFunctions) {
	const { asked } = spentBy(context);
	const digestOf = (key: string) => hash('sha256', `${context.getNode().name} ${key}`).slice(0, 24);
	return {
		has: (key: string): boolean => asked[digestOf(key)] === true,
		add: (key: string): void => void (asked[digestOf(key)] = true),
	};
}

/**
 * Prepares to find out, before a call that may be billed, whether it is needed.
 *
 * @param readRecord reads the record where the item does not show its fields
 * @returns for an item and the record it is about: why no call is needed, a sentence; undefined where it is. Throws
 * Failure where the record cannot be read
 */
export function completenessReader(
	{ context, service }: ExecutionContext,
	readRecord: (resource: Resource, reference: RecordReference) => Promise<IDataObject>,
) {
	const limits = {
		onlyIf: { ...choiceOf(callLimits.onlyIf), needsValue: true },
		fields: textListOf(callLimits.missingFields),
	};
	const readLimits = itemReader(context, inLimits(limits));
	const properties = new Map<Resource, Promise<readonly string[]>>();
	return async (item: number, resource: Resource, reference?: RecordReference) => {
		const { onlyIf, fields } = readLimits(item);
		if (onlyIf === 'always') return;
		if (fields.length === 0) {
			throw badInput(
				callLimits.missingFields.name,
				`${callLimits.missingFields.displayName} is empty`,
				'Enter the names of one or more fields, or set Only If to Always.',
			);
		}
		const { json } = context.getInputData()[item];
		const given = reference ? givenRecord(context, item, reference.value) : json;
		const isShown = given && fields.every((name) => valueOfField(given, name));
		const record = reference && !isShown ? await readRecord(resource, reference) : json;
		await checkNames(fields, record, resource);
		const isMissing = (name: string) => isNothing(valueOfField(record, name)?.value);
		return fields.some(isMissing) ? undefined : `No field is missing: ${fields.join(', ')}`;
	};

	/** @throws Failure for a name that neither the record nor its object has: every record would lack it */
	async function checkNames(fields: readonly string[], record: IDataObject, resource: Resource) {
		const own = resource.fields.map(({ name }) => name);
		const names = [...own, ...Object.keys(resource.record).map((key) => unmarked(key).name)];
		const isUnknown = (name: string) => !isAmong(names, name) && !valueOfField(record, name);
		if (!fields.some(isUnknown)) return;
		const custom = properties.get(resource) ?? readProperties(resource);
		properties.set(resource, custom);
		names.push(...(await custom));
		const unknown = fields.find(isUnknown);
		if (unknown === undefined || (await custom).length === 0) return;
		throw badInput(
			callLimits.missingFields.name,
			`${callLimits.missingFields.displayName}: the ${resource.label.toLowerCase()} has no field "${unknown}"`,
			`Enter names as Get shows them. It has ${[...new Set(names)].join(', ')}.`,
		);
	}

	/** Names of the fields that a workspace has (specification: Properties); none where they cannot be read. */
	async function readProperties({ path, plural }: Resource): Promise<readonly string[]> {
		if (aiCredentialOf(context) === 'workspaceRecordsInternalApi') return [];
		const sent = await settle(
			service.send({
				method: 'GET',
				path: path.replace(/(?<!\w)\w+$/, 'properties/$&'),
				idempotent: true,
				asks: { kind: 'list' },
				purpose: `list the properties of ${plural.toLowerCase()}`,
				permission: 'read',
			}),
		);
		const page = sent.ok ? readPage(sent.value) : undefined;
		return (page?.rows ?? [])
			.flatMap((row) => (isObject(row) ? [row.internal_name, row.name] : []))
			.filter((name) => typeof name === 'string');
	}
}

const isAmong = (names: readonly string[], name: string): boolean =>
	cellOf(Object.fromEntries(names.map((one) => [one, null])), name) !== undefined;

/** Keys below which a record may hold its custom fields. */
const NESTING = /custom|propert|attributes|fields/i;

const NAMES = ['internal_name', 'name', 'key'];

/** The value that a record shows for a field, which may be a custom one below another key; undefined where it shows none. */
export function valueOfField(
	record: Readonly<Record<string, unknown>>,
	field: string,
): { readonly value: unknown } | undefined {
	const below = Object.keys(record).filter((key) => NESTING.test(key));
	const nested = below.flatMap((key) => record[key]).filter(isObject);
	const isEntry = (each: object) => 'value' in each && NAMES.some((name) => name in each);
	const entry = nested.find((each) => isEntry(each) && NAMES.some((name) => each[name] === field));
	const places = [record, ...nested.filter((each) => !isEntry(each))];
	const cell = places.map((place) => cellOf(place, field)).find(Boolean);
	return cell ?? (entry && { value: entry.value });
}
