import { setTimeout as delay } from 'node:timers/promises';
import { Readable } from 'node:stream';

import Papa from 'papaparse';
import { csv, FileParts, ndjson } from '../../../nodes/shared/file/fileParts';
import { noteStream, settle } from '../../../nodes/shared/http';
import fc, { itForAll } from '../../../testing/properties';

interface Stored {
	readonly name: string;
	readonly text: string;
}

/** n8n's storage, which takes a file as a stream, each chunk after a while. */
function storage({ failsAfter = Infinity, waits = 0 } = {}) {
	const stored: Stored[] = [];
	let chunks = 0;
	const prepareBinaryData = async (content: AsyncIterable<Buffer>, name: string) => {
		const received: Buffer[] = [];
		for await (const chunk of content) {
			chunks += 1;
			if (chunks > failsAfter) throw new Error('no space left');
			if (waits > 0) await delay(waits);
			received.push(chunk);
		}
		stored.push({ name, text: Buffer.concat(received).toString() });
		return { data: '', mimeType: '', fileName: name };
	};
	return { stored, received: () => chunks, helpers: { prepareBinaryData } as never };
}

const usual = { name: 'rows', maxRecords: 100_000, maxBytes: 1e9 };
const rowsOf = (count: number, length = 10) =>
	Array.from({ length: count }, (_, id) => ({ id, text: 'x'.repeat(length) }));

beforeAll(() => noteStream(Readable.from([])));

describe('files that are written in parts', () => {
	it('end at the number of records and at their size, and hold every record once', async () => {
		for (const options of [{ maxRecords: 40 }, { maxBytes: 1100 }]) {
			const { stored, helpers } = storage();
			const files = new FileParts(helpers, ndjson, { ...usual, ...options });
			const rows = rowsOf(100);
			for (const row of rows) expect(await settle(files.write([row]))).toEqual({ ok: true });
			const parts = await files.finish();
			const counts = parts.map(({ records }) => records);
			expect(counts).toEqual(options.maxRecords ? [40, 40, 20] : [37, 36, 27]);
			const expected = ['rows-001.ndjson', 'rows-002.ndjson', 'rows-003.ndjson'];
			expect(stored.map(({ name }) => name)).toEqual(expected);
			const lines = stored.flatMap(({ text }) => text.trim().split('\n'));
			expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(rows);
			if (options.maxBytes) for (const { text } of stored) expect(text.length).toBeLessThan(1101);
		}
	});

	it('keep no more than a chunk, however slow the storage is', async () => {
		const { stored, received, helpers } = storage({ waits: 1 });
		const files = new FileParts(helpers, ndjson, usual);
		await files.write(rowsOf(50, 40_000));
		const before = received();
		await files.finish();
		expect(received()).toBeGreaterThan(15);
		expect(received() - before).toBeLessThan(3);
		expect(stored[0].text.trim().split('\n')).toHaveLength(50);
	});

	it('fail when they cannot be stored, and do not wait for it', async () => {
		const { helpers } = storage({ failsAfter: 2 });
		const files = new FileParts(helpers, ndjson, usual);
		let written = await settle(files.write([]));
		for (let round = 0; round < 20 && written.ok; round += 1) {
			written = await settle(files.write(rowsOf(10, 40_000)));
			await delay(5);
		}
		expect(written).toMatchObject({
			failure: { message: 'n8n could not store the file: no space left' },
		});
		const failure = { kind: 'unavailable' };
		expect(await settle(files.finish())).toMatchObject({ ok: false, failure });
	});

	it('begin anew when they were discarded, in the middle of a file too', async () => {
		const { stored, helpers } = storage();
		const files = new FileParts(helpers, ndjson, { ...usual, maxRecords: 10 });
		await files.write(rowsOf(15, 70_000));
		await files.discard();
		await files.write(rowsOf(3));
		const parts = await files.finish();
		expect(parts).toMatchObject([{ records: 3 }]);
		expect(stored.map(({ name }) => name)).toEqual(['rows-001.ndjson', 'rows-001.ndjson']);
	});

	it('are one with nothing but its heading where there are no records', async () => {
		const { stored, helpers } = storage();
		const files = new FileParts(helpers, csv(['id', 'name'], true), usual);
		expect(await files.finish()).toMatchObject([{ records: 0 }]);
		expect(stored[0].text).toBe('id,name,additional_fields\r\n');
	});
});

describe('CSV of records', () => {
	const cell = fc.oneof(
		fc.string({ unit: fc.constantFrom('a', '"', ',', '\r', '\n', ' ', ';', '=', '-', 'ß', '😀') }),
		fc.integer(),
		fc.boolean(),
		fc.constant(null),
		fc.array(fc.integer(), { maxLength: 2 }),
	);
	const row = fc.dictionary(fc.constantFrom('id', 'na"me', 'a,b', 'later'), cell);

	itForAll(100, fc.array(row, { maxLength: 5 }))(
		'reads back as it was, by Papa Parse',
		async (rows) => {
			const { stored, helpers } = storage();
			const columns = ['id', 'na"me', 'a,b'];
			const files = new FileParts(helpers, csv(columns, true), usual);
			await files.write(rows as never);
			await files.finish();
			const text = (value: unknown) =>
				value === undefined || value === null
					? ''
					: typeof value === 'object'
						? JSON.stringify(value)
						: String(value as string);
			const expected = [
				[...columns, 'additional_fields'],
				...rows.map((record) => [
					...columns.map((key) => text(record[key])),
					'later' in record ? JSON.stringify({ later: record.later }) : '',
				]),
			];
			const papa = Papa.parse<string[]>(stored[0].text, { delimiter: ',', newline: '\r\n' });
			expect(papa.errors).toEqual([]);
			expect(papa.data).toEqual([...expected, ['']]);
		},
	);
});
