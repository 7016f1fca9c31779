import { list } from './reading/texts';

/**
 * Names under which shops, ERPs and databases export the fields of orders, companies and people; the best first,
 * general ones last. They are collected from what is generally known of the files of Shopify, WooCommerce, Magento, PrestaShop,
 * Wix, Squarespace, Amazon, eBay, Etsy, Square, Stripe, HubSpot, Salesforce, Pipedrive, Zoho, Odoo, SAP, DATEV, Lexoffice, Xero
 * and QuickBooks, not from their documents, and the usual words for them in other languages. Upper case, spaces, signs and accents do not matter.
 * A name may stand in several lists: a column that has it goes to a field that no better one takes.
 */

// What identifies an order, and what it points to.

export const ORDER_ID = list(
	'order ID, order number, order no, order nr, order num, order #, order ref, order reference',
	'order key, order code, order name, sales order, sales order number, sales order no',
	'sales document, SO number, increment ID',
	// German
	'Bestellnummer, Bestell-Nr., Bestell-ID, Auftragsnummer, Auftrags-Nr., Auftrag, Belegnummer',
	'Beleg-Nr., Vorgangsnummer, Verkaufsbeleg, Bestellung, VBELN, Bestellung Nr., Auftrag Nr.',
	// French
	'numéro de commande, n° de commande, n° commande, nº de commande, numéro commande',
	'num commande, référence commande, référence de commande, réf. commande, ID commande',
	"commande ID, commande n°, commande nº, numéro d'ordre, commande",
	// Spanish
	'número de pedido, n° de pedido, nº de pedido, nº pedido, n° pedido, num pedido',
	'referencia del pedido, referencia pedido, ID de pedido, ID pedido, pedido ID, número pedido',
	'pedido n°, pedido nº, pedido',
	// General
	'external ID, order, document number, document no',
	// Shops, ledgers and CRMs
	'merchant order ID, seller order ID, sales order name, order increment ID, channel order ID',
	'orderdocument, externe Bestellnummer, Shop-Bestellnummer, Bestellreferenz',
	'numéro de la commande, folio, folio pedido, заказ, 伝票番号, 订单号码, 訂單號, 訂單號碼, 主订单编号, 상품주문번호',
	'주문서번호, număr comandă',
	'order_sn, order trade no, order external number, order uuid, paraggelia, מספר אסמכתא',
	'παραγγελία, الطلب, הזמנה, คำสั่งซื้อ, užsakymas, pasūtījums, tellimus, đơn hàng',
	'mã vận đơn gốc, سفارش, поруџбина, naročilo, objednávka, objednávky č., č. objednávky',
	'číslo obj., zam. nr, nr zam., nr zamówienia klienta, pedido num, nº do pedido',
	'n.º de encomenda, nº encomenda, encomenda, encomenda nº, ordine n., n. ordine, num. ordine',
	'nro pedido, nro. de pedido, nro de orden, nº orden, número de orden, ordrenr, ordrenummer',
	'tilausnro, tilausnumero, rendelésszám, rendelés azonosító, siparis no',
	'№ заказа, заказ №, номер зак., № замовлення, поръчка №',
);

/** Of anything: the order's number only where the values number the orders. */
const GENERAL_NUMBER = list(
	'name, number, no, nr, num, numero, Nummer, numer, číslo, номер, 番号, 编号, 번호',
);

/** Of any record: its ID in the source only where the values number the rows and nothing has a better name. */
const RECORD_ID = ['ID'];

export const COMPANY_ID = list(
	'company ID, company code, customer external ID, customer ID, customer number, customer no',
	'customer nr, customer code, customer account, customer ref, client ID, client number',
	'client code, account ID, sold-to party, customer key',
	// German
	'Kundennummer, Kunden-Nr., Kunden-ID, Debitor, Debitorennummer, Debitoren-Nr., Auftraggeber',
	'KUNNR, KUNAG, Firmennummer',
	// French
	'numéro client, numéro de client, n° client, num client, n° de client, code client, ID client',
	'référence client',
	// Spanish
	'número de cliente, nº de cliente, nº cliente, código de cliente, código cliente, ID cliente',
	'ID de cliente, cliente ID',
	// General
	'customer, company, client, account, Kunde, Firma, société, entreprise, cliente, empresa',
	'klient, zákazník, odběratel, müşteri, клиент, покупатель, контрагент, 顧客, 得意先, 取引先, 客户, 고객',
	'거래처, klant, kund',
	// Shops, ledgers and CRMs
	'customer acct, customer account number, customer account no, ship-to party, customer list ID',
	'business partner, cardcode, BP code, Kundenkonto, Debitorenkonto, Geschäftspartner, KdNr',
	'compte client, clave del cliente, cari hesap kodu, mã khách hàng, код на клиент',
);

export const MANAGEMENT_ID = ['management number', 'management no', 'management code'];

const INVOICE_ID = list(
	'invoice ID, invoice number, invoice no, invoice #, invoice nr, invoice ref',
	// German
	'Rechnungsnummer, Rechnungs-Nr., Rechnungs-ID',
	// French
	'numéro de facture, n° de facture, n° facture, numéro facture, ID facture',
	// Spanish
	'número de factura, nº de factura, nº factura, ID factura',
	// General
	'invoice, Rechnung, facture, factura',
	// Shops, ledgers and CRMs
	'invoice document, invoice document number, inv no, inv num, billing document',
	'e-invoice number, Rechnungsbeleg, Faktura, Belegfeld 1, folio fiscal, número da nota',
	'nota fiscal, 請求番号, 发票号码, 發票號碼',
);

// An order line.

/**
 * Item ID comes late: beside a product ID it is the number of the line. Not here: reference alone,
 * which is as often that of the order.
 */
export const ITEM_ID = list(
	'custom label, custom label SKU, item number, item no, item nr, item #, item code, item SKU',
	'SKU, lineitem sku, product SKU, variant SKU, stock code, part number, part no',
	'product external ID, product ID, product number, product no, product code, product key',
	'item ID, item key, order lines product ID, order line product ID, inventory item code',
	'material number, article number, article no, article ID',
	// German
	'Artikelnummer, Artikel-Nr., Artikel-ID, Art.-Nr., Produktnummer, Materialnummer, Sachnummer',
	'MATNR',
	// French
	'référence article, référence produit, réf. article, réf. produit, code article, code produit',
	"ID produit, produit ID, ID article, numéro d'article",
	// Spanish
	'código de artículo, código artículo, código de producto, código producto, ID producto',
	'ID de producto, producto ID, referencia producto',
	// General
	'material, item, product, product/service, item product/service, article, Artikel, Produkt',
	'produit, producto, artículo',
	// Other languages and programs
	'seller SKU, merchant SKU, 品番, 商品コード, 商品番号, 型番, 货号, 貨號, артикул, 상품코드, 품번, 품목코드',
	// Shops, ledgers and CRMs
	'item number SKU, item SKU code, product sku code, variant code, variant ID, variation SKU',
	'model number, model no, catalog number, catalogue number, style number, style code',
	'master SKU, ASIN, inventory ID, part, ISBN, barcode, EAN, GTIN, UPC, EAN code',
	'Hauptartikelnummer, Hauptartikelnr, Bestellartikelnummer, Teilenummer, Variantennummer, réf',
	"code barre, code de l'article, réf fournisseur, clave del producto, código del producto",
	'código barras, SKU producto, referência, indeks, symbol, symbol towaru, katalogové číslo',
	'barkod, штрихкод, JANコード, SKU管理番号, 商家编码, 规格编码, 款号, 料號, 판매자상품코드, tuotekoodi, mã hàng',
	'κωδικός είδους, كود الصنف, رمز الصنف, מק″ט, ברקוד, รหัส, รหัสสินค้า, บาร์โค้ด',
	'prekės kodas, barkodas, preces kods, artikuls, svītrkods, tootekood, ribakood, mã sp',
	'mã vạch, kode barang, kode produk, kod produk, کد کالا, шифра, шифра артикла, kód tovaru',
	'kód zboží, varenr, varenummer, tuotenro, tuotenumero',
	'cikkszám, vonalkód, cod produs, cod articol, cod articolo, codigo sku, cód. produto',
	'código do item, cód. item, cve producto, cve_art, kod kreskowy',
	'indeks produktu, stok kodu, barkod no, nomenklatura kodu, номенклатурный номер',
	'код номенклатуры, код номенклатуры 1С, артикул товара, артикул поставщика, штрихкод товара',
	'produto, prodotto, artigo, articolo, artikl, artikla, artikal, proizvod, izdelek, tovar',
	'towar, wyrób, výrobek, výrobok, zboží, ürün, товар, продукт, изделие, товару, стока, 商品, 製品',
	'产品, 產品, 상품, 제품, vara, vare, tuote, termék, produs, produk, barang, sản phẩm, προϊόν, είδος',
	'สินค้า, المنتج, منتج, מוצר, פריט, prekė, prece, toode, producte, articol',
);

/** Names under which the lines stand in an order or in one cell of it, the service’s own first. */
export const ORDER_LINES = list(
	'items, line_items, lines, order_lines, order_items, positions, products, productos, produtos',
	'produits, prodotti, Produkte, Positionen, articles, artículos, товары',
);

const ITEM_NAME = list(
	'product name, article name, item title, product title, lineitem name, item description',
	'product description, line description, product/service description, order lines product',
	'order lines description, order line name',
	// German
	'Artikelbezeichnung, Artikelname, Produktname, Produktbezeichnung, Materialkurztext',
	'Bezeichnung, ARKTX',
	// French
	"nom de l'article, nom du produit, désignation, libellé",
	// Spanish
	'nombre del producto, nombre producto, nombre del artículo, descripción del producto',
	'descripción del artículo',
	// General
	'description, Beschreibung, descripción, item, product, article, Artikel, Produkt, produit',
	'producto, artículo',
	// Other languages and programs
	'order items, nome prodotto, nome do produto, descrição, descrição do produto, nazwa produktu',
	'nazwa towaru, název produktu, název, ürün adı, наименование, наименование товара',
	'название товара, номенклатура, 商品名, 品名, 製品名, 商品名称, 商品名稱, 产品名称, 상품명, 품명, 제품명, productnaam',
	'omschrijving, artikelnaam, benämning, varunamn, descrizione',
	// Shops, ledgers and CRMs
	'product title name, product full name, item desc, product desc, article description',
	'line item title, material description, part description, service description, service name',
	'product or service, menu item, commodity, commodity name, stock description, item full name',
	'variant description, Artikelbeschreibung, Artikeltext, Positionstext, Leistung',
	'Leistungsbeschreibung, Bezeichnung 1, Kurztext, description du produit, descrição produto',
	'intitulé, descripción producto, descripción artículo, concepto, título del producto',
	'descrizione articolo, descrizione prodotto, descrição do item, denominazione, nazwa, towar',
	'opis towaru, popis, ürün, ürün açıklaması, название, товар, продукт, 内容, 摘要, 品目, 商品, 品名规格',
	'宝贝标题, 产品, 名称规格, 物料描述, 상품, 제품, 품목, productomschrijving, artikelomschrijving, artikelbenämning',
	'megnevezés, denumire produs, naziv, tên hàng, назва товару',
	'περιγραφή, περιγραφή είδους, είδος, προϊόν, الوصف, البيان, الصنف, المنتج, اسم الصنف, תיאור',
	'תאור, תיאור מוצר, תאור פריט, מוצר, פריט, รายละเอียด, สินค้า, รายการ, รายการสินค้า, aprašymas',
	'prekė, prekės pavadinimas, apraksts, prece, nosaukums, kirjeldus, toode, kaup, tên sản phẩm',
	'tên mặt hàng, sản phẩm, diễn giải, mặt hàng, nama barang, nama produk, barang',
	'keterangan barang, شرح کالا, نام کالا, опис, назив артикла, артикал, opis artikla',
	'naziv artikla, naziv proizvoda, ime izdelka, izdelek, názov tovaru, názov produktu',
	'popis tovaru, tovar, název zboží, varebeskrivelse, varenavn, produktnavn, produktnamn',
	'tuotenimi, tuote, tuotteen nimi, cikknév, termék, terméknév, termék neve, termék megnevezése',
	'produs, produsul, denumire, denumirea produsului, nume produs, descriere produs, ürün ismi',
	'stok adı, malzeme adı, наименование продукции, наименование номенклатуры, стока',
	'найменування товару, producte, descripció, 品番名称, 商品标题, 标题, 품목명, 상품이름',
	'produto, prodotto, artigo, articolo, artikl, artikla, artikal, proizvod, wyrób, výrobek',
	'výrobok, zboží, изделие, товару, 製品, 產品, vara, vare, produk, منتج, articol, nama menu, menu',
);

export const QUANTITY = list(
	'qty, qty ordered, quantity ordered, order quantity, ordered quantity, item quantity',
	'line quantity, lineitem quantity, quantity purchased, quantity sold, units sold',
	'units ordered, quantities, order lines quantity, order line product UOM qty, product UOM qty',
	'units, pieces, pcs',
	// German
	'Menge, Bestellmenge, Auftragsmenge, Anzahl, Stück, Stückzahl, Stk, KWMENG',
	// French
	'quantité, quantité commandée, qté, quantité achetée, quantité vendue',
	// Spanish
	'cantidad, cant, unidades, cantidad pedida, cantidad vendida',
	// Other languages and programs
	'order qty, sales quantity, quantità, qta, quantidade, qtd, qtde, ilość, množství, počet',
	'počet kusů, adet, miktar, количество, кол-во, кількість, 数量, 個数, 注文数, 购买数量, 수량, 주문수량, aantal',
	'antal, määrä, mennyiség, cantitate, količina',
	// Shops, ledgers and CRMs
	'quantity sold units, sold quantity, sold qty, qty sold, ordered qty, quantity order',
	'item qty, item quantity ordered, product quantity, product qty, line qty, units purchased',
	'order item quantity, order units, purchase quantity, purchased quantity, purchase qty',
	'quantity units, billed quantity, invoiced quantity, quantity invoiced, invoice quantity',
	'order quantity item, Auftragsmenge (Ziel), bestellte Menge, Artikelmenge, Positionsmenge',
	'Anz, Mge, verkaufte Menge, Verkaufsmenge, Absatzmenge, Bestellanzahl, qté commandée',
	"quantité produit, nombre d'articles, qtte, cantidad ordenada, cantidad producto",
	'cantidad de producto, piezas, unidades vendidas, cantidad comprada, nº unidades',
	'quantità ordinata, quantità venduta, pezzi, quantidade vendida, quantidade pedida',
	'qtde vendida, qtd vendida, quant, ilość sztuk, liczba, liczba sztuk, sztuki, množství ks',
	'kusů, ks, počet ks, sipariş miktarı, satış adedi, adedi, satılan adet, кол-во товара, шт',
	'к-во, 注文数量, 販売数, 販売数量, 個数(注文), 売上数量, 受注数, 受注数量, 购买数, 商品数量, 订购数量, 销售数量, 销量, 宝贝数量, 订单数量, 採購數量',
	'訂購數量, 數量, 판매수량, 구매수량, 개수, hoeveelheid, stuks, antall, kvantitet, kpl, darab, db, cantitatea',
	'komada, kuantitas, qty pesanan, брой, jumlah beli, jumlah barang, jumlah pembelian, jumlah terjual',
	'ποσότητα, الكمية, كمية, العدد, כמות, יחידות, จำนวน, จำนวนชิ้น, ปริมาณ, kiekis, vnt, daudzums',
	'skaits, kogus, số lượng, sl, jumlah, jml, kuantiti, تعداد, مقدار, количина, ком',
	'količina kos, kos, množstvo, počet kusov, ks objednáno, antall enheter, antal st, st',
	'kpl määrä, kappalemäärä, mennyiség (db), cantitate comandată, бр, кол',
	'колич., кіл-ть, к-сть, quantitat, qt, qnt, szt',
	'ilość szt, ilość zamówiona, objednané množství, množství objednané, order qty pcs, qty ord',
	'ord qty, num units, no of units, number of units',
	'ea, 個数合計, 订购量, 下单数量, 商品件数, 출고수량, 판매량',
);

/** Not here: item price, which Amazon's order reports use for the price of all units together. */
export const UNIT_PRICE = list(
	'price per unit, price each, item cost, unit amount, item rate, sales price, selling price',
	'net price, lineitem price, order lines unit price, order line price unit, price unit',
	// German
	'Einzelpreis, Stückpreis, Verkaufspreis, VK-Preis, Preis pro Stück, Nettopreis, EP, NETPR',
	// French
	'prix unitaire, prix unitaire HT, PU HT, PU',
	// Spanish
	'precio unitario, precio unidad, precio por unidad',
	// General
	'price, Preis, prix, precio',
	// Other languages and programs
	'wholesale price, unit price each, price per item, item unit price, unit selling price',
	'SKU unit original price, rate, precio unitario venta, precio de venta, valor unitario',
	'prezzo unitario, prezzo, preço unitário, preço, cena jednostkowa, jednotková cena',
	'cena za kus, cena, birim fiyat, birim fiyatı, fiyat, цена за единицу, цена, ціна, 単価, 販売価格',
	'单价, 單價, 단가, 판매가, prijs, stukprijs, pris, enhetspris, stykpris, egységár, preț unitar, preț',
	// Shops, ledgers and CRMs
	'unit price excl tax, unit price ex VAT, unit net price, net unit price, gross unit price',
	'price unit net, item price per unit, product price, product unit price, per unit price',
	'price per piece, price per pc, price ea, unit sale price, unit sales price',
	'unit retail price, sale price, selling unit price, selling price per unit, unit value',
	'net unit value, unit list price, line unit price, single price, base price',
	'lineitem unit price, sku unit price, Preis je Einheit, Preis/Stück, Preis pro Einheit',
	'Stk.-Preis, Einzelpreis netto, Einzelpreis brutto, E-Preis, Artikelpreis, VK, VK netto',
	'Einzel-VK, Produktpreis, Verkaufspreis netto, Nettoeinzelpreis, Preis je Stück',
	"prix à l'unité, prix unitaire TTC, prix unitaire hors taxe, prix de vente unitaire",
	'prix de vente, prix produit, prix unité, precio por pieza, precio venta, precio producto',
	'precio del producto, precio unit, P. unitario, valor unidad, prezzo unit., prezzo di vendita',
	'prezzo vendita, preço unit, preço de venda, preço venda, preço produto, vlr unitário',
	'valor unit, vl unitário, preço do produto, cena sprzedaży, cena netto',
	'cena jednostkowa netto, cena brutto, cena/szt, cena produktu, prodejní cena, cena bez DPH',
	'cena/ks, jednotková cena bez DPH, birim satış fiyatı, satış fiyatı, ürün fiyatı, birim tutar',
	'цена продажи, цена товара, цена за ед, цена за шт, цена за штуку, 販売単価, 商品単価, 売単価, 税抜単価',
	'税込単価, 売価, 商品価格, 销售单价, 商品单价, 销售价, 成交单价, 产品单价, 宝贝价格, 商品價格, 銷售單價, 판매단가, 상품가격, 판매가격, 상품단가',
	'eenheidsprijs, prijs per stuk, verkoopprijs, à-pris, styckpris, enhedspris, yksikköhinta',
	'hinta, egységár nettó, nettó egységár, ár, preț unitar fără TVA, cijena, jedinična cijena',
	'hind, giá bán, giá, harga, harga satuan, harga jual, harga produk, harga barang, price at order',
	'τιμή, τιμή μονάδας, السعر, سعر الوحدة, سعر, מחיר, מחיר יחידה, מחיר ליחידה, ราคา',
	'ราคาต่อหน่วย, ราคาต่อชิ้น, kaina, vieneto kaina, kaina už vnt, cena par vienību',
	'vienības cena, ühikuhind, đơn giá, giá đơn vị, harga per unit, harga seunit',
	'قیمت, قیمت واحد, цена по јединици, јединична цена, cena na enoto, cena/kos, jedn. cena',
	'jedn. cena bez dph, cena za jednotku, cena za mj, cena/mj, cena jedn., cena jedn. netto',
	'enhedspris ekskl. moms, pris pr. stk, pris per stk, pris per enhet',
	'styckepris, a-hinta, yks.hinta, kappalehinta, yksikköhinta (alv 0), bruttó egységár',
	'ед. цена, единична цена, ціна за од, ціна за одиницю, preu, preu unitari',
	'prix u., prix unit., p.unit, precio u.',
	'precio unidad sin iva, vlr. unit., vl. unit., prezzo un., prezzo netto',
	'prezzo unitario netto, eur/pcs, eur/szt, eur/stk, fiyatı, b.fiyat, birim fiyat (tl)',
	'unit cost price, unit prc, price/pc, u/price, ucost, unitprice net, 税込価格, 単価(税込)',
	'単価(税抜), 单价(元), 含税单价, 不含税单价, 未税單價, 공급단가, 단가(원), 価格, 价格, 價格, 가격, price at purchase, Stueckpreis',
);

/** Of one piece or of the row: the former where the quantity times it is another column. */
const PRICE_OF_PIECE_OR_ROW = list(
	'item price, list price, line price, item amount, amount, value, cost, Betrag, montant',
	'importe, importo, valor, kwota, částka, tutar, сумма, 金額, 金额, 금액, bedrag, beløb, belopp',
);

export const TAX_RATE = list(
	'tax rate, tax rate %, tax percent, tax percentage, tax %, VAT rate, VAT percent, VAT %',
	'GST rate, GST %, sales tax rate',
	// German
	'Steuersatz, MwSt-Satz, MwSt %, USt-Satz, USt %, Mehrwertsteuersatz',
	// French
	'taux de TVA, taux TVA, TVA %',
	// Spanish
	'tipo de IVA, tipo IVA, IVA %, % IVA, % TVA',
	// Other languages and programs
	'aliquota, aliquota IVA, IVA aliquota, stawka VAT, sazba DPH, KDV oranı, KDV %, ставка НДС',
	'税率, 세율, btw %, btw-tarief, moms %, momssats',
	// Shops, ledgers and CRMs
	'tax percent rate, line tax rate, item tax rate, item tax percent, % VAT, VAT rate %',
	'vat percentage, GST percent, IGST rate, sales tax percent, lineitem tax rate, Steuersatz %',
	'Steuer %, Steuersatz in %, USt.-Satz %, Umsatzsteuersatz, MwSt in %, taux de taxe',
	'taux de TVA (%), % de TVA, porcentaje IVA, porcentaje de IVA, % impuesto, tasa IVA',
	'tasa de IVA, tasa de impuesto, aliquota %, aliq. IVA, perc. IVA, % imposto, vat stawka',
	'stawka podatku, stawka VAT %, DPH %, sazba daně, vergi oranı, kdv yüzdesi, НДС %, % НДС',
	'ставка НДС %, 消費税率, 税率(%), 增值税率, 부가세율, btw percentage, momssats %, mva %, ALV %, ÁFA %',
	'áfakulcs, cota TVA, PDV %, ДДС %',
	'φπα %, συντελεστής φπα, ضريبة %, نسبة الضريبة, מע״מ %, אחוז מע״מ, อัตราภาษี, pvm %',
	'pvm tarifas, pvn %, pvn likme, km %, käibemaksumäär, thuế suất, thuế gtgt %, ppn %, пдв %',
	'стопа пдв, ddv %, stopnja ddv, sadzba dph, dph sazba, moms i %',
	'alv-kanta, icms %',
	'vat_pct, tax_pct, gst rate (%)',
);

// What is said of an order: days, person, remark.

export const ORDER_DATE = list(
	'ordered at, ordered on, order day, order time, order datetime, order placed',
	'order created at, order purchase timestamp, date of order, purchase date, date ordered',
	'sales order date, sale date, date of sale, sold on, purchase time',
	// German
	'Bestelldatum, Auftragsdatum, Bestellt am, Datum der Bestellung, Bestelltag, Bestellzeitpunkt',
	'Verkaufsdatum, AUDAT, ERDAT',
	// French
	"date de commande, date de la commande, date commande, commandé le, date d'ordre",
	"date d'achat, date achat, date de vente",
	// Spanish
	'fecha de pedido, fecha del pedido, fecha pedido, fecha de compra, fecha de venta',
	'fecha compra, fecha venta',
	// General
	'document date, Belegdatum, created at, created on, transaction date, invoice date, date',
	'Datum, fecha, fecha hora',
	// Other languages and programs
	'purchase order date, PO date, order creation date, created time, date created, creation date',
	'date add, date placed, data ordine, data do pedido, data da venda, data vendita',
	'data zamówienia, datum objednávky, sipariş tarihi, tarih, дата заказа, дата, 注文日, 受注日, 日付',
	'订单日期, 下单时间, 日期, 주문일, 주문일자, 일자, 날짜, besteldatum, orderdatum, ordredato, orderdato',
	'tilauspäivä',
	// Shops, ledgers and CRMs
	'order creation time, order created, order created date, order create time, order placed date',
	'order placed at, order submitted, order submit time, order received, date purchased',
	'purchased at, purchased on, placed at, placed on, order entered, sold at, sold date',
	'created date, created, created (UTC), creation time, create time, posting date',
	'order posting date, timestamp, datetime, Bestelleingang, Auftragseingang, Bestellzeit',
	'Bestelldatum/-zeit, gekauft am, Datum/Uhrzeit, Eingangsdatum, erstellt am, angelegt am',
	'Erstelldatum, Erstellungsdatum, Umsatzdatum, Zeitstempel, date et heure, date création',
	'date de création, créée le, créé le, date de facturation, date de la vente',
	'fecha de creación, fecha creación, fecha y hora, fecha de la venta, fecha emisión',
	"fecha de emisión, creado el, data dell'ordine, data creazione, data documento, data emissão",
	'data de emissão, data de criação, data hora, data e hora, criado em, data złożenia',
	'data utworzenia, data sprzedaży, data wystawienia, data zakupu, datum vytvoření',
	'datum prodeje, datum vystavení, vytvořeno, oluşturma tarihi, sipariş zamanı, дата и время',
	'販売日, 作成日, 日時, 伝票日付, 年月日, 下单日期, 订单创建时间, 创建时间, 购买时间, 购买日期, 成交时间, 下單時間, 創建時間, 訂購日期, 구매일, 주문시간',
	'aankoopdatum, købsdato, köpdatum, päivämäärä, pvm, rendelés dátuma, vásárlás dátuma, kelte',
	'ngày, tanggal, waktu pesanan dibuat, tgl, data, waktu, waktu transaksi, create date, ngày đặt',
	'ημερομηνία, ημ/νία, ημερομηνία παραγγελίας, ημ. παραγγελίας, التاريخ, تاريخ الطلب, تاريخ',
	'תאריך, תאריך הזמנה, วันที่, วันที่สั่งซื้อ, data užsakymo, data pasūtījuma, datums, kuupäev',
	'tellimuse kuupäev, ngày đặt hàng, ngày tạo, ngày lập, ngày bán, tanggal pesanan',
	'tanggal order, tanggal transaksi, tgl pesan, tarikh pesanan, تاریخ, تاریخ سفارش, датум',
	'датум поруџбине, datum narudžbe, datum naročila, dátum vytvorenia',
	'dátum predaja, salgsdato, dato, bestillingsdato, beställningsdatum',
	'försäljningsdatum, datum order, tilauspvm, myyntipäivä, rendelési dátum, dátum (rendelés)',
	'rendelés ideje, data comenzii, data comandă, data vânzării, дата на поръчката',
	'дата поръчка, дата продажи, дата реализации, дата документа, дата створення, дата замовлення',
	'dt pedido, data pedido, data da encomenda',
	'data encomenda, data venda, dt venda, dt emissão, fec pedido, fch pedido',
	'fecha orden, fecha de orden, fecha de la orden, fecha alta, data ord., data ordinazione',
	'd. zamówienia, data zam., data zlecenia, datum obj., datum přijetí, sipariş tarih',
	'satış tarihi, işlem tarihi, kayıt tarihi, fatura tarihi, 注文日時, 受注日時, 購入日, 購入日時, 売上日, 売上日付',
	'取引日, 受付日, 登録日, 下单日, 交易时间, 交易日期, 支付时间, 付款时间, 销售日期, 开单日期, 單據日期, 銷售日期, 주문일시, 결제일, 판매일, 판매일자',
	'거래일자, 등록일',
	'data registro, data de registro, data de cadastro, data cadastro, fecha de registro',
	'fecha registro, date d’enregistrement, registered at, registered on, order registered',
	'data rejestracji zamówienia, datum zápisu, registrert dato, registreringsdato',
	'дата регистрации, дата оформления, kirjauspäivä, data inserimento, data di inserimento',
	'data registrazione',
);

const SHIPPING_DATE = list(
	'ship date, shipping day, shipped date, shipped at, shipped on, shipped on date, date shipped',
	'date of shipping, shipment date, dispatch date, dispatched at, fulfilled at',
	'order delivered carrier date',
	// German
	'Versanddatum, Versendet am, Versandt am, Versandtag, Versandzeitpunkt',
	// French
	"date d'expédition, date expédition, date d'envoi, expédié le",
	// Spanish
	'fecha de envío, fecha envío, enviado el',
	// Other languages and programs
	'shipped time, data spedizione, data de envio, data wysyłki, datum odeslání, sevk tarihi',
	'дата отгрузки, дата отправки, 出荷日, 発送日, 发货时间, 发货日期, 출고일, 발송일, verzenddatum',
	// Shops, ledgers and CRMs
	'actual ship date, date dispatched, shipment created at, fulfilled on, fulfilled date',
	'goods issue date, sent date, date sent, Versandzeit, verschickt am, versendet',
	"Auslieferdatum, Warenausgang, date de l'envoi, expédiée le, envoyé le, fecha despacho",
	'fecha de salida, data spedizione ordine, spedito il, enviado em, data wysłania, wysłano',
	'odesláno, отгружено, 出荷完了日, 発送完了日, 寄出日期, 배송시작일, 발송처리일, verzonden op, afsendelsesdato',
	'skickad, sendt dato, szállítás dátuma, feladás dátuma, tanggal kirim',
	'ημερομηνία αποστολής, تاريخ الشحن, תאריך משלוח, วันที่จัดส่ง, išsiuntimo data',
	'nosūtīšanas datums, saatmise kuupäev, ngày gửi, ngày gửi hàng, تاریخ ارسال, датум отпреме',
	'dátum odoslania, dátum expedície, datum odpreme, datum expedice, lähetyspäivä',
	'toimituspvm lähetys, feladás napja, data expedierii, дата на изпращане, дата відправлення',
	'dt envio, data do envio, fec envío, data invio, kargo tarihi, kargoya verilme tarihi',
	'sevk tarih',
);

const DELIVERY_DATE = list(
	'delivered at, delivered on, delivered date, date delivered, delivery day, date of delivery',
	'order delivered customer date, requested delivery date, expected delivery date',
	// German
	'Lieferdatum, Liefertermin, Geliefert am, Wunschlieferdatum, Lieferzeitpunkt, VDATU',
	// French
	'date de livraison, date livraison, livré le',
	// Spanish
	'fecha de entrega, fecha entrega, entregado el',
	// Other languages and programs
	'delivered time, data consegna, data de entrega, data dostawy, datum dodání, teslim tarihi',
	'дата доставки, 納品日, 交货日期, 납품일, 배송완료일, leverdatum, leveringsdato',
	// Shops, ledgers and CRMs
	'delivery time date, actual delivery date, actual delivery time, delivery completed at',
	'date of receipt, actual arrival date, order delivered date, Lieferzeit Datum, Lieferdat.',
	'zugestellt am, Zustellung am, Lieferdatum Kunde, livrée le, date de la livraison',
	'fecha de la entrega, fecha real de entrega, consegnato il, data entrega real, entregue em',
	'data doręczenia, dostarczono, datum doručení, doručeno, teslim edilen tarih, доставлено, 配送日',
	'納入日, 着日, 到貨日期, 送達日期, 수령일, geleverd op, afleverdatum, leverandørdato, levererad',
	'kézbesítés dátuma, data livrării, data livrare, datum dostave, ngày giao hàng, ngày giao',
	'ημερομηνία παράδοσης, تاريخ التسليم, تاريخ التوصيل, תאריך אספקה, วันที่ส่งมอบ',
	'วันที่ส่งสินค้า, pristatymo data, piegādes datums, tarnekuupäev, tarneaeg kuupäev',
	'ngày giao hàng dự kiến, تاریخ تحویل, датум испоруке, datum isporuke, datum dobave',
	'dátum dodania, dátum doručenia, datum dodávky, leveringsdag, leveransdatum, toimituspäivä',
	'toimituspvm, szállítási határidő napja, дата на доставка, dt entrega, fec entrega',
	'data della consegna, teslim tarih, 納期日, 배송일, 납기일자',
);

export const CREATED_BY = list(
	'author, entered by, created by user',
	// German
	'Erstellt von, Angelegt von, Bearbeiter, Sachbearbeiter',
	// French
	'créé par',
	// Spanish
	'creado por',
	// Shops, ledgers and CRMs
	'created user, entered user, order entered by, order taken by, created by name, erfasst von',
	'Erfasser, angelegt durch, saisi par, creado por usuario, creato da, criado por, utworzył',
	'utworzone przez, vytvořil, oluşturan, создал, автор, кем создан, 登録者, 作成者, 创建人, 制单人, 建立者',
	'작성자, 등록자, aangemaakt door, skapad av, oprettet af, opprettet av, luonut, létrehozta',
	'δημιουργήθηκε από, أنشئ بواسطة, נוצר על ידי, สร้างโดย, sukūrė, izveidoja, loodud kasutaja',
	'người tạo, người lập, dibuat oleh, креирао, kreirao, ustvaril, oprettet av',
	'opprettet av bruker, skapad av användare, luoja, rögzítette, creat de, създадено от, створив',
	'cadastrado por, inserito da, wprowadził, wystawił, zadal, ekleyen, kaydeden, внес',
	'ответственный за ввод, 入力者, 录入人, 开单人, 입력자',
);

export const MEMO = list(
	'note, notes, order note, order notes, comment, comments, customer note, remark, remarks',
	// German
	'Bemerkung, Bemerkungen, Notiz, Kommentar, Anmerkung, Hinweis',
	// French
	'remarque, remarques, commentaire, commentaires',
	// Spanish
	'nota, notas, comentario, comentarios, observaciones',
	// Other languages and programs
	'order comment, customer message, internal note, note ordine, annotazioni, observação',
	'observações, uwagi, poznámka, açıklama, комментарий, примечание, 備考, 备注, 備註, 비고, 메모',
	'opmerking, opmerkingen, anmärkning, megjegyzés',
	// Shops, ledgers and CRMs
	'memo text, order memo, order remark, order remarks, order comments, customer notes',
	'customer comment, customer comments, customer remarks, buyer note, buyer notes',
	'buyer message, buyer comments, message, message to seller, note to seller, notes to seller',
	'special instructions, special instruction, order instructions, delivery instructions',
	'delivery notes, delivery note text, shipping notes, internal notes, private notes',
	'staff notes, seller note, additional notes, additional information, additional info',
	'free text, instructions, internal memo, Bestellnotiz, Bestellhinweis, Auftragsnotiz',
	'Kundenkommentar, Kundennotiz, Kundenhinweis, Anmerkungen, Hinweise, Notizen, interne Notiz',
	'Freitext, Kommentare, Kundenanmerkung, Zusatztext, Buchungstext Notiz, note de commande',
	'notes de commande, note client, message du client, commentaire client, observation',
	'observations, note interne, notas del pedido, nota del pedido, comentarios del cliente',
	'nota del cliente, observación, instrucciones, instrucciones especiales, notas internas',
	'comentario del cliente, note cliente, note dell’ordine, osservazioni, commenti, commento',
	'obs, notas do pedido, observações do cliente, observações internas, uwaga, komentarz',
	'komentarze, uwagi klienta, notatka, notatki, poznámky, poznámka zákazníka, komentář, notlar',
	'not, müşteri notu, sipariş notu, açıklamalar, yorum, примечания, заметки, замітки, примітка',
	'коментар, メモ, コメント, 注文備考, ひとことメモ, 社内メモ, 備考欄, 特記事項, ご要望, 买家留言, 卖家备注, 订单备注, 说明, 客户备注, 留言, 附注',
	'訂單備註, 買家留言, 備註說明, 배송메세지, 배송메시지, 배송요청사항, 주문메모, 요청사항, 특이사항, notitie, notities, opmerking klant',
	'klantopmerking, bemærkning, bemærkninger, merknad, kommentarer, noter, huomautus',
	'huomautukset, lisätiedot, megjegyzések, observații, note comandă, napomena, napomene',
	'ghi chú, catatan, keterangan, бележка',
	'σχόλια, σχόλιο, παρατηρήσεις, σημειώσεις, ملاحظات, ملاحظة, הערות, הערה, หมายเหตุ, บันทึก',
	'pastabos, pastaba, komentaras, piezīmes, piezīme, komentārs, märkus, märkused, märkmed',
	'ghi chú đơn hàng, chú thích, nota pelanggan, catatan pesanan, catatan pembeli, توضیحات',
	'یادداشت, напомена, напомене, opomba, opombe, poznámka k objednávke, poznámky k objednávce',
	'pozn., bemærk., ordrekommentar, anteckning, anteckningar, muistiinpanot, kommentti',
	'kommentit, note la comandă, забележка, забележки, коментар до замовлення',
	'comentaris, observacions, obs. pedido, observação do pedido',
	'observaciones del pedido, nota del pedido cliente, note al pedido, annotazione',
	'uwagi do zamówienia, opis zamówienia, açıklama notu, sipariş açıklaması',
	'комментарий к заказу, комментарий клиента, комментарий покупателя, коммент',
);

// Companies and people.

export const PHONE = list(
	'phone, phone no, telephone, telephone number, tel, tel no',
	// German
	'Telefon, Telefonnummer, Tel.-Nr.',
	// French
	'numéro de téléphone',
	// Spanish
	'teléfono, número de teléfono',
	// Other languages and programs
	'phone 1, phone 1 - value, work phone, business phone, main phone, telefone, telefon numarası',
	'telefono numero, телефон, номер телефона, 電話, 電話番号, 电话, 電話號碼, 전화, 전화번호, telefoon, puhelin',
	'numer telefonu, tel number',
	// Shops, ledgers and CRMs
	'phone numbers, phone num, ph, ph no, phone #, primary phone, primary phone number',
	'contact phone, contact phone number, contact number, contact no, contact tel, company phone',
	'company phone number, office phone, office phone number, office tel, business phone number',
	'business number, work phone number, work number, telephone 1, telephone no',
	'main phone number, switchboard, customer phone, customer phone number, billing phone',
	'default phone, phone home, home phone, home phone number, landline, tel number 1',
	'default address phone, day phone, daytime phone, phone (work), HQ phone, account phone',
	'supplier phone, vendor phone, Telefon 1, Telefon geschäftlich, Telefon dienstlich, TelefonNr',
	'Festnetz, Festnetznummer, Rufnummer, Telefon Zentrale, Fon, TELF1, téléphone fixe',
	'n° de téléphone, numéro téléphone, n° téléphone, num tel, téléphone bureau, tel fixe',
	'teléfonos, teléfono 1, teléfono fijo, tel. 1, núm. teléfono, número teléfono',
	'telefono contacto, teléfono de contacto, teléfono empresa, fono, número telefónico',
	'teléfono cliente, numero di telefono, telefono fisso, recapito telefonico, telefono ufficio',
	'fone, telefone 1, telefone fixo, telefone comercial, número de telefone, tel fixo',
	'telefone principal, telefones, nr telefonu, nr tel, telefon kontaktowy, telefon stacjonarny',
	'tel. kontaktowy, telefonní číslo, tel. číslo, telefon zákazníka, telefonu, iş telefonu',
	'telefon no, müşteri telefonu, номер тел, тел, телефон 1, моб. телефон, телефони, 電話番号1',
	'連絡先電話番号, 代表電話, 会社電話, 固定電話, 联系电话, 电话号码, 公司电话, 办公电话, 座机, 固定电话, 聯絡電話, 公司電話, 連絡電話, 연락처, 대표전화',
	'회사전화, 사무실전화, 전화번호1, telefoonnummer, vast nummer, telefonnummer arbete, tlf, tlf nr',
	'telefon arbete, puh, puhelinnumero, telefonszám, telefon mobil fix, număr de telefon',
	'nr. telefon, broj telefona, no telp, no. telepon, nomor telepon, telepon, no hp, nomor hp',
	'τηλέφωνο, τηλ, τηλέφωνα, هاتف, الهاتف, رقم الهاتف, تليفون, טלפון, מספר טלפון, โทรศัพท์',
	'เบอร์โทร, เบอร์โทรศัพท์, หมายเลขโทรศัพท์, telefonas, telefono numeris',
	'telefona numurs, tālrunis, tālruņa numurs, telefoni number, điện thoại',
	'số điện thoại, sđt, nombor telefon, تلفن, شماره تلفن',
	'број телефона, telefonska številka, telefónne číslo, tel. kontakt',
	'puhelinnro, număr telefon, телефонен номер',
	'tel fijo, telef., telf, tlfn, telefone contato, fone contato',
	'tel no 1',
);

export const WEBSITE = list(
	'web site, web, homepage, web address, domain',
	// German
	'Webseite, Internetseite',
	// French
	'site web, site internet',
	// Spanish
	'sitio web, página web',
	// Other languages and programs
	'website URL, company website, web URL, internet, sito web, site, strona www, webové stránky',
	'web sitesi, сайт, веб-сайт, ホームページ, 网站, 홈페이지, hemsida, webbplats, nettside',
	// Shops, ledgers and CRMs
	'website address, website link, websites, web page, company URL, company web, company domain',
	'company domain name, domain name, domains, primary domain, homepage URL, URL',
	'corporate website, organization website, account website, official website, www, site URL',
	'internet address, company homepage, default website, Webadresse, Internetadresse',
	'Firmenwebsite, Firmenhomepage, Domäne, Websiten-Link, Webseiten, adresse web',
	'site internet URL, url du site, url site web, site web entreprise, dirección web',
	'página de internet, web de la empresa, url web, sitio web empresa, sitio de internet',
	'sito internet, sito, indirizzo web, website da empresa, site da empresa, url do site',
	'página da web, strona internetowa, strona, adres www, www strona, web stránka',
	'webová stránka, webová adresa, internet adresi, web adresi, internet sitesi',
	'web sitesi adresi, адрес сайта, сайт компании, веб-страница, 会社URL, ウェブサイト, WEBサイト, サイトURL',
	'会社ホームページ, ウェブ, 企業URL, 网址, 公司网址, 公司网站, 官网, 主页, 網站, 網址, 公司網站, 官方網站, 웹사이트, 홈페이지 주소, 회사 홈페이지',
	'사이트, webadres, webpagina, websiteadres, hjemmeside, webside, webbadress, webbsida',
	'webbplats URL, nettsted, kotisivu, verkkosivu, kotisivut, www-osoite, weboldal, honlap',
	'weblap, site web URL, web stranica, trang web, situs web, alamat web, уебсайт',
	'ιστοσελίδα, ιστότοπος, الموقع, الموقع الإلكتروني, موقع الويب, אתר, אתר אינטרנט, כתובת אתר',
	'เว็บไซต์, svetainė, interneto svetainė, mājas lapa, vietne, tīmekļa vietne, koduleht',
	'veebileht, website công ty, laman web, وب سایت, веб сајт',
	'spletna stran, spletno mesto, webová adresa firmy, www stránka, web stránky',
	'internetová stránka, hjemmeside url, webbsajt, www-sivu, verkkosivusto, internetcím',
	'adresa web, site internet firmă, уебсайт адрес',
	'сайт організації, lloc web, pag. web, url sitio, sito web aziendale',
	'adres strony',
);

export const EMAIL = list(
	'email address, mail',
	// German
	'E-Mail-Adresse',
	// French
	'adresse email, courriel',
	// Spanish
	'correo electrónico, correo',
	// Other languages and programs
	'e-mail, e-mail 1, e-mail 1 - value, primary email, contact email, work email, business email',
	'indirizzo email, e-mailadres, e-postadress, e-post, adres e-mail, e-posta, электронная почта',
	'эл. почта, почта, メール, メールアドレス, 邮箱, 电子邮件, 電子郵件, 이메일, sähköposti',
	// Shops, ledgers and CRMs
	'email ID, mail ID, mail address, email addr, email addresses, emails, primary email address',
	'contact email address, work email address, business email address, customer email',
	'customer email address, client email, user email, person email work, email work',
	'billing email, email home, personal email, login email, email contact, account email',
	'email primary, internet mail, default email, general email, info email, buyer email',
	'lead email, member email, supplier email, vendor email, E-Mail geschäftlich, Mailadresse',
	'Kontakt-E-Mail, Kunden-E-Mail, E-Mail-Adresse 1, SMTP_ADDR, elektronische Post, adresse mail',
	'adresse de messagerie, mél, e-mail professionnel, email client, adresse électronique',
	'adresse courriel, correo e, e-correo, email contacto, correo de contacto',
	'dirección de correo, correo cliente, mail contacto, correo electronico 1, email de contacto',
	'email cliente, posta elettronica, mail cliente, indirizzo di posta, endereço de email',
	'e-mail de contato, email do cliente, correio eletrônico, adres mailowy, poczta',
	'poczta elektroniczna, mail kontaktowy, emailová adresa, mailová adresa, e-posta adresi',
	'mail adresi, müşteri e-posta, емейл, имейл, электронка, e-mail клиента, эл. адрес, Eメール',
	'E-mailアドレス, 電子メール, mailアドレス, 担当者メール, メアド, 电子邮箱, 邮件, 邮箱地址, 电子邮件地址, 邮件地址, 電子信箱, 信箱, 郵箱, 联系邮箱',
	'이메일주소, 메일, 메일주소, 전자우편, mailadres, e-postadresse, mejladress, mejl, sähköpostiosoite',
	'email cím, adresă email, adresa de email, e-mail adresa, surel, alamat email, имейл адрес',
	'ηλεκτρονικό ταχυδρομείο, ηλ. ταχυδρομείο, البريد الإلكتروني, بريد إلكتروني, الايميل',
	'דואר אלקטרוני, דוא״ל, מייל, אימייל, อีเมล, el. paštas',
	'elektroninis paštas, e-pasts, e-pasta adrese, e-posti aadress, e-kiri, thư điện tử',
	'địa chỉ email, emel, ایمیل, پست الکترونیک, имејл, е-пошта, elektronska pošta',
	'e-naslov, emailová adresa zákazníka, elektronická pošta, mailová adr.',
	'e-postaadresse, s-posti, drótposta, поща, e-поща',
	'електронна пошта, ел. пошта, ел. поща, correu, correu electrònic, c. electrónico',
	'mail 1',
);

const ADDRESS = list(
	'postal address',
	// German
	'Adresse, Anschrift',
	// French
	'adresse postale',
	// Spanish
	'dirección',
	// Other languages and programs
	'full address, company address, business address, indirizzo, endereço, adres, adresa, адрес',
	'住所, 地址, 주소, adresse complète, adress, osoite, cím',
	// Shops, ledgers and CRMs
	'mailing address, street and city, complete address, postal addr, location address',
	'office address, registered address, headquarters address, HQ address, billing address',
	'bill to address, customer address, addr, address full, company full address, main address',
	'formatted address, home address, client address, supplier address, vendor address',
	'Firmenadresse, Postanschrift, Rechnungsadresse, Kundenadresse, Firmenanschrift',
	'vollständige Adresse, Geschäftsadresse, adresse du siège, adresse entreprise, adresse client',
	'adresse de facturation, direccion completa, domicilio, domicilio fiscal, dirección fiscal',
	'dirección postal, dirección cliente, domicilio cliente, indirizzo completo, sede legale',
	'indirizzo cliente, endereço completo, endereço comercial, endereço do cliente, morada',
	'endereço de cobrança, adres firmy, adres zamieszkania, adres siedziby, adres klienta',
	'pełny adres, adresa firmy, adresa sídla, sídlo, adresa zákazníka, adresi, açık adres',
	'müşteri adresi, firma adresi, fatura adresi, tam adres, полный адрес, 所在地, 住所1, 会社住所, 請求先住所',
	'本社所在地, 届け先住所, 顧客住所, 公司地址, 联系地址, 详细地址, 通讯地址, 通訊地址, 公司住所, 办公地址, 注册地址, 聯絡地址, 客户地址, 사업장주소, 회사주소',
	'소재지, 상세주소, 도로명주소, 사업장 소재지, volledig adres, adresgegevens, postadres, besøksadresse',
	'postadresse, adressen, besöksadress, postiosoite, katuosoite kokonaan, teljes cím, székhely',
	'lakcím, adresa completă, sediu, adresa stanovanja, alamat, alamat lengkap',
	'διεύθυνση, العنوان, عنوان, כתובת, ที่อยู่, adresas, adrese, aadress, địa chỉ, آدرس, نشانی',
	'адреса, naslov, adresa bydliska, adresa spoločnosti, sídlo spoločnosti, katuosoite',
	'adresa sediu, адрес на фирмата, повна адреса, adreça, adres tam',
);

const LAST_NAME = list(
	'surname, family name',
	// German
	'Nachname, Familienname',
	// French
	'nom de famille',
	// Spanish
	'apellido, apellidos',
	// Other languages and programs
	'lname, cognome, sobrenome, nazwisko, příjmení, soyadı, soyad, фамилия, 姓, 성, achternaam',
	'efternavn, efternamn, etternavn, sukunimi, vezetéknév',
	// Shops, ledgers and CRMs
	'last names, surnames, contact last name, customer last name, billing last name, last_nm',
	'lead last name, person last name, client last name, user last name, lastname surname',
	'employee last name, Zuname, Name (Nachname), Kunde Nachname, Ansprechpartner Nachname',
	'Kontakt Nachname, NAME_LAST, Nachnamen, nom patronymique, nom du contact, nom d’usage',
	'patronyme, apellido paterno, apellido 1, primer apellido, apellido cliente',
	'apellidos cliente, apellido contacto, cognomi, cognome cliente, cognome referente',
	'sobrenomes, sobrenome do cliente, nazwisko klienta, nazwisko kontaktu, nazwiska',
	'příjmení zákazníka, priezvisko, müşteri soyadı, soyisim, soyismi, прізвище, фамилии, お名前（姓）',
	'姓（漢字）, 苗字, 氏, 客户姓氏, 姓氏, 성(姓), achternaam contact, familienaam, efternavne, efternamnet',
	'slektsnavn, csaladnev, nume de familie, prezime, nama belakang, nama keluarga, фамилия (лат)',
	'last',
	'επώνυμο, επίθετο, اسم العائلة, اللقب, الكنية, שם משפחה, นามสกุล, pavardė, uzvārds',
	'perekonnanimi, perenimi, họ, họ và tên đệm, نام خانوادگی, презиме, priimek',
	'priezvisko zákazníka, cognom, cognoms, фамилно име, фамилия клиента, фамілія',
	'1er apellido',
);

const FIRST_NAME = list(
	'first name, given name, forename, first, fname, Vorname, prénom, nombre, nombres, nome, imię',
	'jméno, křestní jméno, adı, имя, 名, 이름, voornaam, fornavn, förnamn, etunimi, keresztnév',
	// Shops, ledgers and CRMs
	'first names, given names, christian name, contact first name, customer first name',
	'billing first name, first_nm, lead first name, person first name, client first name',
	'user first name, employee first name, firstname given, Kunde Vorname, Kontakt Vorname',
	'Ansprechpartner Vorname, Vornamen, Rufname, NAME_FIRST, prénoms, prénom du contact',
	'prénom client, primer nombre, nombre de pila, nombre contacto, nombre cliente',
	'nombre del contacto, nome cliente, nome di battesimo, nome referente, primeiro nome',
	'nome próprio, prenome, nome do contato, imię klienta, imiona, imię kontaktu, meno, isim',
	"müşteri adı, ismi, имя клиента, имена, ім'я, お名前（名）, 名（漢字）, 名前, 客户名字, 이름(名)",
	'voornaam contact, roepnaam, fornavne, förnamnet, utónév, prenume, ime, tên, nama depan, име',
	'όνομα, الاسم الأول, שם פרטי, ชื่อ, ชื่อจริง, vardas, vārds, eesnimi, tên gọi',
	'نام, krstné meno, krstné, nom de pila, nom propi, собствено име',
	'prvé meno, 1er nombre',
);

/** Of a person, in one column. */
const FULL_NAME = list(
	'full name, contact name, display name, person name, 氏名, 姓名, 성명, ФИО',
	// Of a person, in other languages and programs
	'name full, complete name, contact full name, contact person, contact person name',
	'primary contact name, person full name, customer full name, customer name, client name',
	'client full name, lead name, lead full name, member name, user full name, employee name',
	'buyer name, recipient name, subscriber name, user name full, attendee name, guest name',
	'name and surname, first and last name, prospect name, student name, patient name',
	'vollständiger Name, Vor- und Nachname, Vorname Nachname, Kontaktname, Ansprechpartner',
	'Kundenname, Kontaktperson, Vorname und Nachname, Name Vorname, voller Name, nom complet',
	'nom et prénom, nom prénom, prénom et nom, prénom nom, nom du client, nom client, nom contact',
	'nom et prénoms, nombre completo, nombre y apellidos, nombre y apellido, apellidos y nombre',
	'nombre del cliente, nombre de contacto, persona de contacto, nombre contacto completo',
	'apellidos nombre, nome completo, nome e cognome, cognome e nome, nominativo, nome cognome',
	'nome e sobrenome, nome do cliente, nome contato, nome do contato completo, imię i nazwisko',
	'nazwisko i imię, jméno a příjmení, celé jméno, kontaktní osoba, meno a priezvisko, ad soyad',
	'adı soyadı, isim soyisim, ad ve soyad, полное имя, имя и фамилия, имя фамилия, имя контакта',
	'фио клиента, ФИО контакта, ПІБ, お名前, 顧客名, 氏名（漢字）, 会員名, ご氏名, 姓名（漢字）, 客户姓名, 联系人姓名, 会员姓名, 名字全称',
	'聯絡人姓名, 客戶姓名, 고객명, 이름(성명), 회원명, volledige naam, contactpersoon, naam contactpersoon',
	'voor- en achternaam, fulde navn, fullt navn, fullständigt namn, för- och efternamn',
	'koko nimi, yhteyshenkilö, teljes név, kapcsolattartó, nume complet, nume și prenume',
	'ime i prezime, nama lengkap, пълно име',
	'ονοματεπώνυμο, الاسم الكامل, الاسم, اسم العميل, שם מלא, שם לקוח, שם איש קשר, ชื่อ-นามสกุล',
	'ชื่อสกุล, ชื่อลูกค้า, vardas pavardė, vardas ir pavardė, vārds uzvārds',
	'vārds un uzvārds, ees- ja perekonnanimi, täisnimi, nimi, họ tên, họ và tên, tên khách hàng',
	'nama penuh, nama pelanggan, نام و نام خانوادگی, نام کامل, име и презиме, ime in priimek',
	'celé meno, meno a priezvisko zákazníka, fornavn og efternavn, fornavn og etternavn',
	'etunimi sukunimi, asiakkaan nimi, ügyfél neve, név',
	'nume prenume, numele complet, име и фамилия, трите имена, прізвище та ім’я, nom i cognoms',
	'nombres y apellidos, apellidos y nombres, apellido y nombre, imię/nazwisko',
	'jméno příjmení, фамилия имя отчество, фамилия имя, фамилия и имя',
);

/** Where persons have them too. */
export const ORGANIZATION = list(
	'company name, account name, organization name, organisation name, business name',
	'organization, organisation, company, Firmenname, Firma, Unternehmen, nom de l’entreprise',
	'raison sociale, société, razón social, empresa, ragione sociale, azienda, razão social',
	'nome fantasia, nazwa firmy, název firmy, firma adı, şirket, название компании',
	'наименование организации, контрагент, 会社名, 企業名, 公司名称, 公司名稱, 회사명, 상호, bedrijfsnaam',
	'företagsnamn',
	// Shops, ledgers and CRMs
	'company/account, company/organization, associated company, associated company name, Organization 1 - Name',
	'employer name, org name, organisation/company, company or organization, firm name',
	'company legal name, legal name, trading name, Firma/Organisation, Unternehmensname',
	'Firmenbezeichnung, Firma 1, Gesellschaft, Name der Firma, Firmierung, NAME_ORG1, entreprise',
	'nom entreprise, nom de la société, nom société, nom de la compagnie, compañía',
	'nombre de la empresa, nombre empresa, organización, nombre de empresa, nombre comercial',
	'organizzazione, nome azienda, società, ditta, nome della società, denominazione sociale',
	'organização, nome da empresa, companhia, empresa/organização, nazwa przedsiębiorstwa',
	'przedsiębiorstwo, firma nazwa, organizacja, společnost, název společnosti, jméno firmy',
	'organizace, firma ünvanı, şirket adı, firma ismi, kuruluş, cari adı, cari ünvanı, компания',
	'организация, фирма, предприятие, компанія, організація, 企業, 会社, 法人名, 社名, 勤務先, 組織名, 会社名（漢字）',
	'団体名, 公司, 单位名称, 企业名称, 客户公司, 组织, 企業名稱, 單位名稱, 회사, 업체명, 기업명, 상호명, 법인명, 회사이름, bedrijf',
	'organisatie, naam bedrijf, firmanaam, firmanavn, virksomhed, virksomhedsnavn, bedrift',
	'selskap, bedriftsnavn, företag, organisationsnamn, yritys, yrityksen nimi, cég, cégnév',
	'vállalat, companie, nume companie, nume firmă, tvrtka, naziv tvrtke, công ty, tên công ty',
	'perusahaan, nama perusahaan, фирма име',
	'εταιρεία, επωνυμία, επωνυμία εταιρείας, الشركة, اسم الشركة, المؤسسة, חברה, שם חברה, שם החברה',
	'บริษัท, ชื่อบริษัท, įmonė, įmonės pavadinimas, uzņēmums, uzņēmuma nosaukums, ettevõte',
	'ettevõtte nimi, firma nimi, tên doanh nghiệp, doanh nghiệp, nama syarikat, syarikat, شرکت',
	'نام شرکت, предузеће, назив фирме, podjetje, naziv podjetja, ime podjetja, spoločnosť',
	'názov spoločnosti, názov firmy, firma názov, virksomhed navn, foretak, foretaksnavn',
	'bolag, bolagsnamn, yritysnimi, cég neve, vállalkozás, firma denumire',
	'denumire firmă, nume societate, societate, фирмата, име на фирма, підприємство',
	'назва компанії, назва організації, empresa nom, nom de l’empresa, firma ünvan, ünvan',
	'ticari ünvan',
);

/** The parts of an address that stands in several columns, in the order in which they are written. */
const ADDRESS_PARTS = [
	list(
		'street, street address, address line 1, address 1, billing street, billing address 1',
		'mailing street, Straße, Straße und Hausnummer, rue, calle, via, rua, logradouro, ulica',
		'ulice, sokak, улица, straat, gata',
	),
	list(
		'house number, street number, house no, number, Hausnummer, Haus-Nr., numéro',
		'numéro de rue, número exterior, numero civico, civico, huisnummer, husnummer',
		'numer domu, číslo popisné, číslo domu, дом, номер дома, 番地',
	),
	['street 2', 'address line 2', 'address 2', 'address2', 'billing address 2', 'Adresszusatz'],
	list(
		'zip, zip code, postal code, postcode, billing postal code, billing zip',
		'mailing postal code, PLZ, Postleitzahl, code postal, código postal, CAP, CEP, kod pocztowy',
		'PSČ, posta kodu, индекс, почтовый индекс, 郵便番号, 邮编, 우편번호, postnummer',
	),
	list(
		'city, town, billing city, mailing city, Stadt, Ort, ville, ciudad, città, cidade, miasto',
		'město, şehir, город, 市区町村, 城市, 도시, plaats, woonplaats, stad',
	),
	list(
		'state, state/region, province, region, billing state, mailing state, Bundesland, provincia',
		'estado, UF, 都道府県, 省份',
	),
	list(
		'country, country name, billing country, mailing country, Land, pays, país, paese, kraj, země',
		'ülke, страна, 国, 国家, 국가',
	),
];

/** Of a contract or chance to sell. */
export const DEAL_NAME = list(
	'opportunity name, deal name, topic, opportunity title, deal title, subject',
	// Other programs and languages
	'opportunity, deal title name, title, opportunity description, potential name, project name',
	'project, sales opportunity, case name, opp name, pipeline deal, lead title, proposal name',
	'quote name, Verkaufschance, Titel, Betreff, Bezeichnung, Chance, Projekt, Projektname, Thema',
	'Vorhaben, Name der Verkaufschance, nom de l’opportunité, nom opportunité, opportunité',
	'affaire, nom de l’affaire, nom du projet, intitulé, sujet, titre, nombre de la oportunidad',
	'nombre oportunidad, oportunidad, negocio, nombre del negocio, título, asunto',
	'nombre del trato, proyecto, nome opportunità, opportunità, trattativa, nome trattativa',
	'oggetto, titolo, oportunidade, nome da oportunidade, negociação, nome do negócio',
	'título do negócio, assunto, szansa, nazwa szansy, szansa sprzedaży, tytuł, temat',
	'nazwa transakcji, obchodní případ, název příležitosti, příležitost, fırsat, fırsat adı',
	'fırsat konusu, konu, сделка, тема, возможность, угода, 案件名, 商談名, 件名, 案件, 商机名称, 项目名称, 商机, 標題',
	'專案名稱, 기회명, 딜명, 영업기회명, 거래명, 프로젝트명, verkoopkans, naam verkoopkans, onderwerp, salgsmulighed',
	'emne, affär, affärsnamn, affärsmöjlighet, aihe, mahdollisuus, ügylet, ügylet neve',
	'oportunitate, prilika',
	'ευκαιρία, όνομα ευκαιρίας, الفرصة, اسم الفرصة, الصفقة, הזדמנות, שם הזדמנות, עסקה, โอกาส',
	'ชื่อโอกาส, sandoris, sandorio pavadinimas, darījums, darījuma nosaukums, tehing',
	'tehingu nimi, cơ hội, tên cơ hội, tên giao dịch, peluang, فرصت, عنوان, прилика',
	'назив прилике, priložnost, názov príležitosti, názov obchodu, název obchodu',
	'název zakázky, zakázka, forretningsmulighed, salgsmulighet, prosjekt',
	'affärsmöjlighetens namn, myyntimahdollisuus, lehetőség, üzlet, titlu',
	'nume oportunitate, сделка име, назва угоди, название сделки, наименование сделки',
	'предмет сделки, nom oportunitat, oportunitat, name of opportunity, name of deal',
	'deal title text, opty name, oppty name, engagement, engagement name, matter, matter name',
	'contract name, contract title, contract subject, vertragsname, auftragstitel',
);
export const DEAL_STAGE = list(
	'sales stage, deal stage, opportunity stage, stage name, pipeline stage, Verkaufsphase, Phase',
	'étape, etapa',
	// Other programs and languages
	'stage, lead stage, current stage, deal phase, sales phase, sales process stage',
	'opportunity phase, crm stage, funnel stage, Verkaufsstufe, Stufe, Vertriebsphase',
	'Pipeline-Phase, Stadium, Angebotsphase, Vertriebsstufe, phase de vente, étape de vente',
	'étape du pipeline, phase de la transaction, fase, fase de venta, etapa de venta',
	'etapa del negocio, etapa de la oportunidad, fase del trato, fase di vendita, fase trattativa',
	'stadio, etapa do funil, fase do negócio, etapa da venda, estágio, estágio da venda',
	'fase da negociação, etap, etap sprzedaży, etap lejka, faza, fáze, fáze prodeje, fáze obchodu',
	'aşama, satış aşaması, fırsat aşaması, этап, этап сделки, стадия, этап продаж, воронка этап',
	'етап, стадія, フェーズ, 商談フェーズ, 案件ステージ, ステージ, 営業段階, 商談ステージ, 阶段, 销售阶段, 商机阶段, 階段, 단계, 영업단계, 진행단계',
	'verkoopfase, salgsfase, fas, säljfas, säljsteg, salgstrinn, vaihe, myyntivaihe, fázis',
	'értékesítési szakasz, faza prodaje, tahap',
	'στάδιο, المرحلة, مرحلة, שלב, ขั้นตอน, etapas, stadija, posms, etapp, staadium, giai đoạn',
	'tahapan, مرحله, фаза, stopnja, fáza predaja, stadie, stadium affär',
	'myynnin vaihe, szakasz, stadiu, етап на сделката, етап угоди, стадия сделки',
	'статус сделки, stage of deal, opty stage, opportunity status, deal status',
	'pipeline status, pipeline step',
);

/** Numbers that name an item, and not the record of a database. */
const SKU = list(
	'SKU, item number, item no, item code, item SKU, product SKU, variant SKU, product code',
	'product number, part number, stock code, article number, Artikelnummer, Artikel-Nr.',
	'Art.-Nr., Produktnummer, Materialnummer, référence article, référence produit, code article',
	'código de artículo, código de producto, codice articolo, código do produto, kod produktu',
	'kod towaru, stok kodu, артикул, код товара, 品番, 品番CD, 商品コード, 商品番号, 货号, 商品编码, 상품코드, 품목코드',
	'artikelnummer (SKU)',
	// Shops, ledgers and CRMs
	'sku code, SKU #, SKU number, SKU no, stock keeping unit, model number, model no',
	'catalog number, style number, manufacturer part number, MPN, internal reference',
	'default code, reference code, inventory code, variant code, merchant SKU, seller SKU',
	'Hauptartikelnummer, Hauptartikelnr, Teilenummer, Herstellernummer, Hersteller-Artikelnummer',
	'interne Referenz, réf, référence, référence interne, code référence, code interne, clave',
	'clave del producto, referencia, referencia interna, código del producto, código interno',
	'codice, riferimento, riferimento interno, codice interno, código, indeks, indeks towaru',
	'symbol, symbol towaru, numer katalogowy, kód, katalogové číslo, objednací kód, barkod no',
	'код, SKU товара, 型番, 管理番号, 款号, SKU编码, 商家编码, 貨號, 料號, 품번, 관리코드, 모델번호, tuotekoodi, šifra',
	'mã hàng, kod na produkt',
	'κωδικός είδους, κωδικός προϊόντος, كود المنتج, رمز المنتج, رقم الصنف, מק״ט, קוד מוצר',
	'รหัสสินค้า, prekės kodas, preces kods, tootekood, mã sản phẩm, mã sp, kode barang',
	'kode produk, کد کالا, کد محصول, шифра артикла, шифра производа, šifra artikla, šifra izdelka',
	'kód tovaru, kód zboží, varenr, varenummer',
	'tuotenro, tuotenumero, cikkszám, cod produs, cod articol, код на стока, код стока',
	'код товару, codi article, cod. articolo, cód. produto, indeks produktu',
	'stok kod',
);

export const PRICE = list(
	'金額, 定価, 標準価格, regular price, list price, sales price, selling price, variant price',
	'unit price, Preis, Verkaufspreis, VK-Preis, prix, prix de vente, precio, precio de venta',
	'prezzo, preço, cena, fiyat, цена, 価格, 単価, 販売価格, 价格, 单价, 가격, 단가, prijs, pris',
	// Shops, ledgers and CRMs
	'price, retail price, sale price, sales unit price, unit selling price',
	'regular price excl tax, base price, standard price, standard rate, selling rate',
	'consumer price, price net, net price, price gross, gross price, price excl tax',
	'price incl tax, product price, item price, price each, price per unit, unit rate, rate',
	'sell price, lst_price, MSRP, RRP, current price, default price, price (tax excl.)',
	'price tax excluded, customer price, VK, VK netto, VK brutto, Bruttopreis, Nettopreis',
	'Stückpreis, Einzelpreis, Listenpreis, Ladenpreis, Preis netto, Preis brutto',
	'Verkaufspreis netto, Verkaufspreis brutto, VK-Preis netto, UVP, Grundpreis, Artikelpreis',
	'Standardpreis, prix unitaire, prix public, prix TTC, prix HT, prix de vente HT',
	'prix de vente TTC, prix catalogue, tarif, PVHT, PU HT, prix produit, precio unitario',
	'precio público, precio venta, PVP, precio de lista, precio lista, precio final, precio base',
	'precio regular, precio neto, prezzo di vendita, prezzo vendita, prezzo unitario',
	'prezzo al pubblico, prezzo listino, prezzo di listino, preço de venda, preço venda',
	'preço unitário, valor, valor unitário, valor de venda, preço final, cena sprzedaży',
	'cena netto, cena brutto, cena jednostkowa, cena detaliczna, cena katalogowa, prodejní cena',
	'cena s DPH, cena bez DPH, běžná cena, satış fiyatı, birim fiyat, birim fiyatı, liste fiyatı',
	'perakende fiyat, цена продажи, цена за единицу, стоимость, ціна, 販売単価, 売価, 通常価格, 上代, 税込価格',
	'税抜価格, 商品価格, 小売価格, 希望小売価格, 售价, 销售价, 零售价, 销售价格, 标准售价, 售價, 單價, 定價, 零售價, 판매가, 판매가격, 소비자가, 정가',
	'판매단가, 상품가격, verkoopprijs, adviesprijs, verkoopprijs excl. btw, stukprijs, salgspris',
	'udsalgspris, försäljningspris, utpris, enhetspris, myyntihinta, hinta, eladási ár, bruttó ár',
	'nettó ár, ár, preț, preț vânzare, preț de vânzare, cijena, prodajna cijena, giá, giá bán',
	'harga, harga jual, цена дребно',
	'τιμή, τιμή πώλησης, τιμή λιανικής, السعر, سعر البيع, מחיר, מחיר מכירה, מחיר לצרכן, ราคา',
	'ราคาขาย, kaina, pardavimo kaina, pārdošanas cena, hind, müügihind, jaehind, giá bán lẻ',
	'giá niêm yết, harga eceran, harga runcit, قیمت, قیمت فروش, цена са пдв, продајна цена',
	'prodajna cena, maloprodajna cena, maloprodajna cijena, mpc, predajná cena',
	'udsalgspris inkl. moms, utsalgspris, salgspris eks. mva, cirkapris, ulosmyyntihinta',
	'fogyasztói ár, bruttó eladási ár, nettó eladási ár, preț cu tva',
	'продажна цена, цена на дребно, ціна продажу, роздрібна ціна, розничная цена',
	'цена розничная, цена руб, цена с ндс, цена без ндс, preu, preu venda, pvp con iva',
	'precio con iva, precio sin iva, prix vente, prix vente ttc, preço consumidor',
	'prezzo iva inclusa, satış fiyat',
);

// Names that are made of two words: what it is, and of what. “IdFattura” and “invoice no.” are made alike.

/** Words for a number, a day and a name, before or behind what has it. */
export const NAME_WORDS = {
	id: list(
		'external ID, ID, no, nr, nro, num, number, numero, nummer, numer, number ID, n, #, code, cod',
		'código, codice, kod, kodu, key, ref, reference, referencia, riferimento, číslo, numarası',
		'номер, код, ид, 番号, コード, CD, 编号, 编码, 代码, 号, 編號, 代碼, 單號, 单号, 번호, 코드, szám, száma, broj, šifra',
		'UUID, identifier, kennung, identificador, identifiant, tunnus, azonosító, kode, nomor, clave',
		'uid, GUID',
		'αριθμός, κωδικός, رقم, كود, رمز, معرف, מספר, קוד, מזהה, מק״ט, หมายเลข, เลขที่, รหัส, numeris',
		'kodas, numurs, kods, kood, mã, số, شماره, کد, شناسه, сифра, шифра, број',
		'identifikator, oznaka, codi, ident',
	),
	date: list(
		'date, Datum, data, fecha, tarihi, дата, 日, 日期, 日付, 일, 일자, dato, day, time, timestamp',
		'datetime, at, on, Zeitpunkt, 日時, 时间, 時間, 일시, 날짜, päivä, pvm, tanggal, tgl',
		'ημερομηνία, تاريخ, תאריך, วันที่, วัน, diena, datums, kuupäev, ngày, tarikh, تاریخ, датум',
		'dan, dt, dttm, dtm, ts, kelte',
	),
	name: list(
		'name, title, Bezeichnung, nombre, nom, nome, nazwa, název, adı, naam, navn, namn',
		'наименование, название, 名, 名称, 名稱, 명, Titel, titre, título, libellé, désignation',
		'denominación, denominazione, nimi, neve, nev, naziv, ime, nama, наименования, ismi, タイトル, 标题',
		'이름',
		'όνομα, ονομασία, اسم, שם, ชื่อ, pavadinimas, nosaukums, nimetus, tên, نام, назив, názov',
		'titlu, denumirea, nm',
	),
};

/** What stands between the two. */
export const CONNECTIVES =
	/^(?:de|del|dela|della|dell|do|da|di|des|du|der|dem|van|of|the|d|l)(?=.{3})/;

const ORDERS = list(
	'order, orders, sales order, customer order, Bestell, Bestellung, Bestellungs, Auftrag',
	'Auftrags, commande, pedido, pedidos, ordine, ordini, encomenda, zamówienie, zamówienia',
	'objednávka, objednávky, sipariş, заказ, заказа, замовлення, поръчка, rendelés, comandă',
	'comenzii, narudžba, narudžbe, naročila, bestelling, ordre, beställning, tilaus, 注文, 受注, 订单',
	'訂單, 주문, orden, órdenes, la orden, ordine cliente, pesanan, comenzi, ordres, commandes',
	'ordern, order header, orderline order, web order, online order, shop order, Bestellungen',
	'Aufträge, замовлень, заказов, オーダー, 購入, 交易, beställnings, bestel, bestillings, rendelési',
	'objednávek, zamówień, siparişler, order detail order',
	'παραγγελία, παραγγελίας, الطلب, طلب, الطلبية, أمر الشراء, הזמנה, ההזמנה, הזמנת לקוח',
	'คำสั่งซื้อ, ใบสั่งซื้อ, สั่งซื้อ, การสั่งซื้อ, užsakymas, užsakymo, pasūtījums, pasūtījuma',
	'tellimus, tellimuse, đơn hàng, đặt hàng, đơn đặt hàng, đơn, pesanan pelanggan, سفارش',
	'поруџбина, поруџбине, наруџбина, наруџбине, naročilo, naročilnice, de comandă',
	'поръчката, ordernummer, ord, ordr, komanda, encàrrec, comandes, поръчки, narudžbenica',
	'narudžbenice, orders order, so, cust order, client order, ĐH',
);
/** They mean the order where nothing is named like one. */
const SALES = list(
	'PO, purchase order, sale, sales, Verkauf, vente, venta, vendita, venda, sprzedaż, prodej',
	'satış, продажи, продажа, 売上, 销售, 판매, transaction, receipt, deal, document, Vorgang, Beleg',
	'document sale, sale order, ventas, vendas, vendite, salg, försäljning, myynti, eladás',
	'vânzare, prodaja, penjualan, bán hàng, transaksi, transacción, transação, transazione',
	'verkoop, verkopen, transakcja, transakce, işlem, транзакция, транзакции, операции, 取引, 交易流水, 거래, ticket',
	'ticket de caisse, bon, Kassenbon, paragon, чек, чека, fiş, 領収書, レシート, 小票, 영수증, check',
	'purchase, compra, achat, Kauf, acquisto, zakup, nákup, nákupu, satın alma, покупка, покупки',
	'trans, txn, cart, basket, sales document, Verkaufsbeleg, booking',
	'πώληση, πώλησης, παραστατικό, παραστατικού, المبيعات, البيع, الفاتورة, מכירה, מסמך, การขาย',
	'ใบเสร็จ, pardavimas, pardavimo, pārdošana, pārdošanas, müük, müügi, فروش, продаје, prodaje',
	'predaj, predaja, predaje, pokladničný doklad, doklad, dokladu, račun prodaje, sprzedaży',
	'prodeje, myynnin, salgs, försäljnings, dokument, dokumentu, dokumen, chứng từ',
	'hóa đơn bán hàng',
);
const INVOICES = list(
	'invoice, Rechnung, Rechnungs, facture, factura, fattura, fatura, faktura, faktury, счет',
	'счета, 請求書, 発票, 发票, 송장, factuur, számla, factures, facturas, fatture, faturas, faktur',
	'rachunek, накладная, накладной, счет-фактура, bill, fakture, račun, laskun, lasku',
	'nota fiscal, invoices, tax invoice, 計算書, 세금계산서, 發票',
	'τιμολόγιο, τιμολογίου, فاتورة, חשבונית, ใบแจ้งหนี้, ใบกำกับภาษี, sąskaita, sąskaitos, rēķins',
	'rēķina, arve, hóa đơn, فاکتور, рачун, рачуна, računa, factura fiscală',
	'facturii, фактура, рахунок, рахунку, nota penjualan, HĐ',
);
/** Without the service’s own word, for whose IDs there are fields of their own. */
const CUSTOMERS = list(
	'customer, client, sold to, bill to customer, Kunde, Kunden, Firma, Firmen, Debitor',
	'Debitoren, cliente, clientes, klient, klienta, zákazník, zákazníka, odběratel, müşteri',
	'клиент, клиента, покупатель, покупателя, контрагент, контрагента, 顧客, 得意先, 取引先, 客户, 客戶, 고객',
	'거래처, klant, kund, asiakas, ügyfél, vevő, partner, partnera, kontrahent, kontrahenta',
	'parceiro, cust, buyer, clients, customers, clienti, Kundin, Geschäftspartner, acheteur',
	'comprador, compradores, tiers, clientela, clienta, nabywca, kupující, alıcı, cari',
	'покупателем, клієнт, клієнта, заказчик, заказчика, 購入者, 会員, お客様, 买家, 会员, 買家, 會員, 구매자, 회원',
	'klanten, kunder, kjøper, köpare, asiakkaan, client ul, kupac, kupca, stranka, khách hàng',
	'khách, pelanggan, konsumen, pembeli, πελάτη, patron, shopper, consumer, relatie',
	'sell-to customer, KH, Kd',
	'πελάτης, العميل, عميل, الزبون, לקוח, הלקוח, ลูกค้า, klientas, kliento, pirkėjas, pirkėjo',
	'pircējs, pircēja, klients, kliendi, ostja, مشتری, купац, купца, odberateľa, kupec',
	'clientului, клиентът, замовник, замовника, покупець, покупця',
);
/** Without the service’s own word. */
const PRODUCTS = list(
	'product, article, material, inventory item, Artikel, Produkt, Produkte, Ware, Waren, produit',
	'producto, artículo, prodotto, articolo, produto, artigo, produktu, towar, towaru, výrobek',
	'zboží, ürün, stok, malzeme, товар, товара, продукт, продукта, 商品, 品目, 製品, 品番, 产品, 產品, 物料, 상품',
	'제품, 품목, vara, vare, tuote, termék, produs, prod, goods, merchandise, part, stock, stock item',
	'catalog item, menu item, products, articles, Teil, Sach, Erzeugnis, marchandise, mercancía',
	'mercadoria, peça, artykuł, artykułu, wyrobu, wyrób, položka, položky, ürünün, ürünler',
	'товары, номенклатура, номенклатуры, товару, изделие, изделия, продукції, アイテム, 商品管理, 货品, 物品',
	'貨品, 商品SKU, 자재, 물품, 메뉴, produkter, produktet, tuotteen, cikk, articol, artikl, artikla',
	'proizvod, proizvoda, sản phẩm, hàng, produk, barang, προϊόν, προϊόντος, livre, book, dish',
	'είδος, είδους, المنتج, منتج, الصنف, صنف, מוצר, המוצר, פריט, הפריט, สินค้า, ผลิตภัณฑ์, prekė',
	'prekės, produktas, produkto, prece, preces, produkts, toode, toote, kaup, kauba, artikkel',
	'artikli, hàng hóa, vật tư, mặt hàng, کالا, محصول, производ, производа, артикал, артикла',
	'izdelek, izdelka, tovar, tovaru, výrobok, výrobku, produsului, articolului, стока, стоката',
	'стоки, артикула, виробу, artikkelin, article ref',
);
const SHIPMENTS = list(
	'ship, shipping, shipment, shipped, dispatch, Versand, expédition, envío, spedizione, wysyłki',
	'odeslání, expedice, sevk, kargo, отгрузки, отправки, 出荷, 発送, 发货, 出貨, 출고, 발송, verzend',
	'dispatched, fulfillment, fulfilment, Versende, Auslieferungs, Warenausgangs, envoi, despacho',
	'expedición, embarque, expedição, despacho do pedido, nadania, gönderim, kargoya verilme',
	'sevkiyat, отправления, відправлення, 出庫, 寄件, 寄送, forsendelses, avsendings, lähetys',
	'szállítási, expediere, slanja, pengiriman, verzending',
	'αποστολής, الشحن, שילוח, משלוח, จัดส่ง, ส่งสินค้า, išsiuntimo, nosūtīšanas, saatmise',
	'lähetamise, gửi hàng, ارسال, отпреме, испоруке, odoslania, expedície, odpreme, expedierii',
	'изпращане',
);
const DELIVERIES = list(
	'delivery, delivered, Liefer, Lieferung, livraison, entrega, consegna, dostawy, dodání',
	'doručení, teslim, teslimat, доставки, 納品, 交货, 送达, 납품, lever, levering, leverans, deliver',
	'received, arrival, Zustell, Anliefer, réception, recepción, entregado, recebimento',
	'doręczenia, odbioru, dodání zboží, teslim edilme, получения, вручения, доставка, доставлено',
	'配達, お届け, 到着, 收货, 签收, 到货, 送貨, 배송완료, 배달, leverings, bezorg, bezorging, toimitus, kézbesítési',
	'livrare, livrării, dostave, dostava, giao hàng, terima',
	'παράδοσης, التسليم, التوصيل, אספקה, מסירה, ส่งมอบ, pristatymo, piegādes, tarne, tarnimise',
	'giao, تحویل, испорука, dodania, doručenia, dodacie, dobave, доставяне',
);

const COMPANIES = ['company', ...CUSTOMERS];
/** Item comes last: beside the ID of a product, its ID is that of the line. */
const ITEMS = [...PRODUCTS, 'item'];
/** Of companies in the files of buyers and sellers. */
const ACCOUNTS = list(
	'account, organization, vendor, supplier, Lieferant, Lieferanten, fournisseur, proveedor',
	'fornitore, fornecedor, business partner, org, organisation, business, firm, Firmen',
	'Unternehmen, Kreditor, Kreditoren, entreprise, société, organisme, empresa, compañía',
	'organización, azienda, società, empresa cliente, organização, firma, firmy, společnost',
	'společnosti, şirket, tedarikçi, компания, компании, организация, организации, поставщик',
	'поставщика, 会社, 企業, 仕入先, 公司, 供应商, 企業客戶, 供應商, 회사, 업체, 공급사, bedrijf, leverancier, virksomhed',
	'företag, leverantör, yritys, cég, szállító, furnizor, companie, tvrtka, perusahaan, công ty',
	'merchant, store, dealer, partner account, company',
	'προμηθευτής, προμηθευτή, εταιρεία, εταιρείας, المورد, الشركة, ספק, חברה, ผู้จำหน่าย, บริษัท',
	'tiekėjas, tiekėjo, įmonė, įmonės, piegādātājs, piegādātāja, uzņēmums, uzņēmuma, tarnija',
	'ettevõte, ettevõtte, nhà cung cấp, doanh nghiệp, تامین کننده, شرکت, добављач, добављача',
	'предузећа, dobavitelj, dobavitelja, podjetje, podjetja, dodávateľ, dodávateľa, spoločnosť',
	'spoločnosti, furnizorului, доставчик, доставчика, фирма, фирмата, постачальник',
	'постачальника, toimittaja, toimittajan, yrityksen',
	...CUSTOMERS,
);
const PERSONS = list(
	'contact, person, lead, member, Kontakt, Ansprechpartner, user, people, prospect, employee',
	'subscriber, profile, patient, student, attendee, guest, donor, Personen, Mitglied',
	'Mitglieder, Nutzer, Benutzer, Mitarbeiter, Interessent, personne, contacto, persona, usuario',
	'prospecto, contatto, utente, contato, pessoa, membro, osoba, osoby, uživatel, kişi',
	'kullanıcı, üye, контакт, контакта, пользователь, пользователя, лид, 連絡先, 担当者, 人物, ユーザー, 联系人',
	'用户, 聯絡人, 用戶, 연락처, 사용자, contactpersoon, gebruiker, bruger, bruker, användare, henkilö',
	'felhasználó, utilizator, korisnik, pengguna',
	'επαφή, επαφής, χρήστη, جهة الاتصال, الموظف, المستخدم, איש קשר, עובד, משתמש, ผู้ติดต่อ',
	'kontaktas, kontakto, asmuo, asmens, kontaktpersona, kontaktpersonas, lietotājs, isik, isiku',
	'kontakti, người dùng, liên hệ, nhân viên, مخاطب, کاربر, корисника, лице, stik, stika, oseba',
	'osebe, používateľ, používateľa, kontaktu, angajat, контактът, потребител, співробітника',
	...CUSTOMERS,
);
const DEALS = list(
	'opportunity, deal, Verkaufschance, opportunité, oportunidad, 案件, 商談, 商机, opp, potential',
	'sales opportunity, case, affaire, negocio, trattativa, oportunidade, opportunità, szansa',
	'transakcja sprzedaży, příležitost, fırsat, сделка, сделки, угода, угоди, 機會, 딜, 기회, 영업기회',
	'verkoopkans, salgsmulighed, affär, mahdollisuus, ügylet, oportunitate, prilika',
	'ευκαιρία, ευκαιρίας, الفرصة, الصفقة, הזדמנות, עסקה, โอกาส, ดีล, sandoris, sandorio, darījums',
	'darījuma, tehing, tehingu, cơ hội, giao dịch, فرصت, معامله, прилика, priložnost',
	'priložnosti, obchod, сделката, възможност',
);

/** The ID of a record in the system that it comes from. */
const SOURCE_ID = list(
	'source ID, legacy ID, original ID, external key, foreign ID, externe ID, externe Nummer',
	// In other languages and programs
	'external reference, external ref, external code, record ID, record ID - contact',
	'record ID - company, record ID - deal, contact record ID, object ID, old ID, system ID',
	'original record ID, crm ID, erp ID, xml ID, internal ID, unique ID, uid, reference ID, reference no, reference code',
	'source key, source record ID, record key, externe Kennung, alte ID, Fremdschlüssel',
	'interne ID, Datensatz-ID, identifiant externe, identifiant, ID externe, ancien ID, numéro de référence, Referenznummer',
	'identificador externo, ID externo, identificador, ID interno, identificativo, ID esterno, número de referencia',
	'identyfikator, externí ID, identifikátor, harici ID, dış ID, внешний ID, внешний код, reference number',
	'зовнішній ID, 外部ID, 外部キー, レコードID, 外部编号, 记录ID, 外部編號, 외부 ID, 외부코드, extern ID, externe code',
	'ekstern ID, externt ID, ulkoinen tunnus, külső azonosító, azonosító, ID extern',
);

const PRODUCT_TITLE = list(
	'title, Titel, Bezeichnung, Artikelbezeichnung, désignation, libellé, denominación',
	'denominazione, denominação, 品名, 품명',
	// In other languages and programs
	'product, item, product full name, product/service, product/service name, service name',
	'material description, material, display name, menu item, post title, listing title, Artikel',
	'Produkt, Materialkurztext, Kurzbezeichnung, Bezeichnung 1, Artikelkurztext',
	'Artikelbezeichnung 1, MAKTX, produit, article, intitulé, titre, producto, artículo, título',
	'descripción corta, prodotto, articolo, titolo, descrizione breve, produto, item descrição',
	'towar, tytuł, zboží, výrobek, popis zboží, ürün, başlık, товар, номенклатура, найменування',
	'商品, 製品, 产品, 品名规格, 物料描述, 標題, 品項名稱, 상품, 제품, 품목, omschrijving kort, benämning, artikelbenämning',
	'tuote, termék, megnevezés, denumire, denumire produs, tên hàng, продукт',
	'περιγραφή, είδος, προϊόν, اسم المنتج, الصنف, المنتج, שם מוצר, שם פריט, מוצר, ชื่อสินค้า',
	'สินค้า, prekė, prekės pavadinimas, prece, preces nosaukums, toode, toote nimi, tên sản phẩm',
	'sản phẩm, tên hàng hóa, nama barang, nama produk, نام کالا, نام محصول, назив артикла',
	'назив производа, naziv artikla, naziv proizvoda, ime izdelka, naziv izdelka, názov tovaru',
	'názov produktu, název produktu, název zboží, varenavn, produktnavn, produktnamn, artikelnamn',
	'tuotenimi, tuotteen nimi, terméknév, termék neve, cikknév, nume produs, denumire articol',
	'име на продукт, наименование на стоката, назва товару, producte, nom article, nome articolo',
	'nome item, ürün ismi, stok adı, produk, barang, nama menu, menu, dish, dish name',
);

export const DESCRIPTION = list(
	'long description, product description, item description, Beschreibung, Langtext, descripción',
	'descrizione, descrição, opis, popis, açıklama, описание, 説明, 商品説明, 描述, 설명, omschrijving',
	'beskrivelse, beskrivning',
	// In other languages and programs
	'desc, details, product details, description long, full description, body (HTML)',
	'product long description, sales description, item details, product info, about, summary',
	'short description, description text, description_sale, Artikelbeschreibung',
	'Produktbeschreibung, lange Beschreibung, Bezeichnung 2, Langbeschreibung, Kurzbeschreibung',
	'Detailbeschreibung, description longue, description du produit, description produit',
	'description détaillée, descriptif, descripción larga, descripción del producto',
	'descripción detallada, detalle, detalles, descrizione lunga, descrizione estesa',
	'descrizione prodotto, dettagli, descrição do produto, descrição detalhada',
	'descrição completa, detalhes, opis produktu, opis długi, opis towaru, pełny opis',
	'popis produktu, detailní popis, dlouhý popis, ürün açıklaması, detay, tanım, ürün detayı',
	'опис, опис товару, 商品説明文, 商品詳細, 詳細, 商品の説明, 商品紹介, 商品描述, 产品描述, 产品介绍, 详情, 產品描述, 商品描述（长）, 상세설명',
	'상품설명, 제품설명, productomschrijving, lange omschrijving, produktbeskrivelse, beskrivelse lang',
	'produktbeskrivning, kuvaus, tuotekuvaus, leírás, termékleírás, descriere, descriere produs',
	'opis proizvoda, deskripsi',
	'περιγραφή προϊόντος, الوصف, وصف المنتج, תיאור מוצר, รายละเอียดสินค้า, aprašymas',
	'prekės aprašymas, apraksts, kirjeldus, toote kirjeldus, mô tả, mô tả sản phẩm',
	'deskripsi produk, توضیحات, опис артикла, опис производа, opis izdelka, opis artikla',
	'popis výrobku, dlhý popis, kuvausteksti, részletes leírás, descriere lungă',
	'описание на продукта, опис товара, descripció',
);

export const PURCHASE_PRICE = list(
	'cost, cost price, unit cost, purchase cost, Einkaufspreis, EK-Preis, EK, prix d’achat',
	'precio de compra, prezzo di acquisto, preço de custo, cena zakupu, nákupní cena, alış fiyatı',
	'закупочная цена, 仕入価格, 原価, 进价, 매입가, inkoopprijs',
	// Shops, ledgers and CRMs
	'purchase price excl tax, cost per item, cost per unit, cost of goods, cost of item',
	'item cost, product cost, unit cost price, buying price, buy price, vendor price',
	'supplier price, supplier cost, wholesale cost, standard cost, average cost, landed cost',
	'COGS, acquisition cost, purchase rate, purchase unit price, last cost, price cost',
	'variant cost, EK netto, Einkaufspreis netto, EK-Preis netto, Einstandspreis',
	'Lieferantenpreis, Selbstkosten, Einkauf, Wareneinsatz, Beschaffungspreis, Kosten',
	'Herstellkosten, prix achat, prix d’achat HT, coût, coût unitaire, prix de revient',
	"coût d’achat, prix d'achat unitaire, PA HT, costo, coste, precio compra, precio costo",
	'precio de costo, precio de coste, coste unitario, costo unitario, precio proveedor',
	'prezzo acquisto, costo di acquisto, prezzo di costo, costo prodotto, preço de compra',
	'preço custo, custo, custo unitário, valor de custo, preço compra, valor custo',
	'cena zakupu netto, koszt, koszt zakupu, pořizovací cena, nákupka, náklady, maliyet, alış',
	'maliyet fiyatı, birim maliyet, satın alma fiyatı, цена закупки, закупка, вхідна ціна',
	'собівартість, 仕入単価, 仕入値, 仕入原価, 原価単価, 購入価格, 仕入価, 采购价, 成本, 成本价, 进货价, 采购单价, 採購價, 成本價, 進價, 采购成本',
	'매입가격, 원가, 매입단가, 입고가, 구매가, inkoopprijs excl. btw, kostprijs, indkøbspris, kostpris',
	'innkjøpspris, inköpspris, självkostnad, ostohinta, beszerzési ár, önköltség',
	'preț de achiziție, preț achiziție, cost achiziție, nabavna cijena, harga beli, harga modal',
	'τιμή αγοράς, τιμή κόστους, κόστος, سعر الشراء, التكلفة, سعر التكلفة, מחיר עלות, עלות',
	'מחיר קניה, ราคาทุน, ต้นทุน, pirkimo kaina, savikaina, iepirkuma cena, pašizmaksa, ostuhind',
	'omahind, giá nhập, giá vốn, harga pokok, kos, قیمت خرید, набавна цена, nabavna cena',
	'nákupná cena, obstarávacia cena, innpris, inpris, sisäänostohinta, bekerülési ár',
	'доставна цена, покупна цена, закупівельна ціна, себестоимость',
	'цена поставщика, цена закупочная, preu cost, preu compra',
);

/** After the numbers of fixed lines. */
export const MOBILE = list(
	'mobile, mobile phone, mobile number, cell, cell phone, Mobil, Mobiltelefon, Handy',
	'Handynummer, portable, téléphone portable, móvil, celular, cellulare, telemóvel, komórka',
	'telefon komórkowy, cep telefonu, мобильный телефон, 携帯電話, 携帯番号, 手机, 手机号, 휴대폰, 휴대전화, mobiel',
	// Shops, ledgers and CRMs
	'mobile no, mobile num, mobile phone number, mobile number 1, mobile tel, cell number',
	'cell phone number, cell no, cellular, mobile telephone, phone mobile, person mobile',
	'contact mobile, personal phone, gsm, gsm no, whatsapp, whatsapp number, phone 2, telephone 2',
	'smartphone, Mobilnummer, Mobilfunknummer, Mobiltelefonnummer, Handy-Nr., Mobil 1, Mobilfunk',
	'Natel, Telefon mobil, Mobil geschäftlich, tél portable, n° portable, téléphone mobile',
	'numéro de portable, mobile pro, teléfono móvil, teléfono celular, número de celular',
	'tel. móvil, cel, núm. móvil, celulares, telefono cellulare, tel cellulare, numero cellulare',
	'cellulare 1, telefone celular, fone celular, celular 1, número celular, telemóvel 1',
	'celular/whatsapp, tel. kom., tel. komórkowy, nr komórki, numer komórkowy, komórkowy',
	'mobilní telefon, mobilní, mobilní číslo, cep no, cep telefonu no, gsm numarası, cep tel',
	'мобильный, моб, сотовый, мобільний, 携帯, 携帯電話番号, 携帯TEL, モバイル, 手机号码, 移动电话, 联系手机, 手機, 手機號碼',
	'行動電話, 휴대폰번호, 휴대전화번호, 핸드폰, 핸드폰번호, 모바일, mobiele telefoon, mobiel nummer, mobiele nummer',
	'mobilnr, mobil tlf, matkapuhelin, matkapuhelinnumero, kännykkä, mobilszám, mobiltelefonszám',
	'mobitel, ponsel, no ponsel',
	'κινητό, κιν., κινητό τηλέφωνο, الجوال, جوال, موبايل, المحمول, נייד, טלפון נייד, סלולרי',
	'มือถือ, เบอร์มือถือ, โทรศัพท์มือถือ, mob. tel., mobilus, mobilus telefonas, mobilais',
	'mobilais tālrunis, mobiiltelefon, mobiil, di động, số di động, telefon bimbit, handphone, hp',
	'موبایل, تلفن همراه, мобилни, мобилни телефон, gsm telefon',
	'mobil č., mobilné číslo, mobilný telefón, matkapuh., gsm-numero',
	'мобилен, мобилен телефон, мобільний телефон, tel. mobile, tel. celular',
	'cep telefon',
);

export const COMPANY_NAME = list(
	...ORGANIZATION,
	'customer name, client name, partner name, supplier name, vendor name, Kundenname, 取引先名, 客户名称',
	'거래처명',
	// Shops, ledgers and CRMs
	'company full name, business partner name, vendor company, supplier company, BP name',
	'legal company name, registered name, Kundenname 1, Lieferantenname, Firma 1, Firmenname 1',
	'Geschäftspartnername, Name des Kunden, Debitorname, Kreditorname, nom du client, nom client',
	'nom du fournisseur, nom fournisseur, client nom, dénomination, dénomination sociale',
	'nombre del cliente, nombre cliente, nombre del proveedor, nombre proveedor',
	'denominación social, nombre fiscal, nome fornitore, nome cliente, denominazione',
	'nome do cliente, nome do fornecedor, nome fornecedor, nome empresarial, nazwa klienta',
	'nazwa kontrahenta, nazwa dostawcy, nazwa pełna, název zákazníka, název dodavatele',
	'jméno zákazníka, obchodní firma, müşteri adı, müşteri ünvanı, tedarikçi adı, cari ünvan',
	'имя клиента, 顧客名, 得意先名, 仕入先名, 得意先名称, 取引先名称, 客户全称, 供应商名称, 客户名, 客戶名稱, 廠商名稱, 供應商名稱, 고객명, 공급처명',
	'공급사명, 매입처명, 매출처명, klantnaam, leveranciersnaam, relatienaam, kundenavn, leverandørnavn',
	'kundnamn, leverantörsnamn, asiakkaan nimi, vevő neve, ügyfél neve, partner neve',
	'client denumire, denumire client, naziv kupca, tên khách hàng, nama pelanggan, nama supplier',
	'клиент име',
	'όνομα πελάτη, επωνυμία πελάτη, اسم العميل, اسم المورد, שם לקוח, שם ספק, ชื่อลูกค้า',
	'kliento pavadinimas, tiekėjo pavadinimas, klienta nosaukums, kliendi nimi, tarnija nimi',
	'tên nhà cung cấp, نام مشتری, назив купца, назив добављача, naziv dobavljača',
	'naziv dobavitelja, naziv partnera, názov zákazníka, názov odberateľa, názov dodávateľa',
	'toimittajan nimi, asiakas, asiakasnimi, vevő, partnernév, szállító neve, nume client',
	'nume furnizor, denumire furnizor, denumire partener, име на клиент, име на доставчик',
	'назва клієнта, назва постачальника, название контрагента, наименование контрагента',
	'наименование клиента, наименование поставщика, название организации, название фирмы',
	'nom client/société, nom proveïdor, nom. cliente, rag. sociale, rag. soc.',
	'razon social cliente, cari isim',
);

/** Names that say of whom the website or the address is; those that do not are of the record itself. */
export const COMPANY_WEBSITE = list(
	'company URL, company domain, company domain name, company web address, account website',
	'account domain, organization website, customer website, client website, supplier website',
	'vendor website, Firmenwebsite, Website der Firma, site web de l’entreprise',
	'sitio web de la empresa, site da empresa, sito web azienda, сайт компании, 会社URL, 公司网站',
);

export const COMPANY_EMAIL = list(
	'company email address, account email, organization email, supplier email, vendor email',
	'Firmen-E-Mail, e-mail de l’entreprise, correo de la empresa, email azienda',
);

export const CONTACT_EMAIL = list(
	'contact email address, contact person email, primary contact email, customer email',
	'client email, buyer email, bill to email, E-Mail des Kontakts, Ansprechpartner E-Mail',
	'Kunden-E-Mail, e-mail du contact, e-mail client, correo del contacto, correo del cliente',
	'email do cliente, email cliente',
);

/** Of a company, where nothing is called a name. */
const COMPANY_WORDS = list(
	'customer, client, supplier, vendor, partner, display name, name 1, CardName, store name',
	'shop name, brand name, contractor name, customer full name, company display name, Kunde',
	'Lieferant, Händler, fournisseur, enseigne, tiers, proveedor, razon, fornitore, cliente',
	'intestazione, fornecedor, fantasia, parceiro, klient, kontrahent, dostawca, zákazník',
	'dodavatel, odběratel, müşteri, tedarikçi, cari, bayi, клиент, поставщик, покупатель, партнер',
	'постачальник, клієнт, 取引先, 仕入先, 客户, 供应商, 客户简称, 거래처, 업체, 공급업체, klant, leverancier, leverandør',
	'leverantör, asiakas, toimittaja, szállító, beszállító, furnizor, kupac, dobavljač',
	'khách hàng, pelanggan, pemasok',
);

/** Of anything but a person. */
export const PLAIN_NAME = list(
	'nome, nombre, nom, nume, naam, navn, namn, nimi, név, nazwa, název, názov, naziv, ime, ad',
	'adı, nama, tên, название, наименование, назва, 名称, 名稱, 名前, 이름',
);

/** Of a person where it stands alone; what may be the family name is not here. */
const PERSON_NAME = ['naam', 'navn', 'namn', 'nimi', 'імʼя', 'nama'];

/** Of a family where another column holds the first name. */
const FAMILY_NAME = list(
	'name, nom, nume, naam, név, nimi, navn, namn, ime, όνομα, наименование, vardas',
);

/** The ID under which another system keeps a record; not read from the ID that the service itself gives it. */
const ownId = (words: readonly string[], notFrom: string) =>
	({
		aliases: SOURCE_ID,
		namedAs: [{ word: 'id', of: words }],
		general: RECORD_ID,
		isKey: true,
		notFrom,
	}) as const;

/** The names of fields that have more than a list of them: what they are made of, and where they count. */
export const of = {
	order: {
		aliases: ORDER_ID,
		general: [...GENERAL_NUMBER, ...RECORD_ID],
		namedAs: [
			{ word: 'id', of: ORDERS },
			{ word: 'id', of: SALES, isWeak: true },
		],
	},
	customer: { aliases: COMPANY_ID, namedAs: [{ word: 'id', of: COMPANIES }] },
	invoice: { aliases: INVOICE_ID, namedAs: [{ word: 'id', of: INVOICES }] },
	orderDate: {
		aliases: ORDER_DATE,
		namedAs: [
			{ word: 'date', of: ORDERS },
			{ word: 'date', of: [...SALES, ...INVOICES], isWeak: true },
		],
	},
	shippingDate: { aliases: SHIPPING_DATE, namedAs: [{ word: 'date', of: SHIPMENTS }] },
	deliveryDate: { aliases: DELIVERY_DATE, namedAs: [{ word: 'date', of: DELIVERIES }] },
	item: { aliases: ITEM_ID, namedAs: [{ word: 'id', of: ITEMS }] },
	itemName: { aliases: ITEM_NAME, namedAs: [{ word: 'name', of: ITEMS }] },
	unitPrice: { aliases: UNIT_PRICE, general: PRICE_OF_PIECE_OR_ROW },
	company: ownId(ACCOUNTS, 'company_id'),
	companyName: {
		aliases: [...PLAIN_NAME, ...COMPANY_WORDS],
		bestWith: { field: 'name', names: COMPANY_NAME },
	},
	address: { aliases: ADDRESS, joins: ADDRESS_PARTS },
	contact: ownId(PERSONS, 'contact_id'),
	contactName: {
		aliases: [...FULL_NAME, ...PERSON_NAME],
		general: PLAIN_NAME,
		bestWith: { field: 'last_name', names: FIRST_NAME },
	},
	lastName: { aliases: LAST_NAME, bestWith: { field: 'name', names: FAMILY_NAME } },
	product: {
		aliases: [...SKU, ...SOURCE_ID],
		namedAs: [{ word: 'id', of: ITEMS, isWeak: true }],
		general: RECORD_ID,
		isKey: true,
		notFrom: 'item_id',
	},
	productName: {
		aliases: [...PRODUCT_TITLE, ...PLAIN_NAME],
		namedAs: [{ word: 'name', of: ITEMS }],
	},
	deal: ownId(DEALS, 'deal_id'),
} as const;
