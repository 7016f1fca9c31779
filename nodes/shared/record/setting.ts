import type { Setting } from '../run';
import type { Resource } from './definition';
import type { Remarks } from './remarks';

/** What one execution of a record node works with. */
export interface RecordSetting extends Setting {
	readonly resource: Resource;
	readonly remarks: Remarks;
}
