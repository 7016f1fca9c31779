/** Names of columns that say something of an order: days, person, remark. See index.ts for what belongs here. */

export const ORDER_DATE = [
	'ordered at',
	'ordered on',
	'order day',
	'order time',
	'order datetime',
	'order placed',
	'order created at',
	'order purchase timestamp',
	'date of order',
	'purchase date',
	'date ordered',
	'sales order date',
	// German
	'Bestelldatum',
	'Auftragsdatum',
	'Bestellt am',
	'Datum der Bestellung',
	'Bestelltag',
	// French
	'date de commande',
	'date de la commande',
	'date commande',
	'commandé le',
	// Spanish
	'fecha de pedido',
	'fecha del pedido',
	'fecha pedido',
	// General
	'document date',
	'Belegdatum',
	'created at',
	'created on',
	'transaction date',
	'invoice date',
	'date',
	'Datum',
	'fecha',
];

export const SHIPPING_DATE = [
	'ship date',
	'shipping day',
	'shipped date',
	'shipped at',
	'shipped on',
	'date shipped',
	'date of shipping',
	'shipment date',
	'dispatch date',
	'dispatched at',
	'fulfilled at',
	'order delivered carrier date',
	// German
	'Versanddatum',
	'Versendet am',
	'Versandt am',
	'Versandtag',
	// French
	"date d'expédition",
	'date expédition',
	"date d'envoi",
	'expédié le',
	// Spanish
	'fecha de envío',
	'fecha envío',
	'enviado el',
];

export const DELIVERY_DATE = [
	'delivered at',
	'delivered on',
	'delivered date',
	'date delivered',
	'delivery day',
	'date of delivery',
	'order delivered customer date',
	'required date',
	'requested delivery date',
	'expected delivery date',
	// German
	'Lieferdatum',
	'Liefertermin',
	'Geliefert am',
	'Wunschlieferdatum',
	// French
	'date de livraison',
	'date livraison',
	'livré le',
	// Spanish
	'fecha de entrega',
	'fecha entrega',
	'entregado el',
];

export const CREATED_BY = [
	'author',
	'entered by',
	'created by user',
	'sales rep',
	'salesperson',
	'employee',
	// German
	'Erstellt von',
	'Angelegt von',
	'Bearbeiter',
	'Sachbearbeiter',
	'Verkäufer',
	// French
	'créé par',
	'vendeur',
	'commercial',
	// Spanish
	'creado por',
	'vendedor',
];

export const MEMO = [
	'note',
	'notes',
	'order note',
	'order notes',
	'comment',
	'comments',
	'customer note',
	'remark',
	'remarks',
	// German
	'Bemerkung',
	'Bemerkungen',
	'Notiz',
	'Kommentar',
	'Anmerkung',
	'Hinweis',
	// French
	'remarque',
	'remarques',
	'commentaire',
	'commentaires',
	// Spanish
	'nota',
	'notas',
	'comentario',
	'comentarios',
	'observaciones',
];
