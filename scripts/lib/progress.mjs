// One line per step: what is being done, how long it takes, how it ended.
// On a terminal the line counts up in place; elsewhere (a log, CI) a line appears every 15 seconds.

const seconds = (since) => Math.round((Date.now() - since) / 1000);

/**
 * Runs one step and shows its progress.
 *
 * @template T
 * @param {string} title what is being done
 * @param {(note: (text: string, ok?: boolean) => void) => Promise<T> | T} work may call `note` with a
 *   text about the result, shown behind the title, and whether the result is good
 * @returns {Promise<T>} what `work` returned
 * @throws what `work` threw
 */
export async function step(title, work) {
	const since = Date.now();
	const terminal = process.stdout.isTTY;
	let text = '';
	let good = true;
	const draw = () => terminal && process.stdout.write(`\r\x1b[K  … ${title} (${seconds(since)} s)`);
	draw();
	const timer = setInterval(
		() => (terminal ? draw() : console.log(`  … ${title} (${seconds(since)} s)`)),
		terminal ? 1000 : 15_000,
	);
	const end = (mark) => {
		clearInterval(timer);
		const took = seconds(since) >= 2 ? ` (${seconds(since)} s)` : '';
		console.log(`${terminal ? '\r\x1b[K' : ''}  ${mark} ${title}${text && `: ${text}`}${took}`);
	};
	try {
		const result = await work((given, ok = true) => ([text, good] = [given, ok]));
		end(good ? '✓' : '✗');
		return result;
	} catch (error) {
		end('✗');
		throw error;
	}
}
