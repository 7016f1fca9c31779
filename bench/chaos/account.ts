/** What became of one kind of work, or of all. */
export interface Account {
	name: string;
	items: number;
	requests: number;
	/** Requests beyond the first of each item that was sent. */
	retries: number;
	succeeded: number;
	failed: number;
	/** Failures that the faults struck, and the items themselves, do not leave any other choice about. */
	unavoidable: number;
	/** Items that came to nothing although they are reported as done, or are not reported at all. */
	lost: number;
	/** Items that made more than one record. */
	doubled: number;
	/** Failures that say that nothing can have happened although it did, or are of the wrong kind. */
	wronglyReported: number;
}
