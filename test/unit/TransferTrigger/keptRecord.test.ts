import { keptRecord } from '../../../nodes/TransferTrigger/poll';

test('of a transfer record its specified values are kept, without objects and with texts cut', () => {
	const record = { id: 't', status: null, progress: 5, error_message: 'x'.repeat(1_000_000) };
	const more = { note: 'y', checkpoint_details: { row: 7 } };
	const error_message = 'x'.repeat(1000);
	expect(keptRecord({ ...more, ...record })).toEqual({ ...record, error_message });
});
