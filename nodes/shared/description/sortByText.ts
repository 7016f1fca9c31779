/**
 * Orders options and parameters by what a person reads, A to Z. All of it is English, and asking for
 * a language's own order would cost milliseconds when n8n starts.
 */
export const byText =
	<K extends string>(key: K) =>
	(one: Readonly<Record<K, string>>, other: Readonly<Record<K, string>>) =>
		one[key].toLowerCase() < other[key].toLowerCase() ? -1 : 1;
