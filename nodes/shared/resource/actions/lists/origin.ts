import type { IDataObject } from 'n8n-workflow';

import { hashOf } from '../../../changes/state';
import { badInput, settle, type FailureKind, type Service } from '../../../http';
import { keptUnder } from '../../../lifetime';
import { fits, idOrNone, z } from '../../../schema/outside';
import { isFilled } from '../../../schema/presence';
import type { Resource } from '../../definition/resource';
import { sendRead } from '../readResponse';
import { WHOAMI, type CallOptions } from '../requests';
import type { ChangeSource } from './changes';

/** Where a position in a list came from: it holds for one workspace, whatever token opens it. */
export interface Origin {
	readonly baseUrl: string;
	/** A hash of what is entered in the credential. */
	readonly credential: string;
	/** A hash of the ID of the workspace, where the service shows it. */
	readonly workspace?: string;
	/** What a person has entered to confirm that it is the same one. */
	readonly confirmed?: string;
}

/** What opens a list now. */
export interface Opened {
	readonly baseUrl: string;
	readonly valuesKey: string;
	/** What a person has entered to confirm the workspace; it counts when it is another text than before. */
	readonly confirmed?: string;
}

/** The object that a position is about, with the choice in its path. */
export const objectOf = ({ name }: Resource, { pathParameter, workspaceId }: CallOptions): string =>
	[name, pathParameter, workspaceId].filter(Boolean).join(' ');

/**
 * Where the list is now. With other values in the credential, the workspace has to be the one that it was: by its ID or,
 * where the service does not show it, because a person confirms it.
 *
 * @param before where the position came from; undefined where there is none
 * @param remedy how to begin anew or, where one can, to confirm that it is the same workspace
 * @throws Failure when it is another base URL or workspace, and where nothing shows that it is the same one: to go on in
 * another one would skip its changes
 */
export async function originOf(
	{ service, baseUrl, valuesKey, confirmed }: Pick<ChangeSource, 'service'> & Opened,
	before: Origin | undefined,
	remedy: string,
): Promise<Origin> {
	const stopped = (message: string, choice: string) =>
		badInput('credentials', message, `${choice} ${remedy}`);
	const moved = (what: string) =>
		stopped(
			`The credential opens another ${what} than the one in which changes were last looked for`,
			'Choose a credential for that one.',
		);
	if (before && before.baseUrl !== baseUrl) throw moved('base URL');
	const credential = hashOf(valuesKey);
	const isSame = before?.credential === credential;
	const shown = isSame ? before.workspace : await workspaceOf(service, '', service);
	const known = before?.workspace;
	if (known !== undefined && shown !== undefined && known !== shown) throw moved('workspace');
	const isConfirmed = confirmed !== undefined && confirmed !== before?.confirmed;
	if (before && !isSame && !isConfirmed && (known === undefined || shown === undefined)) {
		throw stopped(
			'The credential has other values than when changes were last looked for, and the service does not show which workspace it opens',
			'Enter those values again.',
		);
	}
	return { baseUrl, credential, workspace: shown ?? known, confirmed };
}

/** A hash of the ID of the workspace, undefined where the service does not show it. */
const workspaceOf = keptUnder(
	'The workspace that is open',
	'service of an execution',
	askWorkspace,
);

const PASSING: readonly FailureKind[] = ['unavailable', 'rateLimited', 'unserved', 'timeLimit'];

const WORKSPACE = z.object({ workspace_id: idOrNone, workspace_code: idOrNone }).passthrough();

async function askWorkspace(service: Service): Promise<string | undefined> {
	const read = sendRead(service, WHOAMI, { shape: {} });
	const shown = await settle<IDataObject>(read);
	if (!shown.ok) {
		// Nothing is concluded from what passes.
		if (PASSING.includes(shown.failure.kind)) throw shown.failure;
		return undefined;
	}
	if (!fits(WORKSPACE, shown.value)) return undefined;
	const id = shown.value.workspace_id ?? shown.value.workspace_code;
	return isFilled(id) ? hashOf(String(id)) : undefined;
}
