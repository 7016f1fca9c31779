import { show } from '../schema/limits';

/** The encodings that text files come in, by their labels for TextDecoder, with their names in texts. */
export const ENCODING_NAMES = {
	'utf-8': 'UTF-8',
	'utf-16le': 'UTF-16 LE',
	'utf-16be': 'UTF-16 BE',
	'windows-1250': 'Windows-1250',
	'windows-1251': 'Windows-1251',
	'windows-1252': 'Windows-1252',
	'windows-1254': 'Windows-1254',
	'iso-8859-2': 'ISO-8859-2',
	'iso-8859-15': 'ISO-8859-15',
	shift_jis: 'Shift_JIS',
	'euc-jp': 'EUC-JP',
	gbk: 'GBK',
	big5: 'Big5',
	'euc-kr': 'EUC-KR',
} as const;

export type Encoding = keyof typeof ENCODING_NAMES;

/** Decodes a file in parts that may end inside a character. */
export type Decoder = ReturnType<typeof createDecoder>;

/** The encoding by a byte order mark, which is certain. */
export function markedEncoding([first, second, third]: Uint8Array): Encoding | undefined {
	if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
	if (first === 0xff && second === 0xfe) return 'utf-16le';
	return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

/**
 * The encoding of a file if it is Unicode: by its byte order mark, by where its zero bytes stand, or by whether it is
 * UTF-8. UTF-8 may prove wrong further on.
 *
 * @param head the first bytes; the last of them may be part of a character
 * @returns `other` when it is not Unicode, undefined when it is no text
 */
function detectUnicode(head: Uint8Array): Encoding | 'other' | undefined {
	const marked = markedEncoding(head);
	if (marked) return marked;
	/** Zero bytes at even and at odd places: separators and line breaks have one in UTF-16. */
	const zeros = [0, 0];
	head.forEach((byte, at) => {
		if (byte === 0) zeros[at % 2] += 1;
	});
	const [even, odd] = zeros;
	if (odd > even * CLEARLY) return 'utf-16le';
	if (even > odd * CLEARLY) return 'utf-16be';
	if (even + odd > 0) return undefined;
	const isUtf8 = createDecoder('utf-8').decode(head) !== undefined || isMostlyUtf8(head);
	return isUtf8 ? 'utf-8' : 'other';
}

/** Some characters end in a zero byte, most do not. */
const CLEARLY = 4;

/** Decodes a file from its beginning; a byte order mark is left out. */
export function createDecoder(encoding: Encoding) {
	if (encoding === 'windows-1252') {
		const decode = (bytes: Uint8Array) => fromWindows1252(bytes);
		return { decode, end: () => '', hasShown: true };
	}
	const decoder = new TextDecoder(encoding, { fatal: true });
	let hasShown = encoding !== 'utf-8';
	const attempt = (bytes?: Uint8Array) => {
		try {
			const text = bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
			hasShown ||= isBeyondAscii(text);
			return text;
		} catch {
			hasShown ||= bytes !== undefined && isMostlyUtf8(bytes);
			return undefined;
		}
	};
	return {
		/** The text of the next bytes; undefined when the encoding has no such bytes. */
		decode: attempt,
		/** The text of what is left at the end, nothing unless the file ends inside a character. */
		end: () => attempt(),
		/** Whether characters beyond ASCII have been decoded, so that the encoding is no guess. */
		get hasShown() {
			return hasShown;
		},
	};
}

const NOT_ASCII = /[\u0080-\uffff]/;

/** Whether a text holds other characters than ASCII. */
export const isBeyondAscii = (text: string) => NOT_ASCII.test(text);

/** Whether bytes that are not UTF-8 as a whole hold more of its longer characters than of other bytes. */
function isMostlyUtf8(bytes: Uint8Array): boolean {
	const text = new TextDecoder('utf-8').decode(bytes);
	const replaced = text.split('\ufffd').length - 1;
	return (text.match(ALL_NOT_ASCII)?.length ?? 0) > 3 * replaced;
}

const ALL_NOT_ASCII = /[\u0080-\uffff]/g;

/** Not by TextDecoder, which takes Latin-1 for it in some versions of Node.js. */
const fromWindows1252 = (bytes: Uint8Array) =>
	Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
		.toString('latin1')
		.replace(C1, (sign) => WINDOWS_1252[sign.charCodeAt(0) - 0x80]);

const C1 = /[\u0080-\u009f]/g;
/** The characters of 0x80 to 0x9f (WHATWG Encoding, index windows-1252). */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** How the bytes of a file are taken. */
export interface Guess {
	readonly encoding: Encoding;
	/** Words with letters beyond ASCII, as this encoding has them; absent where it is Unicode. */
	readonly examples?: string;
	/** Why it is not certain, as a sentence; absent where it is. */
	readonly doubt?: string;
}

/**
 * The encoding of a file: Unicode, or else the one in which its letters make most sense.
 *
 * @param head the first bytes
 * @returns undefined when it is no text
 */
export function detectEncoding(head: Uint8Array): Guess | undefined {
	const unicode = detectUnicode(head);
	if (unicode === 'other') return guessEncoding(head);
	return unicode && { encoding: unicode };
}

/** Which letters a text in an encoding may hold. */
type Script = ReturnType<typeof script>;

const LATIN = /\p{Script=Latin}/u;
const HAN = /\p{Script=Han}/u;
/**
 * @param own all letters of its languages, the rare ones too
 * @param languages their frequent letters: a text is in one of them
 */
const script = (encodings: readonly Encoding[], own: RegExp, languages: readonly string[]) => ({
	encodings,
	own,
	languages: languages.map(costsOf),
});

/** The cost in bits of each letter, by its rank (Zipf). */
function costsOf(language: string): ReadonlyMap<string, number> {
	const costs = new Map<string, number>();
	for (const letter of language) {
		if (!costs.has(letter)) costs.set(letter, BITS.first + Math.log2(1 + costs.size));
	}
	return costs;
}

/** What a character costs that is no frequent letter of the language, in bits: the less likely the more. */
const BITS = {
	ascii: 4,
	first: 3.5,
	frequentSign: 3,
	sign: 8,
	rareLetter: 14.5,
	rareSign: 13,
	foreign: 17,
	/** A capital behind a small letter, a sign or another script inside a word. */
	misplaced: 12,
	capital: 1,
	/** What an encoding other than Windows-1252 has to be better by. */
	lead: 4,
	/** The mean of characters beyond ASCII from which a text is in no known language. */
	senseless: 14,
};
/** How much better the best one is than those that read another text. */
const CLEAR_LEAD = 5;

/**
 * Finds in which of the encodings that are no Unicode a text is written: one that has all its bytes, and in which its
 * letters are those of a language. Each word counts once, however often it comes.
 *
 * @param bytes some of the file, with bytes beyond ASCII; the last character may be cut
 * @returns the best one, with a doubt where another reads other letters that are hardly less likely
 */
export function guessEncoding(bytes: Uint8Array): Guess {
	const words = wordsOf(bytes);
	const scripts = [
		script(['windows-1252', 'iso-8859-15'], LATIN, WESTERN),
		script(['windows-1250', 'iso-8859-2'], LATIN, CENTRAL),
		script(['windows-1251'], /\p{Script=Cyrillic}/u, CYRILLIC),
		script(['windows-1254'], LATIN, TURKISH),
		script(['shift_jis', 'euc-jp'], /[\p{Script=Han}\u3040-\u30ff]/u, JAPANESE),
		script(['gbk'], HAN, SIMPLIFIED),
		script(['big5'], HAN, TRADITIONAL),
		script(['euc-kr'], /\p{Script=Hangul}/u, KOREAN),
	];
	const [best, ...others] = scripts
		.flatMap(({ encodings, ...rest }) => encodings.map((encoding) => ({ encoding, ...rest })))
		.flatMap(({ encoding, ...rest }) => {
			const text = createDecoder(encoding).decode(words);
			if (text === undefined || UNDEFINED.test(text)) return [];
			const lead = encoding === 'windows-1252' ? 0 : BITS.lead;
			return [{ encoding, text, cost: costOf(text, rest) + lead }];
		})
		.sort((one, other) => one.cost - other.cost);
	const [rival] = others.filter(({ text }) => text !== best?.text);
	if (!best)
		return { encoding: 'windows-1252', examples: '', doubt: 'it fits none of the encodings' };
	const examples = showWords(best.text);
	const { encoding, text, cost } = best;
	const found = { encoding, examples };
	const beyond = text.replace(ASCII, '').length;
	if ((cost - BITS.ascii * (text.length - beyond)) / beyond > BITS.senseless) {
		return {
			...found,
			doubt: `its words make no sense in any of the encodings (${examples} in ${ENCODING_NAMES[encoding]})`,
		};
	}
	if (!rival || rival.cost - cost >= CLEAR_LEAD) return found;
	const doubt = `it may be ${ENCODING_NAMES[encoding]} (${examples}) or ${ENCODING_NAMES[rival.encoding]} (${showWords(rival.text)})`;
	return { ...found, doubt };
}

const ASCII = /[\0-\u007f]+/g;
/** Control characters, private ones, and what stands for none. */
const UNDEFINED = /[\u0080-\u009f\ufffd\ue000-\uf8ff]/;
/** Bytes that are looked through, and those of the words that are found. */
const SAMPLE_BYTES = 128 * 1024;
const MAX_WORD_BYTES = 16_000;

/** The words with bytes beyond ASCII, each once. They end at signs that are part of no longer character. */
function wordsOf(bytes: Uint8Array): Buffer {
	const first = Math.max(0, bytes.findIndex((byte) => byte > 0x7f) - MAX_WORD_BYTES);
	const text = Buffer.from(bytes.subarray(first, first + SAMPLE_BYTES)).toString('latin1');
	const words = new Set<string>();
	let length = 0;
	for (const { 0: word, index } of text.matchAll(WORD)) {
		if (!HIGH.test(word)) continue;
		const isCut = index + word.length === text.length && words.size > 0;
		if (isCut || length > MAX_WORD_BYTES) break;
		if (!words.has(word)) length += word.length;
		words.add(word);
	}
	return Buffer.from(`${[...words].join(' ')} `, 'latin1');
}

const WORD = /[0-9@-\u00ff]+/g;
const HIGH = /[\u0080-\u00ff]/;

const showWords = (text: string) => show(text.split(' ').slice(0, 3).join(' ').trim());

/** How unlikely a text is in the most likely of the languages, in bits. */
function costOf(text: string, { languages, own }: Omit<Script, 'encodings'>): number {
	const sums = languages.map(() => 0);
	let base = (text.match(MISPLACED)?.length ?? 0) * BITS.misplaced;
	for (const character of text) {
		if (character < '\u0080') {
			base += BITS.ascii;
			continue;
		}
		const small = character.toLowerCase();
		const rare = rareCost(character, own);
		if (small !== character) base += BITS.capital;
		languages.forEach((costs, index) => {
			sums[index] += costs.get(small) ?? costs.get(character) ?? rare;
		});
	}
	return base + Math.min(...sums);
}

function rareCost(character: string, own: RegExp): number {
	if (FREQUENT_SIGNS.test(character)) return BITS.frequentSign;
	if (COMMON_SIGNS.test(character)) return BITS.sign;
	if (own.test(character)) return BITS.rareLetter;
	return /\p{L}/u.test(character) ? BITS.foreign : BITS.rareSign;
}

/** They stand in many files that have no letters beyond ASCII. */
const FREQUENT_SIGNS = /[£€°“”’–]/;
const COMMON_SIGNS = /[\u00a0¥§«»„‚‘—…·²³×±½¼™®©¿¡ªºµ\u3000-\u3002「」・（），：；！％／－ｦ-ﾟ]/;

/**
 * A capital behind a small letter, a sign between letters, letters of two scripts side by side, a letter beyond ASCII
 * beside a digit, three accents in a row.
 */
const MISPLACED = new RegExp(
	[
		'\\p{Ll}(?=\\p{Lu})',
		'[\\p{Ll}\\p{Lu}][^\\p{Ll}\\p{Lu}\\p{Nd}\\p{M}\\s\\0-\\u007f’‘·–—]{1,3}(?=[\\p{Ll}\\p{Lu}])',
		'[A-Za-z](?=[\\p{Script=Cyrillic}\\uff66-\\uff9f])|[\\p{Script=Cyrillic}\\uff66-\\uff9f](?=[A-Za-z])',
		'[\\u00c0-\\u04ff](?=[0-9])|[0-9](?=[\\u00c0-\\u04ff])',
		'[\\u00c0-\\u024f]{3}',
	].join('|'),
	'gu',
);

/**
 * Letters beyond ASCII by language, the most frequent first, by which the encoding of a text is recognised. From general
 * knowledge of the languages, with words of trade; the order need not be exact.
 */

/** French, German, Spanish, Portuguese, Danish, Swedish and Finnish, Dutch, Italian, Catalan, Estonian, Icelandic. */
const WESTERN = [
	'éèàêçùâîôûëïœ',
	'üäößé',
	'óíáéñúü',
	'ãçáéóíõêâúàôü',
	'øåæéö',
	'äöåéü',
	'ëéïèöüê',
	'àèéìòù',
	'àéèóòíçúïü',
	'äõüöšžé',
	'áíéóðöæýþú',
];

/** Polish, Czech, Slovak, Hungarian, Croatian and Slovenian, Romanian with both its spellings. */
const CENTRAL = [
	'łążęśćńóź',
	'íáéěčřýžšůúťňďó',
	'áíéčýžšúľťôňďóĺŕä',
	'éáőöóüíúű',
	'čšžćđ',
	'ăîâţşțș',
];

/** Russian with Ukrainian and Belarusian, Serbian with Macedonian, Bulgarian. */
const CYRILLIC = [
	'оеаинтсрвлкмдпуяіыьгзбчйхжшюцщїєэфъёґў',
	'аиоенртсјквудпмлгзбчшцњжћхфљђџќѓѕ',
	'аоеитнрсвлкдпмзгубчщъяжхцшюйфь',
];

/** Turkish; the second letters are those of loan words. */
const TURKISH = ['ışüğöçİâîû'];

/** Kana, then the characters of news and trade. */
const JAPANESE = [
	'のンーいをにしストルはてるとたがでりなイすアまリクラシかっッれグくさきタドこコロサもらテおうあけカキレフプマせオめジャムントブつみえデチャメそわンよやパバエニウ送料ミ品ナ年日ィ発注文商月数量本社大用セット付ケガゲザダヒヘホボポモヤヨワネノハビペぎげごじずぜどばびぶべぼぱひふへほぬねむゆよろびヂヅヲぁぃぅぇぉゃゅょァゥェォュョ　、。・「」（）',
	'日一国会人年大十二本中長出三同時政事自行社見月分議後前民生連五発間対上部東者党地合市業内相方四定今回新場金員九入選立開手米力学問高代明実円関決子動京全目表戦経通外最言氏現理調体化田当八六約主題下首意法不来作性的要用制治度務強気小七成期公持野協取都和統以機平総加山思家話世受区領多県続進正安設保改数記院女初北午指権心界支第産結百派点教報済書府活原先共得解名交資予川向際査勝面委告軍文反元重近千考判認画海参売利組知案道信策集在件団別物側任引使求所次水半品昨論計死官増係感特情投示変打男基私各始島直両朝革価式確村提運終挙果西勢減台広容必応演電歳住争談能無再位置企真流格有疑口過局少放税検藤町常校料沢裁状工建語球営空職証土与急止送援供可役構木割聞身費付施切由説転食比難防補車優夫研収断井何南石足違消境神番規術護展態導鮮備宅害配副算視条幹独警宮究育席輸訪楽起万着乗店述残想線率病農州武声質念待試族象銀域助労例衛然早張映限親額監環験追審商葉義伝働形景落欧担好退準賀訴辺造英被株頭技低毎医復仕去姿味負閣韓渡失移差衆個門写評課末守若脳極種美岡命福蔵量望松非観察整段横融型白深字答夜製票況音申様財港識注呼渉達谷茶箱袋瓶缶皿椅机棚紙布糸油塩酒菓米豆野菜肉魚卵乳冷凍包装梱便届納庫在請領伝箇枚冊組黒赤青緑黄金銀銅鉄革綿絹麦粉液剤袖靴傘鍋扇風暖房器具材替替交換返品不良割引無料税込抜',
];

/** Chinese in simplified characters. */
const SIMPLIFIED = [
	'的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直德资命山金指克许统区保至队形社便空决治展马科司五基眼书非则听白却界达光放强即像难且权思王象完设式色路记南品住告类求据程北边死张该交规万取拉格望觉术领共确传师观清今切院让识候带导争运笔订单商品数量价格客户公司编号称货仓库箱包装盒瓶套件个元税发票付款送收址话邮编号码采购销售供应退换修理质期限付清桌椅灯纸布衣鞋帽茶酒米油盐糖果肉鱼蛋奶药车钢铁铜铝板管线圈钉锁钥匙门窗玻璃塑料橡胶绳网刷洗洁净热冷冻暖风扇箱柜架床垫被枕巾双红绿蓝黑黄紫粉银木竹石瓷皮棉丝麻毛厚薄宽窄厘米毫升斤克台只张条支把根块片粒袋桶，。、；：（）“”',
];

/** Chinese in traditional characters. */
const TRADITIONAL = [
	'的一是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年過發後作裡用道行所然家種事成方多經麼去法學如都同現當沒動面起看定天分還進好小部其些主樣理心本前開但因只從想實日軍者意無力它與長把機十民第公此已工使情明性知全三又關點正業外將兩高間由問很最重並物手應戰向頭文體政美相見被利什二等產或新己制身果加西斯月話合回特代內信表化老給世位次度門任常先海通教兒原東聲提立及比員解水名真論處走義各入幾口認條平系氣題活爾更別打女變四神總何電數安少報才結反受目太量再感建務做接必場件計管期市直德資命山金指克許統區保至隊形社便空決治展馬科司五基眼書非則聽白卻界達光放強即像難且權思王象完設式色路記南品住告類求據程北邊死張該交規萬取拉格望覺術領共確傳師觀清今切院讓識候帶導爭運筆訂單商品數量價格客戶公司編號稱貨倉庫箱包裝盒瓶套臺灣縣鄉鎮街巷弄樓付款送收址郵採購銷售供應退換修理質限桌椅燈紙布衣鞋帽茶酒米油鹽糖果肉魚蛋奶藥車鋼鐵銅鋁板管線圈釘鎖鑰匙窗玻璃塑膠繩網刷洗潔淨熱冷凍暖風扇櫃架床墊枕巾雙紅綠藍黑黃紫粉銀木竹石瓷皮棉絲麻毛厚薄寬窄公分毫升斤台支根塊片粒袋桶，。、；：（）「」',
];

/** Korean. */
const KOREAN = [
	'이다는에의을가고를하로한은지기사도서자대시인스리나해어일라아수정부조전그제상주보장있원들만선국여구공년과면동용신성비경모오계문안소화관세내중개물산되방연생발무우적위재단분트체유마미치학으드진게했려의양레했명반술작회결업할통저등달며행크입각터급간민후바배더교강심영호차최설석실현조품된월약외식금본타력였프음히당네직른복역규감까출로요합건않색집점번청러목말너두래거특태운투포테남표임노종격데워송완료것군련손축추북열받손편확질버키박코님벤키름파초토손접노못온필코택극플판널패절책권카니피활살림디매린함법병구량낮높큰작색상자봉지컵잔접시병통팩켤레벌묶음세트할인배송주문번호고객주소전화가격수량합계상품코드명단위재고입출고판매구매거래처세금계산서영수증반품교환빨간파란하얀검은',
];
