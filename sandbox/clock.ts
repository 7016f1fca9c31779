/**
 * The time as the service sees it. A simulated clock stands still until it is advanced; a real one runs, and can
 * be advanced too.
 */
export class Clock {
	private offset = 0;

	constructor(private readonly frozenAt?: number) {}

	/** Milliseconds since 1970. */
	now() {
		return (this.frozenAt ?? Date.now()) + this.offset;
	}

	/** Moves the time ahead by `ms`. */
	advance(ms: number) {
		this.offset += ms;
	}

	reset() {
		this.offset = 0;
	}

	iso() {
		return new Date(this.now()).toISOString();
	}
}
