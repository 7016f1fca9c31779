import type { IDataObject } from 'n8n-workflow';

import { hashOf, type Row } from '../../../changes/row';
import { badInput, settle, type Failure, type Service } from '../../../http';
import { keptUnder } from '../../../lifetime';
import type { Resource } from '../../definition/resource';
import { sendRead } from '../readResponse';
import { requestsOf, WHOAMI, type CallOptions } from '../requests';
import { toRows, type ChangeSource } from './changes';

/** Where a position in a list came from: it holds for one workspace, whatever token opens it. */
export interface Origin {
	readonly baseUrl: string;
	/** A hash of what is entered in the credential. */
	readonly credential: string;
	/** A hash of the ID of the workspace, where the service shows it. */
	readonly workspace?: string;
	/** Where it does not: some records by ID, and when they were created. */
	readonly records?: ReadonlyArray<readonly [id: string, created: number | null]>;
}

/** What opens a list now. */
export interface Opened {
	readonly baseUrl: string;
	readonly credentialKey: string;
}

const MAX_RECORDS = 5;

/** The object that a position is about, with the choice in its path. */
export const objectOf = ({ name }: Resource, { pathParameter, workspaceId }: CallOptions): string =>
	[name, pathParameter, workspaceId].filter(Boolean).join(' ');

/** Some records by which the workspace can be recognised later. */
export const withRecords = (origin: Origin, rows: readonly Row[]): Origin =>
	origin.workspace !== undefined || rows.length === 0
		? origin
		: {
				...origin,
				records: rows.slice(0, MAX_RECORDS).map(({ id, created }) => [id, created ?? null]),
			};

/**
 * Where the list is now. With other values in the credential, the workspace has to be the one that it was: by its ID or,
 * where the service does not show it, by records that have to be there still.
 *
 * @param before where the position came from; undefined where there is none
 * @param remedy how to begin anew
 * @throws Failure when it is another base URL or workspace
 */
export async function originOf(
	{ service, resource, query, baseUrl, credentialKey }: ChangeSource & Opened,
	before: Origin | undefined,
	remedy: string,
): Promise<Origin> {
	const moved = (what: string) =>
		badInput(
			'credentials',
			`The credential opens another ${what} than the one in which changes were last looked for`,
			`Choose a credential for that one. ${remedy}`,
		);
	if (before && before.baseUrl !== baseUrl) throw moved('base URL');
	const credential = hashOf(credentialKey);
	if (before?.credential === credential) return before;
	const workspace = await workspaceOf(service, '', service);
	if (before?.workspace !== undefined && workspace !== undefined) {
		if (before.workspace !== workspace) throw moved('workspace');
	} else if (before?.records) {
		const { get } = requestsOf(resource);
		const isThere = async ([value, created]: readonly [string, number | null]) => {
			const request = get({ by: 'id', value }, query.options);
			const found = await settle(sendRead(service, request, { shape: {} }));
			if (!found.ok) return passing(found.failure);
			const [row] = await toRows({ resource, watched: [], ignored: [] }, [
				{ id: value, ...found.value },
			]);
			return created === null || row.created === created;
		};
		const found = await Promise.all(before.records.map(isThere));
		if (!found.includes(true)) throw moved('workspace');
	}
	return { ...before, baseUrl, credential, ...(workspace === undefined ? {} : { workspace }) };
}

/** Nothing is concluded from what passes. */
function passing(failure: Failure): false {
	if (['unavailable', 'rateLimited', 'unserved', 'timeLimit'].includes(failure.kind)) throw failure;
	return false;
}

/** A hash of the ID of the workspace, undefined where the service does not show it. */
const workspaceOf = keptUnder(
	'The workspace that is open',
	'service of an execution',
	askWorkspace,
);

async function askWorkspace(service: Service): Promise<string | undefined> {
	const read = sendRead(service, WHOAMI, { shape: {} });
	const shown = await settle<IDataObject>(read);
	if (!shown.ok) return passing(shown.failure) || undefined;
	const id = shown.value.workspace_id ?? shown.value.workspace_code;
	return typeof id === 'string' || typeof id === 'number' ? hashOf(String(id)) : undefined;
}
