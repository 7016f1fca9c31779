/** What a check does to the workspace: reads, writes test records, or calls the AI endpoints, which are billed. */
export type Need = 'read' | 'write' | 'ai';

/** Why a check does not apply to an object here. */
export class Skipped extends Error {}
