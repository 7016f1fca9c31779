import type { IExecuteFunctions } from 'n8n-workflow';

import type { LimiterStats, Service } from '../http';
import { publishHints } from './publishHints';

/** Shorter waits are not worth a line. */
const MIN_WAIT_MS = 1000;

/**
 * Says below the output what the service's limits meant for this run, when they mattered; with several
 * credentials for the one that waited longest.
 */
export function publishLimiterStats(
	context: IExecuteFunctions,
	parts: ReadonlyArray<{ readonly service: Service }>,
): void {
	const all = parts.map(({ service }) => service.stats);
	const [longest] = all.sort((one, other) => other.waitedMs - one.waitedMs);
	const message = longest && describeLimiterStats(longest);
	if (message) publishHints(context, message);
}

/** `4,812 requests, 37 retried, paced to 48/s by the service, 12 s waiting`; undefined when nothing limited. */
export function describeLimiterStats({
	requests,
	retried,
	refused,
	perSecond,
	waitedMs,
}: LimiterStats): string | undefined {
	if (refused === 0 && waitedMs < MIN_WAIT_MS) return undefined;
	const parts = [`${count(requests)} ${requests === 1 ? 'request' : 'requests'}`];
	if (retried > 0) parts.push(`${count(retried)} retried`);
	if (perSecond !== undefined) parts.push(`paced to ${count(perSecond)}/s by the service`);
	if (waitedMs >= MIN_WAIT_MS) parts.push(`${count(Math.round(waitedMs / 1000))} s waiting`);
	return `${parts.join(', ')}.`;
}

const count = (number: number) =>
	number.toLocaleString('en', { maximumFractionDigits: number < 10 ? 1 : 0 });
