import { readFileSync } from 'node:fs';

/**
 * What n8n can do that older versions cannot, and the version that brought it. Where only a range is
 * known, it is the oldest version of which it is known.
 */
const SINCE = {
	/** An item on the error output has `details`. */
	errorDetails: '2.34',
	/** n8n serves output schemas to the editor (not in 2.20). */
	outputSchemas: '2.40',
	/** n8n-core brings the generator of the definitions that the AI builder reads (not in 2.20). */
	builderDefinitions: '2.40',
	/** n8n reads the cause of an error, for the back-off of polls among others (not in 2.20). */
	errorCauses: '2.40',
	/** n8n's own nodes of `tools/host/`, which are those of 2.40, find what they need (not in 2.0). */
	nodesOfHost: '2.40',
	/** n8n-core brings the package that keeps files in S3 (not in 2.20). */
	blobStorage: '2.40',
	/** A tool sees which of its parameters a model fills in (not in 2.0). */
	toolArguments: '2.40',
	/** n8n keeps the name of a tool within 64 characters (not in 2.0). */
	toolNames: '2.20',
	/** Retry On Fail does not take the error null or false of an item for one (not in 2.20). */
	errorOfFirstItem: '2.40',
	/** A pick list gets an expression of the form that n8n cannot resolve as it stands (not in 2.0). */
	openExpressions: '2.20',
} as const;

const { version } = JSON.parse(readFileSync(require.resolve('n8n-core/package.json'), 'utf8')) as {
	version: string;
};

/** Compares major and minor; n8n and n8n-core share them from 2.0 on. */
function isAtLeast(wanted: string): boolean {
	const [major, minor] = version.split('.').map(Number);
	const [wantedMajor, wantedMinor] = wanted.split('.').map(Number);
	return major > wantedMajor || (major === wantedMajor && minor >= wantedMinor);
}

/** Whether this n8n-core has the feature. */
export const hasFeature = (feature: keyof typeof SINCE) => isAtLeast(SINCE[feature]);

/** `it`, skipped on an n8n-core without the feature: `itSince('errorDetails')('title', …)`. */
export const itSince = (feature: keyof typeof SINCE): jest.It =>
	hasFeature(feature) ? it : it.skip;

/** `describe`, skipped on an n8n-core without the feature. */
export const describeSince = (feature: keyof typeof SINCE): jest.Describe =>
	hasFeature(feature) ? describe : describe.skip;
