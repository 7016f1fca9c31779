/** Names of columns about companies and people. See index.ts for what belongs here. */

export const PHONE = [
	'phone',
	'phone no',
	'telephone',
	'telephone number',
	'tel',
	'tel no',
	// German
	'Telefon',
	'Telefonnummer',
	'Tel.-Nr.',
	// French
	'téléphone',
	'numéro de téléphone',
	// Spanish
	'teléfono',
	'número de teléfono',
];

export const WEBSITE = [
	'web site',
	'web',
	'homepage',
	'web address',
	'domain',
	// German
	'Webseite',
	'Internetseite',
	// French
	'site web',
	'site internet',
	// Spanish
	'sitio web',
	'página web',
];

export const EMAIL = [
	'email address',
	'mail',
	// German
	'E-Mail-Adresse',
	// French
	'adresse email',
	'courriel',
	// Spanish
	'correo electrónico',
	'correo',
];

export const ADDRESS = [
	'postal address',
	// German
	'Adresse',
	'Anschrift',
	// French
	'adresse postale',
	// Spanish
	'dirección',
];

export const LAST_NAME = [
	'surname',
	'family name',
	// German
	'Nachname',
	'Familienname',
	// French
	'nom de famille',
	// Spanish
	'apellido',
	'apellidos',
];
