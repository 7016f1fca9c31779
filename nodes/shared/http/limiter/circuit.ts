import { MAX_WAIT_MS } from './permit';

/** Failures in a row after which the service is taken to be down. */
const FAILURES_IN_A_ROW = 3;
const FIRST_PROBE_MS = 1000;

/**
 * Notices that a service is down, once for all who use it: after a few failures in a row, requests wait
 * while one at a time probes. Pure: the clock is an argument.
 */
export class Circuit {
	/** Since when the service is taken to be down; undefined while it is up. */
	openSince?: number;

	/** Earliest time of the next probe; infinite while one is under way. */
	nextProbeAt = Infinity;

	private weight = 0;

	private probeWait = FIRST_PROBE_MS;

	/** The service responded, whatever it said. */
	responded(): void {
		this.weight = 0;
		this.openSince = undefined;
		this.probeWait = FIRST_PROBE_MS;
	}

	/** No connection, or 502, 503 or 504. */
	failed(now: number, timedOut: boolean, wasProbe: boolean): void {
		// A request without a response may also be a slow one: so many of them weigh as much as a failure.
		this.weight += timedOut ? 1 / FAILURES_IN_A_ROW : 1;
		if (this.openSince === undefined) {
			if (this.weight <= FAILURES_IN_A_ROW - 0.01) return;
			this.openSince = now;
		} else if (wasProbe) this.probeWait = Math.min(MAX_WAIT_MS, this.probeWait * 2);
		else return;
		this.nextProbeAt = now + this.probeWait;
	}
}
