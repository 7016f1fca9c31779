import {
	bootstrapResponse,
	headerFields,
	lineFields,
	upsertResult,
} from '../../nodes/MigrationUpsert/fields';
import { rows, boolean } from '../../nodes/shared/resource/definition/fields';
import { linesOf, type Call } from './call';
import { contractCalls } from './contractCalls';
import { fieldFacts, shapeFacts } from './definitionCalls';

const lines = rows('items', 'Line Items', 'What is ordered', lineFields);
// The contract asks for no field of an order; the node asks for the one that makes it an upsert.
const header = headerFields.map((field) => ({ ...field, required: undefined }));
const body = [
	rows('orders', 'Orders', 'The orders', [...header, lines], { required: true, nullable: false }),
	boolean('create_missing_items', 'Create Missing Items', 'Whether missing items are created', {
		nullable: false,
		default: true,
	}),
];

const calls: Call[] = [
	{
		name: 'POST /v1/public/migrations/{}/bootstrap',
		takes: [],
		body: [],
		response: shapeFacts(bootstrapResponse),
	},
	{
		name: 'POST /v1/public/migrations/{}/orders/upsert',
		takes: [],
		body: fieldFacts(body, 'create'),
		response: shapeFacts({ ok: 'boolean!', 'results!': [upsertResult] }),
	},
];

it.each(calls.map((call) => [call.name, call] as const))(
	'%s matches the contract',
	(name, call) => {
		const agreed = contractCalls.filter((each) => each.name === name);
		expect(agreed).toHaveLength(1);
		// What the elements of `errors` look like is not specified; the definition takes anything there.
		const kinds = (all: string[]) =>
			all.map((line) => line.replace(/errors: list$/, 'errors: any'));
		expect(kinds(linesOf(call))).toEqual(kinds(agreed.flatMap(linesOf)));
	},
);
