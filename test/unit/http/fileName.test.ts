import { fileNameOf, fileTypeOf } from '../../../nodes/shared/http/download';

const named = (disposition: unknown, path = '/files/fallback.csv') =>
	fileNameOf({ 'content-disposition': disposition }, `https://files.example.com${path}`);

describe('the name of a fetched file', () => {
	test.each<[unknown, string]>([
		['attachment; filename="errors 1.csv"', 'errors 1.csv'],
		['attachment; filename=errors.csv; size=3', 'errors.csv'],
		['attachment; filename="a\\"b.csv"', 'a"b.csv'],
		[
			'attachment; filename="x.csv"; filename*=UTF-8\'\'f%C3%A4hler%20%E2%82%AC.csv',
			'fähler €.csv',
		],
		["ATTACHMENT; FILENAME*=utf-8'de'a.csv", 'a.csv'],
		['attachment; filename="../../etc/passwd"', 'passwd'],
		['attachment; filename="C:\\\\temp\\\\a.csv"', 'a.csv'],
		["attachment; filename*=UTF-8''..%2F..%2Fa.csv", 'a.csv'],
		['attachment; filename="a\u0000\nb.csv"', 'ab.csv'],
		["attachment; filename*=UTF-8''invoice%E2%80%AEfdp.exe", 'invoicefdp.exe'],
		["attachment; filename*=UTF-8''a%E2%81%A6b%E2%81%A9%E2%80%8F%D8%9C%E2%80%A8.csv", 'ab.csv'],
		['attachment; filename="a\ud800b.csv"', 'ab.csv'],
		["attachment; filename*=UTF-8''%D9%85%D9%84%D9%81.csv", 'ملف.csv'],
		['attachment; filename=".."', 'fallback.csv'],
		['attachment; filename=""', 'fallback.csv'],
		['inline', 'fallback.csv'],
		['attachment; x-filename="no.csv"', 'fallback.csv'],
		[undefined, 'fallback.csv'],
		[7, 'fallback.csv'],
		// RFC 6266, 5.
		['Attachment; filename=example.html', 'example.html'],
		['INLINE; FILENAME= "an example.html"', 'an example.html'],
		["attachment; filename*= UTF-8''%e2%82%ac%20rates", '€ rates'],
		['attachment; filename="EURO rates"; filename*=utf-8\'\'%e2%82%ac%20rates', '€ rates'],
		// RFC 8187, 3.2.3.
		["attachment; filename=plain.csv; filename*=iso-8859-1'en'%A3%20rates", 'plain.csv'],
		["attachment; filename*=UTF-8''%c2%a3%20and%20%e2%82%ac%20rates", '£ and € rates'],
		['attachment; filename*="UTF-8\'\'f%C3%BCr.csv"', 'für.csv'],
		// Without quotes, against the RFC.
		['attachment; filename=error report.csv', 'error report.csv'],
		['attachment; filename=Fehler 2026 (1).csv; size=3', 'Fehler 2026 (1).csv'],
		// Percent-encoded, or not.
		['attachment; filename="f\xfcr.csv"', 'für.csv'],
		['attachment; filename="f%C3%BCr%20alle.csv"', 'für alle.csv'],
		['attachment; filename="100%.csv"', '100%.csv'],
	])('%j', (disposition, expected) => {
		expect(named(disposition)).toBe(expected);
	});

	test('comes from the address otherwise, else it is a plain one', () => {
		expect(named(undefined, '/a/my%20file.csv?token=x')).toBe('my file.csv');
		expect(named(undefined, '/a/%2e%2e%2fpasswd')).toBe('passwd');
		expect(named(undefined, '/a/100%.csv')).toBe('100%.csv');
		expect(named(undefined, '/a/')).toBe('file');
		expect(named(undefined, '')).toBe('file');
	});

	test('keeps its ending when it is long', () => {
		const name = named(`attachment; filename="${'x'.repeat(500)}.csv"`);
		expect(name).toHaveLength(200);
		expect(name).toMatch(/\.csv$/);
	});
});

test.each<[unknown, string | undefined]>([
	['text/csv; charset=utf-8', 'text/csv'],
	['Application/Vnd.ms-excel', 'application/vnd.ms-excel'],
	['application/octet-stream', undefined],
	['binary/octet-stream', undefined],
	['nonsense', undefined],
	[undefined, undefined],
])('the type of a fetched file from %j', (given, expected) => {
	expect(fileTypeOf({ 'content-type': given })).toBe(expected);
});
