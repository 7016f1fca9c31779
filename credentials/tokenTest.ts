/** The call that tells whether the service accepts a token (specification: Endpoints). */
export const WHOAMI = '/v1/public/auth/whoami';

/** What a person reads where it does not, with the service's own words behind it. */
export const tokenRejected = (words = '') =>
	`The service does not accept the token${words}. It was deleted, replaced or has expired: create a new one in the developers API area of your workspace.`;
