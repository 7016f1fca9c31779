/**
 * Runs tasks, so many at once: takes the next one whenever a place is free. The one loop for items,
 * batches and polls.
 *
 * @param parallel tasks that may be pending at once
 * @param nextTask starts a task; undefined when there is none now. Asked again when a task has ended
 * @throws what a task throws, at once
 */
export async function runTasks(
	parallel: number,
	nextTask: () => Promise<unknown> | undefined,
): Promise<void> {
	await new Promise<void>((resolve, reject) => {
		let pending = 0;
		const fill = () => {
			while (pending < parallel) {
				const task = nextTask();
				if (!task) break;
				pending += 1;
				task.then(() => {
					pending -= 1;
					fill();
				}, reject);
			}
			if (pending === 0) resolve();
		};
		fill();
	});
}
