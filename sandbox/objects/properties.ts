import type { Service } from '../service';
import type { StoredRecord } from '../store/records';

/** The object that a name in a path stands for. Cases is the older name of deals. */
export const keyOf = (objectName: string) => (objectName === 'cases' ? 'deals' : objectName);

/** Properties of the workspace's own, as they are kept. */
export const customProperties = (objectName: string, { records }: Service): StoredRecord[] =>
	records.all('properties').filter(({ fields }) => fields.object === keyOf(objectName));
