/** `companyExternalId` -> `company_external_id`. */
export const snakeCase = (name: string) =>
	name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** An object with its own keys in snake_case; values are left as they are. */
export const snakeKeys = (value: Record<string, unknown>): Record<string, unknown> =>
	Object.fromEntries(Object.entries(value).map(([key, entry]) => [snakeCase(key), entry]));

/** `phone_number` -> `Phone Number`. */
export const titleCase = (name: string) =>
	name.replace(/_/g, ' ').replace(/\b[a-z]/g, (letter) => letter.toUpperCase());

/** Money, to the cent. */
export const cents = (amount: number) => Math.round(amount * 100) / 100;
