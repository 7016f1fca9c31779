/** What a run of an operation against the sandbox has shown. */
export interface Example {
	/** The JSON of the input item, where the operation takes its values from one. */
	readonly item?: object;
	/** The JSON of the first output item. */
	readonly output: unknown;
	/** How many output items there were. */
	readonly items: number;
	/** The file of the output item. */
	readonly file?: { readonly fileName?: string; readonly mimeType: string };
}

/** By node name, then by resource and operation (`company/get`; `output` for a trigger). */
export type Examples = Readonly<Record<string, Readonly<Record<string, Example>>>>;
