import { importWith } from '../../../testing/fileRuns';
import { useEngine, useSandbox } from '../../../testing/setUp';

const sandbox = useSandbox({ seed: 'none' });
const { n8n } = useEngine(sandbox);

it('gives its rejected rows in parts of 50 MB', async () => {
	const notes = 'x'.repeat(999_000);
	const rows = Array.from({ length: 51 }, (_, order) => `A-${order},s,many,${notes}\n`);
	const csv = `Order No.,SKU,Qty,Notes\n${rows.join('')}`;
	const [output] = (await importWith(n8n, sandbox)(csv)).items;
	const read = async (name: string) => String(await n8n.readBinary(output, name));
	const parts = [await read('rejected'), await read('rejected2')];
	expect(parts.map((text) => text.match(/^A-\d+/gm)?.length)).toEqual([50, 1]);
});
