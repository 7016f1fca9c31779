// What the lists and columns of n8n's own nodes offer, which would come from an account.

/** What the lists of the other nodes offer, by the method that fills them. */
const LISTS = {
	getDealStages: ['Appointment Scheduled', 'Contract Sent'],
	getCompanies: ['Contoso', 'Northwind'],
	baseSearch: ['Shop'],
	tableSearch: ['Orders', 'Order Lines'],
};
const COLUMNS = ['Order No', 'SKU', 'Qty', 'Price'];

/** Lists for n8n's own nodes, which would come from an account; those of this package are real. */
export async function offerLists(route) {
	const request = route.request().postDataJSON();
	if (request.nodeTypeAndVersion.name.includes('workspaceRecords')) return await route.continue();
	const results = (LISTS[request.methodName] ?? []).map((name) => ({ name, value: name }));
	const column = (name) => ({
		id: name,
		displayName: name,
		required: false,
		defaultMatch: false,
		canBeUsedToMatch: true,
		display: true,
		type: 'string',
	});
	const fields = COLUMNS.map(column);
	const url = new URL(route.request().url()).pathname;
	if (url.endsWith('resource-mapper-fields'))
		return await route.fulfill({ json: { data: { fields } } });
	const isLocator = url.endsWith('resource-locator-results');
	await route.fulfill({ json: { data: isLocator ? { results } : results } });
}
