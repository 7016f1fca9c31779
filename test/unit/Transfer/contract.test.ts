import { transferRecord } from '../../../nodes/shared/transfer/record';
import { contract } from '../../../testing/contract';

const kinds: Record<string, string> = { string: 'text', number: 'number', object: 'object' };

test('the node and the contract know the same transfer record', () => {
	type Properties = Record<string, { type: string[]; format?: string }>;
	type Schema = { properties: Properties; required?: string[] };
	const { schemas } = (contract as { components: { schemas: Record<string, Schema> } }).components;
	const { properties, required } = schemas.TransferRecord;
	const agreed = Object.entries(properties).map(([name, { type, format }]) => [
		name,
		format === 'date-time' ? 'dateTime' : kinds[type[0]],
	]);
	expect(transferRecord).toEqual(Object.fromEntries(agreed));
	expect(required ?? []).toEqual([]);
});
