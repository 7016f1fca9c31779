import type { IDataObject } from 'n8n-workflow';

import type { ResponseDifferences } from '../readResponse';
import type { CallOptions } from '../requests';
import type { RowSink } from './passRows';

/** What to read of a list. */
export interface ListQuery {
	/** Filters, search and sort by wire name. */
	readonly query: IDataObject;
	readonly options: CallOptions;
	/** Maximum number of records; Infinity for all. */
	readonly limit: number;
	/** Only records updated at or after this time, milliseconds. The service has no such query. */
	readonly updatedAfter?: number;
	/** Pages that may be read ahead at once. */
	readonly parallel: number;
	/** Where it is noted that rows differ from what was observed. */
	readonly differences?: ResponseDifferences;
	/** Give what could be read although it is not all. */
	readonly acceptIncomplete?: boolean;
	/** Takes the records as they come; they are not kept then. */
	readonly sink?: RowSink;
	/** What was learned of the service from other lists of the same execution. */
	readonly learned?: LearnedOfLists;
}

/** What the lists of one execution show of the service, so that it is found out once. */
export interface LearnedOfLists {
	/** Rows of the largest page so far. */
	largestPage: number;
	/** Sorts that the service rejects. */
	readonly rejectedSorts: Set<string>;
	/** It follows a sort by number or time of creation. */
	followedSort?: boolean;
	/** It does sort by the time of the last update. */
	sortsByUpdate?: boolean;
}

export const newLearnedOfLists = (): LearnedOfLists => ({
	largestPage: 0,
	rejectedSorts: new Set(),
});

/** A list as far as it was wanted. */
export interface List {
	/** The rows; none where a sink took them. */
	readonly rows: IDataObject[];
	/** How many rows there are, also where a sink took them. */
	readonly count: number;
	/** How many records there are that match; undefined where that is not known. */
	readonly matching?: number;
	/** How many records were read. */
	readonly read: number;
	/** Rows that only a later pass has shown, so that a sink got them behind the others. */
	readonly late?: number;
	/** Why it may not be all, a sentence; undefined where nothing says so. */
	readonly doubt?: string;
}
