/** The files of test/golden/requests: what a node is given, and the requests that it sends for it. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { parse } from 'yaml';
import { z } from 'zod';

const FOLDER = join(__dirname, 'requests');

/** A response of the stand-in service. `{service}` and `{other}` in it become the two base URLs, `{external_id}` the one that the request names. */
const response = z
	.object({
		/** Method and path that it is for; `*` stands for anything. */
		to: z.string().regex(/^(\*|[A-Z]+) \S+$/, 'expected a method and a path'),
		status: z.number().default(200),
		headers: z.record(z.string(), z.string()).default({}),
		/** How often it is given; without it, every time. */
		times: z.number().optional(),
		body: z.unknown(),
		/** A list of so many rows, served by the request's `page`, `limit` and `sort`. */
		paged: z.number().optional(),
		/** What each of these rows is; `{n}` becomes its number, `{time}` a later time for each. */
		row: z.record(z.string(), z.unknown()).optional(),
		/** Whether the pages say how many rows there are in all. */
		total: z.boolean().default(true),
	})
	.strict();

const request = z
	.object({
		method: z.string(),
		/** As it is on the wire, percent-encoded. */
		path: z.string(),
		/** Which server it went to, when it is not the service. */
		server: z.literal('other').optional(),
		query: z.record(z.string(), z.unknown()).optional(),
		headers: z.record(z.string(), z.string()).optional(),
		body: z.unknown(),
	})
	.strict();

const goldenCase = z
	.object({
		title: z.string(),
		/** As the editor stores them, `resource` and `operation` included. */
		parameters: z.record(z.string(), z.unknown()).default({}),
		/** The JSON of the input items; one empty item when left out. */
		items: z.array(z.record(z.string(), z.unknown())).default([{}]),
		/** The node continues after errors. */
		continueOnFail: z.boolean().default(false),
		/** Part of the message with which the run has to fail. */
		error: z.string().optional(),
		credential: z.enum(['token', 'refreshToken', 'workspaceCode', 'none']).default('token'),
		/** The base URL in the credential, `{service}` and what comes behind it. */
		baseUrl: z.string().default('{service}'),
		timezone: z.string().default('Europe/Berlin'),
		/** Instead of a run: a page of a pick list. */
		search: z
			.object({ method: z.string(), filter: z.string().optional(), page: z.string().optional() })
			.strict()
			.optional(),
		/** Instead of a run: the options of a parameter, by method. */
		options: z.string().optional(),
		/** Instead of a run: the columns of a resource mapper, by method. */
		columns: z.string().optional(),
		/** Instead of a run: so many polls, each with what the one before remembers. */
		polls: z.number().optional(),
		/** Instead of a run: the test of the credential, by the credential type. */
		test: z.string().optional(),
		/** Come before the responses of the file. */
		responses: z.array(response).default([]),
		requests: z.array(request),
	})
	.strict();

const content = z
	.object({
		/** The node type, without the package name. */
		node: z.string(),
		/** Parts that cases refer to by YAML alias, such as the columns that a mapper stores. */
		shared: z.unknown(),
		responses: z.array(response).default([]),
		cases: z.array(goldenCase),
	})
	.strict();

export type GivenResponse = z.infer<typeof response>;
export type Request = z.infer<typeof request>;
export type GoldenCase = z.infer<typeof goldenCase> & {
	readonly parameters: INodeParameters;
	readonly items: readonly IDataObject[];
};

/** One file, checked. */
export interface CaseFile {
	/** Without folder and ending: `company`. */
	readonly name: string;
	readonly path: string;
	readonly text: string;
	readonly node: string;
	/** All responses of the file; those of a case come first. */
	readonly responses: readonly GivenResponse[];
	readonly cases: readonly GoldenCase[];
}

/**
 * Reads the text of a case file.
 *
 * @throws Error naming the file and the part of it that is not as it should be
 */
export function readCases(path: string, text: string): CaseFile {
	const name = basename(path, '.yaml');
	const parsed = content.safeParse(parse(text));
	if (!parsed.success) {
		const [{ path: at, message }] = parsed.error.issues;
		throw new Error(`${name}.yaml: ${at.join('.')}: ${message}`);
	}
	return { ...parsed.data, cases: parsed.data.cases as GoldenCase[], name, path, text };
}

/** All case files, A to Z. */
export const caseFiles = (): CaseFile[] =>
	readdirSync(FOLDER)
		.filter((file) => file.endsWith('.yaml'))
		.sort()
		.map((file) => readCases(join(FOLDER, file), readFileSync(join(FOLDER, file), 'utf8')));
