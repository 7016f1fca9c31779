/**
 * fast-check with one seed, so that a run of the tests fails for what was changed and not for its luck. `SEED`
 * sets another one: the weekly check takes a new one each time.
 */
import fc from 'fast-check';

fc.configureGlobal({
	seed: Number(globalThis.process.env.SEED ?? 1),
	// Otherwise `maxLength: 200` means ten or so.
	defaultSizeToMaxWhenMaxSpecified: true,
});

export default fc;
