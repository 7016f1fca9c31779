import { UserError } from 'n8n-workflow';

/**
 * Chunks from one who writes to one who reads: a write waits until its chunk has been taken, so that no
 * more than one is kept.
 */
export class Pipe {
	private chunk?: Buffer;
	private state: 'open' | 'ended' | 'broken' | 'left' = 'open';
	/** Wakes the one who waits for the other. */
	private wake = () => {};

	/** Waits until the chunk has been taken, or nobody reads any more. */
	async write(chunk: Buffer): Promise<void> {
		this.chunk = chunk;
		this.wake();
		while (this.chunk !== undefined && this.state === 'open') await this.turn();
	}

	/** No more chunks come. */
	end(): void {
		this.close('ended');
	}

	/** What came so far is of no use: the one who reads fails. */
	break(): void {
		this.close('broken');
	}

	/** Nobody will read: writes no longer wait. */
	leave(): void {
		this.close('left');
	}

	/** @throws when the pipe was broken */
	async *chunks(): AsyncGenerator<Buffer, void, void> {
		try {
			for (;;) {
				const { chunk } = this;
				if (this.state === 'broken') throw new UserError('The file was not written to its end');
				if (chunk !== undefined) {
					this.chunk = undefined;
					this.wake();
					yield chunk;
				} else if (this.state === 'open') await this.turn();
				else return;
			}
		} finally {
			this.leave();
		}
	}

	private close(state: 'ended' | 'broken' | 'left') {
		if (this.state === 'open') this.state = state;
		this.wake();
	}

	private async turn() {
		await new Promise<void>((resolve) => {
			this.wake = resolve;
		});
	}
}
