// Reads records back from the service, over HTTP and without the nodes.

/**
 * A reader of the service.
 *
 * @param {{url: string, token: string}} sandbox
 */
export function serviceReader({ url, token }) {
	const request = async (path, body) => {
		const response = await fetch(`${url}${path}`, {
			method: body ? 'POST' : 'GET',
			headers: {
				authorization: `Bearer ${token}`,
				...(body && { 'content-type': 'application/json' }),
			},
			body: body && JSON.stringify(body),
		});
		const text = await response.text();
		if (!response.ok) throw new Error(`${path}: ${response.status} ${text.slice(0, 200)}`);
		return JSON.parse(text);
	};
	const byExternalId = async (path, id) =>
		await request(`${path}/${encodeURIComponent(id)}?external_id=${encodeURIComponent(id)}`);
	return {
		company: async (externalId) => await byExternalId('/v1/public/companies', externalId),
		deal: async (externalId) => await byExternalId('/v1/public/deals', externalId),
		/** Scoring changes no record. */
		scoreCompany: async (id) =>
			(await request('/v1/score', { object_type: 'company', record_id: id })).data,
		/** Neither does a dry run. */
		proposedFor: async (id, fieldMap) =>
			(
				await request('/v1/enrich', {
					object_type: 'company',
					record_id: id,
					custom_field_map: fieldMap,
					dry_run: true,
				})
			).data.proposed_fields,
	};
}
