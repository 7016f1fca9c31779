/**
 * The texts of rows, from the first one that is still needed to the last one that was read. No Map: what
 * has been in one stays in memory much longer (docs/decisions.md, Files).
 */
export class RowTexts {
	private texts: Array<string | undefined> = [];

	/** The row of the first text. */
	private first = 0;

	/** Texts at the front that are not needed any more; they are dropped from time to time. */
	private gone = 0;

	/** Adds the text of a row below all others. */
	add(row: number, text: string) {
		if (this.gone === this.texts.length) {
			this.texts = [];
			this.gone = 0;
			this.first = row;
		}
		this.texts[row - this.first] = text;
	}

	get(row: number): string {
		return this.texts[row - this.first] as string;
	}

	delete(row: number) {
		const { texts } = this;
		texts[row - this.first] = undefined;
		while (this.gone < texts.length && texts[this.gone] === undefined) this.gone += 1;
		// Not one by one, which would move all the others every time.
		if (this.gone * 2 < texts.length) return;
		texts.splice(0, this.gone);
		this.first += this.gone;
		this.gone = 0;
	}
}
