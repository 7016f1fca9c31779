/** What became different, and what that means for people who have workflows already. */
export interface Change {
	/** Whether something stops working that works. */
	readonly breaks: boolean;
	/** Where: `workspaceRecordsCompany › version 1 > filters > view`. */
	readonly where: string;
	readonly what: string;
}

export const addition = (where: string, what: string): Change => ({ breaks: false, where, what });
export const breakage = (where: string, what: string): Change => ({ breaks: true, where, what });

/** Both values, for a message. */
export const fromTo = (before: unknown, after: unknown) =>
	`was ${JSON.stringify(before) ?? 'none'}, is ${JSON.stringify(after) ?? 'none'}`;
