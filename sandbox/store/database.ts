import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'libsql';

export type Db = Database.Database;

// One table holds the records of every object; what differs between objects is in the JSON document.
const schema = `
CREATE TABLE IF NOT EXISTS records (
	seq INTEGER PRIMARY KEY,
	object TEXT NOT NULL,
	id TEXT NOT NULL,
	number INTEGER NOT NULL,
	external_id TEXT,
	archived INTEGER NOT NULL DEFAULT 0,
	created_at TEXT NOT NULL,
	updated_at TEXT NOT NULL,
	fields TEXT NOT NULL
);
CREATE UNIQUE INDEX IF NOT EXISTS records_id ON records (object, id);
CREATE UNIQUE INDEX IF NOT EXISTS records_number ON records (object, number);
CREATE INDEX IF NOT EXISTS records_external_id ON records (object, external_id, archived, seq);
CREATE INDEX IF NOT EXISTS records_live ON records (object, archived, seq);
CREATE INDEX IF NOT EXISTS records_company ON records (object, json_extract(fields, '$.company_id'));
CREATE INDEX IF NOT EXISTS records_inventory ON records (object, json_extract(fields, '$.inventory_id'));
CREATE TABLE IF NOT EXISTS tokens (
	token TEXT PRIMARY KEY,
	kind TEXT NOT NULL,
	alive INTEGER NOT NULL DEFAULT 1,
	expires_at INTEGER,
	requests_left INTEGER
);
CREATE TABLE IF NOT EXISTS transfers (id TEXT PRIMARY KEY, plan TEXT NOT NULL);
`;

/** Opens the store, making its folder and its tables where they are missing. */
export function openDatabase(file: string, fresh: boolean): Db {
	if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true });
	const db = new Database(file);
	if (file !== ':memory:') db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
	if (fresh)
		db.exec(
			'DROP TABLE IF EXISTS records; DROP TABLE IF EXISTS tokens; DROP TABLE IF EXISTS transfers;',
		);
	db.exec(schema);
	return db;
}

/** Closes the store; all of it is in its one file then, and nothing in the write-ahead log beside it. */
export function closeDatabase(db: Db) {
	db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
	db.close();
}
