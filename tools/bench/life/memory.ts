/** Bytes in use after what nobody needs is collected; needs `--expose-gc`. */
export async function usedBytes(): Promise<number> {
	for (let time = 0; time < 3; time += 1) {
		await new Promise((resume) => setTimeout(resume, 20));
		global.gc?.();
	}
	return process.memoryUsage().heapUsed;
}
