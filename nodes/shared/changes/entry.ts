/** Put before what is remembered of a record that is there but not in this list. */
export const ELSEWHERE = '~';

/** Put before what is remembered of a record that was reported as archived. */
export const ARCHIVED = '!';

/** Remembered of a record that was there at the first read and is not reported yet. */
export const UNREPORTED = '?';

/** What is remembered of a record beside its ID, as text: mark, print, and behind a point the occurrence. */
export interface Entry {
	readonly mark: string;
	/** Of its watched fields, or of all fields where it has no time; undefined where nothing was remembered yet. */
	readonly print?: string;
	readonly occurrence: number;
}

const NO_ENTRY: Entry = { mark: '', occurrence: 0 };

export function entryOf(known: ReadonlyMap<string, string>, id: string): Entry {
	const text = known.get(id);
	if (text === undefined) return NO_ENTRY;
	const mark = [ELSEWHERE, ARCHIVED, UNREPORTED].find((each) => text.startsWith(each)) ?? '';
	const [print, occurrence = '0'] = text.slice(mark.length).split('.');
	const isReported = mark !== UNREPORTED;
	return { mark, occurrence: parseInt(occurrence, 36), ...(isReported ? { print } : {}) };
}

export const entryText = ({ mark, print = '', occurrence }: Entry) =>
	mark + print + (occurrence > 0 ? `.${occurrence.toString(36)}` : '');

/** Whether a record is known not to be in the list. */
export const isAway = ({ mark }: Entry) => mark === ELSEWHERE || mark === ARCHIVED;
