import { badInput } from './failure';

/**
 * Reads the credential's base URL. It may have a path in front of the service's own and one
 * trailing slash too many; it must be absolute, http or https, without user name, query or fragment.
 *
 * @returns the URL without a trailing slash
 * @throws Failure that says what is wrong with it
 */
export function readBaseUrl(given: unknown): string {
	const text = typeof given === 'string' ? given.trim() : '';
	const refuse = (message: string) =>
		badInput(
			'baseUrl',
			message,
			'Enter the address of the service in the credential, such as https://api.example.com',
		);
	if (text === '') throw refuse('The credential has no base URL');
	const refuseAs = (what: string) => refuse(`The base URL of the credential ${what}`);
	if (!/^https?:\/\//i.test(text)) throw refuseAs('must start with https:// or http://');
	if (!URL.canParse(text)) throw refuseAs('is not a valid URL');
	const url = new URL(text);
	if (url.username + url.password !== '') {
		throw refuseAs('must not contain a user name or password');
	}
	if (url.search + url.hash !== '') throw refuseAs('must not contain a query or a fragment');
	return url.origin + withoutTrailingSlashes(url.pathname);
}

/** An address that a path can be put behind. */
export function withoutTrailingSlashes(address: string): string {
	let end = address.length;
	while (address[end - 1] === '/') end -= 1;
	return address.slice(0, end);
}
