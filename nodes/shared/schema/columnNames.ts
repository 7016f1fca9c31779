/**
 * Names under which shops, ERPs and databases export the fields of orders, companies and people, in English, German, French
 * and Spanish; the best first, general ones last. Upper case, spaces, signs and accents do not matter.
 * A name may stand in several lists: a column that has it goes to a field that no better one takes.
 */

// What identifies an order, and what it points to.

export const ORDER_ID = [
	'order ID',
	'order number',
	'order no',
	'order nr',
	'order num',
	'order #',
	'order ref',
	'order reference',
	'order key',
	'order code',
	'order name',
	'sales order',
	'sales order number',
	'sales order no',
	'sales document',
	'SO number',
	'increment ID',
	// German
	'Bestellnummer',
	'Bestell-Nr.',
	'Bestell-ID',
	'Auftragsnummer',
	'Auftrags-Nr.',
	'Auftrag',
	'Belegnummer',
	'Beleg-Nr.',
	'Vorgangsnummer',
	'Verkaufsbeleg',
	'Bestellung',
	'VBELN',
	'Bestellung Nr.',
	'Auftrag Nr.',
	// French
	'numéro de commande',
	'n° de commande',
	'n° commande',
	'nº de commande',
	'numéro commande',
	'num commande',
	'référence commande',
	'référence de commande',
	'réf. commande',
	'ID commande',
	'commande ID',
	'commande n°',
	'commande nº',
	"numéro d'ordre",
	'commande',
	// Spanish
	'número de pedido',
	'n° de pedido',
	'nº de pedido',
	'nº pedido',
	'n° pedido',
	'num pedido',
	'referencia del pedido',
	'referencia pedido',
	'ID de pedido',
	'ID pedido',
	'pedido ID',
	'número pedido',
	'pedido n°',
	'pedido nº',
	'pedido',
	// General
	'external ID',
	'order',
	'document number',
	'document no',
];

export const COMPANY_ID = [
	'company ID',
	'company code',
	'customer external ID',
	'customer ID',
	'customer number',
	'customer no',
	'customer nr',
	'customer code',
	'customer account',
	'customer ref',
	'client ID',
	'client number',
	'client code',
	'account ID',
	'sold-to party',
	'customer key',
	// German
	'Kundennummer',
	'Kunden-Nr.',
	'Kunden-ID',
	'Debitor',
	'Debitorennummer',
	'Debitoren-Nr.',
	'Auftraggeber',
	'KUNNR',
	'KUNAG',
	'Firmennummer',
	// French
	'numéro client',
	'numéro de client',
	'n° client',
	'num client',
	'n° de client',
	'code client',
	'ID client',
	'référence client',
	// Spanish
	'número de cliente',
	'nº de cliente',
	'nº cliente',
	'código de cliente',
	'código cliente',
	'ID cliente',
	'ID de cliente',
	'cliente ID',
	// General
	'customer',
	'company',
	'client',
	'account',
	'Kunde',
	'Firma',
	'société',
	'entreprise',
	'cliente',
	'empresa',
];

export const MANAGEMENT_ID = ['management number', 'management no', 'management code'];

export const INVOICE_ID = [
	'invoice ID',
	'invoice number',
	'invoice no',
	'invoice #',
	'invoice nr',
	'invoice ref',
	// German
	'Rechnungsnummer',
	'Rechnungs-Nr.',
	'Rechnungs-ID',
	// French
	'numéro de facture',
	'n° de facture',
	'n° facture',
	'numéro facture',
	'ID facture',
	// Spanish
	'número de factura',
	'nº de factura',
	'nº factura',
	'ID factura',
	// General
	'invoice',
	'Rechnung',
	'facture',
	'factura',
];

// An order line.

/**
 * Item ID comes late: beside a product ID it is the number of the line. Not here: reference alone,
 * which is as often that of the order.
 */
export const ITEM_ID = [
	'custom label',
	'custom label SKU',
	'item number',
	'item no',
	'item nr',
	'item #',
	'item code',
	'item SKU',
	'SKU',
	'lineitem sku',
	'product SKU',
	'variant SKU',
	'stock code',
	'part number',
	'part no',
	'product external ID',
	'product ID',
	'product number',
	'product no',
	'product code',
	'product key',
	'item ID',
	'item key',
	'order lines product ID',
	'order line product ID',
	'inventory item code',
	'material number',
	'article number',
	'article no',
	'article ID',
	// German
	'Artikelnummer',
	'Artikel-Nr.',
	'Artikel-ID',
	'Art.-Nr.',
	'Produktnummer',
	'Materialnummer',
	'Sachnummer',
	'MATNR',
	// French
	'référence article',
	'référence produit',
	'réf. article',
	'réf. produit',
	'code article',
	'code produit',
	'ID produit',
	'produit ID',
	'ID article',
	"numéro d'article",
	// Spanish
	'código de artículo',
	'código artículo',
	'código de producto',
	'código producto',
	'ID producto',
	'ID de producto',
	'producto ID',
	'referencia producto',
	// General
	'material',
	'item',
	'product',
	'product/service',
	'item product/service',
	'article',
	'Artikel',
	'Produkt',
	'produit',
	'producto',
	'artículo',
];

export const ITEM_NAME = [
	'product name',
	'article name',
	'item title',
	'product title',
	'lineitem name',
	'item description',
	'product description',
	'line description',
	'product/service description',
	'order lines product',
	'order lines description',
	'order line name',
	// German
	'Artikelbezeichnung',
	'Artikelname',
	'Produktname',
	'Produktbezeichnung',
	'Materialkurztext',
	'Bezeichnung',
	'ARKTX',
	// French
	"nom de l'article",
	"désignation de l'article",
	'nom du produit',
	'désignation',
	'libellé',
	// Spanish
	'nombre del producto',
	'nombre producto',
	'nombre del artículo',
	'descripción del producto',
	'descripción del artículo',
	// General
	'description',
	'Beschreibung',
	'descripción',
	'item',
	'product',
	'article',
	'Artikel',
	'Produkt',
	'produit',
	'producto',
	'artículo',
];

export const QUANTITY = [
	'qty',
	'qty ordered',
	'quantity ordered',
	'order quantity',
	'ordered quantity',
	'item quantity',
	'line quantity',
	'lineitem quantity',
	'quantity purchased',
	'quantity sold',
	'units sold',
	'units ordered',
	'quantities',
	'order lines quantity',
	'order line product UOM qty',
	'product UOM qty',
	'units',
	'pieces',
	'pcs',
	// German
	'Menge',
	'Bestellmenge',
	'Auftragsmenge',
	'Anzahl',
	'Stück',
	'Stückzahl',
	'Stk',
	'KWMENG',
	// French
	'quantité',
	'quantité commandée',
	'qté',
	'quantité achetée',
	'quantité vendue',
	// Spanish
	'cantidad',
	'cant',
	'unidades',
	'cantidad pedida',
	'cantidad vendida',
];

/** Not here: item price, which Amazon's order reports use for the price of all units together. */
export const UNIT_PRICE = [
	'price per unit',
	'price each',
	'item cost',
	'unit amount',
	'item rate',
	'sales price',
	'selling price',
	'net price',
	'lineitem price',
	'order lines unit price',
	'order line price unit',
	'price unit',
	// German
	'Einzelpreis',
	'Stückpreis',
	'Verkaufspreis',
	'VK-Preis',
	'Preis pro Stück',
	'Nettopreis',
	'EP',
	'NETPR',
	// French
	'prix unitaire',
	'prix unitaire HT',
	'PU HT',
	'PU',
	// Spanish
	'precio unitario',
	'precio unidad',
	'precio por unidad',
	// General
	'price',
	'Preis',
	'prix',
	'precio',
];

export const TAX_RATE = [
	'tax rate',
	'tax rate %',
	'tax percent',
	'tax percentage',
	'tax %',
	'VAT rate',
	'VAT percent',
	'VAT %',
	'GST rate',
	'GST %',
	'sales tax rate',
	// German
	'Steuersatz',
	'MwSt-Satz',
	'MwSt %',
	'USt-Satz',
	'USt %',
	'Mehrwertsteuersatz',
	// French
	'taux de TVA',
	'taux TVA',
	'TVA %',
	// Spanish
	'tipo de IVA',
	'tipo IVA',
	'IVA %',
	'% IVA',
	'% TVA',
];

// What is said of an order: days, person, remark.

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
	'sale date',
	'date of sale',
	'sold on',
	'purchase time',
	// German
	'Bestelldatum',
	'Auftragsdatum',
	'Bestellt am',
	'Datum der Bestellung',
	'Bestelltag',
	'Bestellzeitpunkt',
	'Verkaufsdatum',
	'AUDAT',
	// French
	'date de commande',
	'date de la commande',
	'date commande',
	'commandé le',
	"date d'ordre",
	"date d'achat",
	'date achat',
	'date de vente',
	// Spanish
	'fecha de pedido',
	'fecha del pedido',
	'fecha pedido',
	'fecha de compra',
	'fecha de venta',
	'fecha compra',
	'fecha venta',
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
	'fecha hora',
];

export const SHIPPING_DATE = [
	'ship date',
	'shipping day',
	'shipped date',
	'shipped at',
	'shipped on',
	'shipped on date',
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
	'Versandzeitpunkt',
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
	'Lieferzeitpunkt',
	'VDATU',
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

// Companies and people.

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
