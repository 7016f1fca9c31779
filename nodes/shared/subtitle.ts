/**
 * What stands under a node on the canvas: `create or update: company`. The operation as people say
 * it, from the names that n8n prescribes.
 */
export const subtitle =
	'={{ ({ getAll: "get many", upsert: "create or update", whoami: "who am I" })[$parameter["operation"]]' +
	' ?? $parameter["operation"].replace(/[A-Z]/g, " $&").toLowerCase() }}' +
	': {{ $parameter["resource"].replace(/[A-Z]/g, " $&").toLowerCase() }}';
