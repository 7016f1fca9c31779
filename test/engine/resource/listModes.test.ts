import { fillLists, isRight, LIST_KINDS, LIST_MODES, readInMode } from '../../../testing/listModes';
import { useEngine, useSandbox } from '../../../testing/setUp';

const sandbox = useSandbox({ seed: 'none' }, { keepsRecords: true });
const { n8n } = useEngine(sandbox);

beforeAll(async () => await fillLists(sandbox, 230), 60_000);

describe.each(LIST_MODES.map((mode) => [mode.name, mode] as const))('a service: %s', (_, mode) => {
	it.each(LIST_KINDS.map((kind) => [kind.name, kind] as const))(
		'loses and repeats no row, or says so: %s',
		async (_name, kind) => {
			const outcome = await readInMode({ n8n, sandbox }, mode, kind);
			expect({ ...outcome, isRight: isRight(outcome) }).toMatchObject({ isRight: true });
		},
		30_000,
	);
});
