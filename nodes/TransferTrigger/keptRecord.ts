import { transferRecord, type TransferRecord } from '../shared/transfer/record';

/** What a record may have, to be kept and compared as it is: a real one has some twenty values. */
const MAX_VALUES = 1000;
const MAX_CHARACTERS = 100_000;
const MAX_TEXT_LENGTH = 1000;

/**
 * The record as it is kept between polls and compared: n8n stores it with the workflow. Of a larger one
 * than any transfer needs that is only what the service is specified to show, without objects and with
 * texts cut.
 */
export function keptRecord(record: TransferRecord): TransferRecord {
	if (isSmall(record)) return record;
	const known = Object.keys(transferRecord).flatMap((name) => {
		const value = record[name];
		if (value === undefined || (typeof value === 'object' && value !== null)) return [];
		return [[name, typeof value === 'string' ? value.slice(0, MAX_TEXT_LENGTH) : value]];
	});
	return Object.fromEntries(known) as TransferRecord;
}

/** Looks no further than the limits. */
function isSmall(record: TransferRecord): boolean {
	let values = 0;
	let characters = 0;
	const fits = (value: unknown): boolean => {
		values += 1;
		if (typeof value === 'string') characters += value.length;
		if (values > MAX_VALUES || characters > MAX_CHARACTERS) return false;
		if (typeof value !== 'object' || value === null) return true;
		const parts = Array.isArray(value) ? value : Object.keys(value);
		if (values + parts.length > MAX_VALUES) return false;
		return Array.isArray(value)
			? value.every(fits)
			: Object.entries(value).every(([key, part]) => fits(key) && fits(part));
	};
	return fits(record);
}
