import { SlidingArray } from '../../../../nodes/shared/execution/bulk/record';

describe('values by ascending numbers', () => {
	it('are found until they are deleted, in any order, with numbers between them left out', () => {
		const texts = new SlidingArray<string>();
		const held = new Map<number, string>();
		const add = (row: number) => {
			texts.add(row, `row ${row}`);
			held.set(row, `row ${row}`);
		};
		const remove = (row: number) => {
			texts.delete(row);
			held.delete(row);
		};
		const check = () => {
			for (const [row, text] of held) expect(texts.get(row)).toBe(text);
		};
		for (let row = 2; row < 200; row += 1) {
			if (row % 7 !== 0) add(row);
			check();
			// Some go at once, most later, a few stay.
			if (held.has(row) && row % 5 === 0) remove(row);
			if (held.has(row - 20) && row % 11 !== 0) remove(row - 20);
			check();
		}
		for (const row of [...held.keys()].reverse()) remove(row);
		add(500);
		check();
	});

	it('that are deleted take no place', () => {
		const texts = new SlidingArray<string>();
		for (let row = 2; row < 100_000; row += 1) {
			texts.add(row, `row ${row}`);
			if (row >= 12) texts.delete(row - 10);
		}
		expect((texts as unknown as { values: unknown[] }).values.length).toBeLessThan(50);
	});
});
