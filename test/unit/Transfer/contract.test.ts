import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'yaml';

import { transferRecord } from '../../../nodes/shared/transfer/record';

const kinds: Record<string, string> = { string: 'text', number: 'number', object: 'object' };

test('the node and the contract know the same transfer record', () => {
	const contract = parse(readFileSync(join(__dirname, '../../../sandbox/openapi.yaml'), 'utf8'));
	const { properties, required } = contract.components.schemas.TransferRecord;
	const agreed = Object.entries(
		properties as Record<string, { type: string[]; format?: string }>,
	).map(([name, { type, format }]) => [name, format === 'date-time' ? 'dateTime' : kinds[type[0]]]);
	expect(transferRecord).toEqual(Object.fromEntries(agreed));
	expect(required ?? []).toEqual([]);
});
