/** Runs of Migration Upsert in file mode. */
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { accessWith } from './credential';
import { storeFile } from './binaryModes';
import type { Engine, RunOptions } from './engine';
import { linesOf, tokenOf, type Service } from './runNode';

/** What came of a file. */
export interface FileRun {
	readonly status: string;
	/** The summary of the only file, or of the first one. */
	readonly summary: IDataObject;
	readonly items: INodeExecutionData[];
	/** Lines of the result file. */
	readonly results: IDataObject[];
	/** The file of rejected rows; undefined when there is none. */
	readonly rejected?: string;
	readonly hints: string[];
	/** Message and description of the error; empty without one. */
	readonly errorText: string;
}

export type FileOptions = Omit<RunOptions, 'items' | 'credentials'> & {
	readonly name?: string;
	/** Binary data of the item, instead of a stored file in the field `data`. */
	readonly binary?: INodeExecutionData['binary'];
	/** Items to run on, instead of one. */
	readonly inputs?: INodeExecutionData[];
};

/** Makes a function that imports a file. */
export const importWith =
	(n8n: Engine, service: Service) =>
	async (
		content: Buffer | string,
		parameters: INodeParameters = {},
		{ name = 'orders.csv', binary, inputs, ...options }: FileOptions = {},
	): Promise<FileRun> => {
		const data = await storeFile(Buffer.from(content as string), name);
		const { last, status, error } = await n8n.run(
			{
				type: 'workspaceRecordsMigrationUpsert',
				parameters: {
					resource: 'migrationUpsert',
					operation: 'upsertOrders',
					partner: 'my-erp',
					inputMode: 'file',
					...parameters,
				},
			},
			{
				credentials: accessWith(service.url, tokenOf(service)),
				...options,
				items: inputs ?? [{ json: {}, binary: binary ?? { data } }],
			},
		);
		const items = last?.main.flat() ?? [];
		const text = async (field: string) => {
			const texts: string[] = [];
			for (let part = 1; ; part += 1) {
				const property = part === 1 ? field : `${field}${part}`;
				if (!items[0]?.binary?.[property]) return texts.length > 0 ? texts.join('') : undefined;
				texts.push(String(await n8n.readBinary(items[0], property)));
			}
		};
		const lines = (await text('results'))?.split('\n').filter(Boolean) ?? [];
		const failure = last?.error ?? error;
		const description = failure && 'description' in failure ? failure.description : '';
		return {
			status,
			items,
			summary: items[0]?.json ?? {},
			results: lines.map((line) => JSON.parse(line) as IDataObject),
			rejected: await text('rejected'),
			hints: linesOf(last?.hints),
			errorText: failure ? `${failure.message} | ${description ?? ''}` : '',
		};
	};
