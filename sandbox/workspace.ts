/** The one workspace of the sandbox. */
export const workspace = {
	id: '0b9f2c52-7c1e-5d0a-8a6e-3f1d2c4b5a60',
	code: '4821',
	name: 'Sandbox',
	timezone: 'Europe/Berlin',
};
