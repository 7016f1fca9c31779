import { Failure } from '../../../nodes/shared/http/failure';
import { Secrets, secretsOf } from '../../../nodes/shared/http/secrets';
import fc from '../../../testing/properties';

const token = 'Zq9xW7vKp3LmTr5Y/aB+2c=';
const secrets = new Secrets();
secrets.hold('a credential', [token, '', 'short'], 'acme');

it('the secrets of a context are those that it was last given for each credential', () => {
	const context = {};
	secretsOf(context).hold('a', ['an-outdated-token']);
	secretsOf(context).hold('a', ['a-renewed-token']);
	secretsOf(context).hold('b', ['another-token-of-b']);
	expect(secretsOf(context).redact('a-renewed-token, another-token-of-b')).toBe('…, …');

	expect(secretsOf({}).redact('a-renewed-token')).toBe('a-renewed-token');
});

describe('a secret', () => {
	it.each<[string, string, string]>([
		['as it is', `no ${token}!`, 'no …!'],
		['at both ends', `${token} and ${token}`, '… and …'],
		['twice in a row', token + token, '…'],
		['behind Bearer, however short', 'Bearer short, a short one', 'Bearer …, a short one'],
		['for an address', `?t=${encodeURIComponent(token)}&x`, '?t=…&x'],
		['for an address, in lower case', 'Y%2faB%2b2c%3d', '…'],
		['in a piece', `cut ${token.slice(3, 11)}`, 'cut …'],
		[
			'in a piece that is an ordinary word',
			`cut ${token.slice(3, 10)}`,
			`cut ${token.slice(3, 10)}`,
		],
		[
			'a workspace code beside its header',
			'X-Workspace-Code: acme is wrong',
			'X-Workspace-Code: … is wrong',
		],
		['a workspace code beside its parameter', '"workspaceSecret":"acme"', '"workspaceSecret":"…"'],
		['a workspace code elsewhere', 'acme is a company', 'acme is a company'],
	])('is redacted out: %s', (_, text, shown) => {
		expect(secrets.redact(text)).toBe(shown);
	});

	it('leaves no piece of eight characters, wherever it stands and however it is encoded', () => {
		const form = fc.constantFrom<(text: string) => string>(
			(text) => text,
			encodeURIComponent,
			(text) => Buffer.from(text).toString('base64'),
			(text) => Buffer.from(text).toString('base64url'),
		);
		const secret = fc.string({ minLength: 8, maxLength: 60 });
		fc.assert(
			fc.property(secret, form, fc.string(), fc.string(), (given, encode, before, behind) => {
				const shown = new Secrets([given]).redact(before + encode(given) + behind);
				const whole = encode(given);
				const pieces = Array.from({ length: whole.length - 7 }, (_, at) => whole.slice(at, at + 8));
				// The last characters of base64 also hold what stands behind.
				expect(pieces.slice(0, -3).filter((piece) => shown.includes(piece))).toEqual([]);
			}),
		);
	});

	it('is redacted out of all that a failure shows, and of nothing else', () => {
		const failure = new Failure({
			kind: 'refused',
			message: token,
			remedy: token,
			serviceMessage: token,
			serviceDetails: { errors: [{ [token]: [token, 7, null] }] },
			ctxId: token,
			status: 400,
		});
		const { message, remedy, serviceMessage, serviceDetails, ctxId, status } =
			secrets.blotFailure(failure);
		expect([message, remedy, serviceMessage, ctxId, status]).toEqual(['…', '…', '…', '…', 400]);
		expect(serviceDetails).toEqual({ errors: [{ '…': ['…', 7, null] }] });
		const told = { message: 'No', remedy: 'Try', serviceDetails: { a: [1] } };
		const plain = new Failure({ kind: 'refused', ...told });
		expect(secrets.blotFailure(plain)).toBe(plain);
	});
});
