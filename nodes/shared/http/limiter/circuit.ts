/**
 * Notices that a service is down, once for all who use it: after a few failures in a row, requests wait
 * while one at a time probes. Pure: the clock is an argument.
 */
export interface Circuit {
	/** Since when the service is taken to be down; undefined while it is up. */
	readonly openSince: number | undefined;
	/** Earliest time of the next probe; undefined while one is under way. */
	readonly nextProbeAt: number | undefined;
	probeStarted(): void;
	/** A probe ended without news, because it was cancelled. */
	probeAbandoned(now: number): void;
	/** The service responded, whatever it said. */
	responded(): void;
	/**
	 * No connection, or 502, 503 or 504.
	 *
	 * @param timedOut a request without a response may also be a slow one, and weighs less
	 */
	failed(now: number, timedOut: boolean, wasProbe: boolean): void;
}

const FAILURES_IN_A_ROW = 3;
const TIMEOUTS_IN_A_ROW = 9;
const FIRST_PROBE_MS = 1000;
const MAX_PROBE_MS = 8000;

export function createCircuit(): Circuit {
	let weight = 0;
	let openSince: number | undefined;
	let probing = false;
	let probeWait = FIRST_PROBE_MS;
	let nextProbeAt = 0;
	return {
		get openSince() {
			return openSince;
		},
		get nextProbeAt() {
			return probing ? undefined : nextProbeAt;
		},
		probeStarted() {
			probing = true;
		},
		probeAbandoned(now) {
			probing = false;
			nextProbeAt = now;
		},
		responded() {
			weight = 0;
			openSince = undefined;
			probing = false;
			probeWait = FIRST_PROBE_MS;
		},
		failed(now, timedOut, wasProbe) {
			weight += timedOut ? FAILURES_IN_A_ROW / TIMEOUTS_IN_A_ROW : 1;
			if (openSince !== undefined) {
				if (!wasProbe) return;
				probing = false;
				probeWait = Math.min(MAX_PROBE_MS, probeWait * 2);
			} else if (weight > FAILURES_IN_A_ROW - 0.01) openSince = now;
			else return;
			nextProbeAt = now + probeWait;
		},
	};
}
