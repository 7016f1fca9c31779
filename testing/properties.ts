/**
 * fast-check with one seed, so that a run of the tests fails for what was changed and not for its luck. `SEED`
 * sets another one: the weekly check takes a new one each time. `PROPERTY_MS` ends every property after that time,
 * and at its first failure: mutation tests run each many times.
 */
import fc from 'fast-check';

const { SEED = 1, PROPERTY_MS } = globalThis.process.env;

fc.configureGlobal({
	seed: Number(SEED),
	// Otherwise `maxLength: 200` means ten or so.
	defaultSizeToMaxWhenMaxSpecified: true,
	...(PROPERTY_MS && { interruptAfterTimeLimit: Number(PROPERTY_MS), endOnFailure: true }),
});

export default fc;
