/**
 * PostgreSQL in a process of its own, because its WebAssembly does not load inside Jest. Each message is
 * `{id, sql, parameters}`; it is answered with `{id, rows}`, or with `{id, error}`.
 */
import { PGlite } from '@electric-sql/pglite';

const db = await PGlite.create();

process.on('message', (message) => void answer(message));

async function answer({ id, sql, parameters }) {
	try {
		const { rows } = await db.query(sql, parameters);
		process.send({ id, rows });
	} catch ({ message }) {
		process.send({ id, error: message });
	}
}
