/** The credentials table of an n8n instance, in memory: rows hold what n8n would store, encrypted. */
import { setTimeout as delay } from 'node:timers/promises';

import { Credentials } from 'n8n-core';
import type { ICredentialDataDecryptedObject, ICredentialsEncrypted } from 'n8n-workflow';

import { prepareEnvironment } from './environment';

/** How often credentials were used: read from the store, decrypted, and written back. */
export interface CredentialUse {
	fetched: number;
	decrypted: number;
	saved: number;
}

/** One row of the store, as a test sees it; reads and edits of the test itself are not counted. */
export class StoredCredential {
	constructor(
		private readonly store: CredentialStore,
		readonly id: string,
		readonly name: string,
		readonly type: string,
	) {}

	/** What is stored now, decrypted. */
	async data(): Promise<ICredentialDataDecryptedObject> {
		const row = this.store.row(this.id, this.type);
		return await new Credentials(row, row.type, row.data).getData();
	}

	/** What a person does in the editor: the given fields change, all others stay, hidden ones too. */
	async edit(changes: ICredentialDataDecryptedObject): Promise<void> {
		await this.store.write(this, { ...(await this.data()), ...changes });
	}
}

/** Shared by all engines that are given the same store, as workers share a database. */
export class CredentialStore {
	private readonly rows = new Map<string, ICredentialsEncrypted & { id: string }>();

	/** @param latencyMs how long each read and each write takes, in milliseconds */
	constructor(private readonly latencyMs = 0) {}

	/** Adds a credential, as saving a new one in the editor does. */
	async add(type: string, data: ICredentialDataDecryptedObject): Promise<StoredCredential> {
		await prepareEnvironment();
		const id = `credential-${this.rows.size + 1}`;
		const stored = new StoredCredential(this, id, `${type} ${id}`, type);
		await this.write(stored, data);
		return stored;
	}

	/** @throws when there is no such row */
	row(id: string, type: string): ICredentialsEncrypted & { id: string } {
		const row = this.rows.get(id);
		if (row?.type !== type) throw new Error(`Credential "${id}" of type "${type}" does not exist`);
		return row;
	}

	async write(
		{ id, name, type }: { id: string; name: string; type: string },
		data: ICredentialDataDecryptedObject,
	): Promise<void> {
		const credentials = new Credentials({ id, name }, type);
		await credentials.setData(data);
		this.rows.set(id, { ...credentials.getDataToSave(), id });
	}

	/** Waits for one turn of the event loop at least, so that concurrent executions interleave. */
	async latency(): Promise<void> {
		await delay(this.latencyMs);
	}
}
