/**
 * One migration in a process of its own, which can be killed. Prints the result of every order.
 *
 *     tsx tools/bench/chaos/migrate.ts '{"url": …, "token": …, "lines": 100, "batchSize": 25, "interruption": …}'
 */
import { runMigration } from './run';
import type { Migration } from './rows';

runMigration(JSON.parse(process.argv[2]) as Migration, (row) => {
	process.stdout.write(`continue at ${row}\n`);
}).then(
	(ended) => process.stdout.write(`${JSON.stringify(ended)}\n`, () => process.exit(0)),
	(error: Error) => {
		process.stderr.write(`${error.stack}\n`);
		process.exit(1);
	},
);
