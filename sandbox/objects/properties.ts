import type { Service } from '../service';
import type { StoredRecord } from '../store/records';

/** The object that a name in a path stands for. Cases is the older name of deals. */
export const keyOf = (objectName: string) => (objectName === 'cases' ? 'deals' : objectName);

/** The workspace's own properties, as they are stored. */
export const customProperties = (objectName: string, { records }: Service): StoredRecord[] =>
	records.all('properties').filter(({ fields }) => fields.object === keyOf(objectName));
