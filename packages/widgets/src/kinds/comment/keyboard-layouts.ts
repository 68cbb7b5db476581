/** Rows of letters of an on-screen keyboard. */
export type KeyRows = readonly (readonly string[])[]
const rows = (...lines: string[]): KeyRows => lines.map((line) => line.split(' '))

const QWERTY = ['q w e r t y u i o p', 'a s d f g h j k l', 'z x c v b n m'] as const
const FRENCH = 'é è ê ë à â ç î ï ô ù û ü'
/** Nothing else of Latin is missing in these languages. */
const english = rows(...QWERTY)
const croatian = rows('q w e r t z u i o p š đ', 'a s d f g h j k l č ć ž', 'y x c v b n m')

/**
 * National layouts, as on physical keyboards; letters that those have on accent or digit keys are in a separate row. A
 * country has an entry if its layout differs from its language's.
 */
export const LETTERS = {
  en: english,
  id: english,
  ms: english,
  de: rows('q w e r t z u i o p ü', 'a s d f g h j k l ö ä', 'y x c v b n m ß'),
  'de-ch': rows('q w e r t z u i o p ü', 'a s d f g h j k l ö ä', 'y x c v b n m é à è'),
  nl: rows('á ä é ë è í ï ó ö ú ü', ...QWERTY),
  fr: rows(FRENCH, 'a z e r t y u i o p', 'q s d f g h j k l m', 'w x c v b n œ æ ÿ'),
  'fr-ca': rows(FRENCH, 'q w e r t y u i o p', 'a s d f g h j k l', 'z x c v b n m œ æ ÿ'),
  'fr-ch': rows(FRENCH, 'q w e r t z u i o p', 'a s d f g h j k l ö ä', 'y x c v b n m œ æ ÿ'),
  es: rows('q w e r t y u i o p', 'a s d f g h j k l ñ', 'z x c v b n m á é í ó ú ü'),
  ca: rows('à è é í ï ò ó ú ü', 'q w e r t y u i o p', 'a s d f g h j k l ñ ç', 'z x c v b n m ·'),
  pt: rows('á à â ã é ê í ó ò ô õ ú', 'q w e r t y u i o p', 'a s d f g h j k l ç', 'z x c v b n m'),
  it: rows('q w e r t y u i o p è', 'a s d f g h j k l ò à', 'z x c v b n m ù ì é'),
  'it-ch': rows('q w e r t z u i o p è', 'a s d f g h j k l ò à', 'y x c v b n m ù ì é'),
  sv: rows('q w e r t y u i o p å', 'a s d f g h j k l ö ä', 'z x c v b n m é à'),
  fi: rows('q w e r t y u i o p å', 'a s d f g h j k l ö ä', 'z x c v b n m š ž'),
  da: rows('q w e r t y u i o p å', 'a s d f g h j k l æ ø', 'z x c v b n m é'),
  nb: rows('q w e r t y u i o p å', 'a s d f g h j k l ø æ', 'z x c v b n m é à ó ò ô'),
  is: rows('á é í ó ú ý', 'q w e r t y u i o p ð', 'a s d f g h j k l æ', 'z x c v b n m ö þ'),
  et: rows('q w e r t y u i o p ü õ', 'a s d f g h j k l ö ä', 'z x c v b n m š ž'),
  lv: rows('ā č ē ģ ī ķ ļ ņ š ū ž', ...QWERTY),
  lt: rows('ą č ę ė į š ų ū ž', ...QWERTY),
  pl: rows('q w e r t y u i o p ó', 'a s d f g h j k l ł ą', 'z x c v b n m ż ź ć ę ś ń'),
  cs: rows('ě š č ř ž ý á í é', 'q w e r t z u i o p ú', 'a s d f g h j k l ů', 'y x c v b n m ď ť ň ó'),
  sk: rows('ľ š č ť ž ý á í é', 'q w e r t z u i o p ú ä', 'a s d f g h j k l ô ň', 'y x c v b n m ď ó ĺ ŕ'),
  sl: croatian,
  hr: croatian,
  'sr-latn': croatian,
  hu: rows('q w e r t z u i o p ő ú', 'a s d f g h j k l é á ű', 'y x c v b n m ö ü ó í'),
  ro: rows('q w e r t y u i o p ă î', 'a s d f g h j k l ș ț', 'z x c v b n m â'),
  tr: rows('q w e r t y u ı o p ğ ü', 'a s d f g h j k l ş i', 'z x c v b n m ö ç'),
  vi: rows('ă â ê ô \u0300 \u0309 \u0303 \u0301 \u0323 đ', 'q w e r t y u i o p ư ơ', ...QWERTY.slice(1)),
  el: rows('ά έ ή ί ό ύ ώ ϊ ϋ ΐ ΰ', 'ς ε ρ τ υ θ ι ο π', 'α σ δ φ γ η ξ κ λ', 'ζ χ ψ ω β ν μ'),
  bg: rows('у е и ш щ к с д з ц', 'ь я а о ж г т н в м ч', 'ю й ъ ф х п р л б'),
  ru: rows('й ц у к е н г ш щ з х ъ', 'ф ы в а п р о л д ж э', 'я ч с м и т ь б ю ё'),
  uk: rows('й ц у к е н г ш щ з х ї', 'ф і в а п р о л д ж є', 'я ч с м и т ь б ю ґ ʼ'),
  sr: rows('љ њ е р т з у и о п ш ђ', 'а с д ф г х ј к л ч ћ ж', 'џ ц в б н м'),
  he: rows('ק ר א ט ו ן ם פ', 'ש ד ג כ ע י ח ל ך ף', 'ז ס ב ה נ מ צ ת ץ'),
  ar: rows('ض ص ث ق ف غ ع ه خ ح ج د', 'ش س ي ب ل ا ت ن م ك ط', 'ئ ء ؤ ر ى ة و ز ظ ذ'),
  fa: rows('ض ص ث ق ف غ ع ه خ ح ج چ', 'ش س ی ب ل ا ت ن م ک گ', 'ظ ط ز ر ذ د پ و ئ ژ آ'),
  ur: rows('ق و ع ر ت ے ء ی ہ پ', 'ا س د ف گ ح ج ک ل', 'ز ش چ ط ب ن م ں'),
  hi: rows('ौ ै ा ी ू ब ह ग द ज ड ़ ॉ', 'ो े ् ि ु प र क त च ट ृ', 'ं म न व ल स य ॅ ।'),
  th: rows('ๅ ภ ถ ุ ึ ค ต จ ข ช', 'ๆ ไ ำ พ ะ ั ี ร น ย บ ล ฃ', 'ฟ ห ก ด เ ้ ่ า ส ว ง', 'ผ ป แ อ ิ ื ท ม ใ ฝ'),
  // By its sounds: what characters they may be is in `pinyin-table.ts`.
  'zh-cn': english,
  ko: rows('ㅂ ㅈ ㄷ ㄱ ㅅ ㅛ ㅕ ㅑ ㅐ ㅔ', 'ㅁ ㄴ ㅇ ㄹ ㅎ ㅗ ㅓ ㅏ ㅣ', 'ㅋ ㅌ ㅊ ㅍ ㅠ ㅜ ㅡ'),
  // In the order of the syllables, as machines for the public have them.
  ja: rows(
    'あ か さ た な は ま や ら わ ゛',
    'い き し ち に ひ み ゆ り を ゜',
    'う く す つ ぬ ふ む よ る ん 小',
    'え け せ て ね へ め ー れ 、 。',
    'お こ そ と の ほ も ・ ろ ？ ！',
  ),
} as const satisfies Record<string, KeyRows>
export type KeyboardLanguage = keyof typeof LETTERS

const katakana = (row: readonly string[]) =>
  row.map((letter) => letter.replace(/[ぁ-ん]/, (kana) => String.fromCharCode(kana.charCodeAt(0) + 0x60)))

/** What shift gives where it isn't capitals. */
export const SHIFTED: Partial<Record<KeyboardLanguage, KeyRows>> = {
  ar: rows('\u064e \u064b \u064f \u064c \u0651 إ ؛', '\u0650 \u064d أ ـ ،', '\u0652 \u0670 آ ؟'),
  fa: rows('\u0652 \u064c \u064d \u064b \u064f \u0650 \u064e \u0651', 'ؤ إ أ ة « » ؛', '\u200c \u0654 ء ، ؟'),
  ur: rows('\u0652 \u0651 \u0670 ڑ ٹ \u064e ئ \u0650 ۃ \u064f', 'آ ص ڈ غ ھ ض خ', 'ذ ژ ث ظ ؤ أ ۂ ، ۔ ؟'),
  hi: rows('औ ऐ आ ई ऊ भ ङ घ ध झ ढ ञ ऑ', 'ओ ए अ इ उ फ ख थ छ ठ ऋ', 'ँ ण ळ श ष ः ऍ ऽ ॐ ऌ'),
  th: rows('๑ ๒ ๓ ๔ ู ฿ ๕ ๖ ๗ ๘ ๙', '๐ ฎ ฑ ธ ํ ๊ ณ ฯ ญ ฐ ฅ', 'ฤ ฆ ฏ โ ฌ ็ ๋ ษ ศ ซ', 'ฉ ฮ ฺ ์ ๎ ฒ ฬ ฦ'),
  ko: rows('ㅃ ㅉ ㄸ ㄲ ㅆ ㅛ ㅕ ㅑ ㅒ ㅖ', 'ㅁ ㄴ ㅇ ㄹ ㅎ ㅗ ㅓ ㅏ ㅣ', 'ㅋ ㅌ ㅊ ㅍ ㅠ ㅜ ㅡ'),
  ja: LETTERS.ja.map(katakana),
}

/** Shift stays on: whole words are written with it. */
export const LOCKS: readonly KeyboardLanguage[] = ['ja']

/** Those without Latin letters, and what offers them. */
const LATIN: Partial<Record<KeyboardLanguage, KeyboardLanguage>> = {
  ...{ ar: 'en', bg: 'en', el: 'en', fa: 'en', he: 'en', hi: 'en', ja: 'en', ko: 'en', ru: 'en' },
  ...{ sr: 'sr-latn', th: 'en', uk: 'en', ur: 'en', 'zh-cn': 'en' },
}
export const NUMBERS = rows('1 2 3 4 5 6 7 8 9 0', '@ # € & - + ( ) / %', '* " \' : ; ! ? _ = ¡ ¿')

/** The keyboard languages of a locale: its own first, and always Latin letters. */
export function languagesOf(locale: string): KeyboardLanguage[] {
  const [own = '', region = ''] = locale.toLowerCase().split('-')
  const language = [`${own}-${region}`, own].find((name): name is KeyboardLanguage =>
    Object.hasOwn(LETTERS, name),
  )
  return [language ?? 'en', LATIN[language ?? 'en'] ?? 'ar']
}

/** How keys call a language. */
export const labelOf = (language: KeyboardLanguage): string =>
  language === 'sr-latn' ? 'LAT' : (language.split('-')[0] ?? '').toUpperCase()

/** On a key: marks sit on a circle, and what can't be seen has a sign. */
export const seen = (letter: string): string =>
  letter === '\u200c' ? '‹›' : /^\p{M}/u.test(letter) ? `\u25cc${letter}` : letter
