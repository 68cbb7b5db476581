/** Rows of letters of an on-screen keyboard. */
export type KeyRows = readonly (readonly string[])[]
const rows = (...lines: string[]): KeyRows => lines.map((line) => line.split(' '))

export const LETTERS = {
  en: rows('q w e r t y u i o p', 'a s d f g h j k l', 'z x c v b n m'),
  de: rows('q w e r t z u i o p ü', 'a s d f g h j k l ö ä', 'y x c v b n m ß'),
  fr: rows('a z e r t y u i o p', 'q s d f g h j k l m', 'w x c v b n é è à ç'),
  es: rows('q w e r t y u i o p', 'a s d f g h j k l ñ', 'z x c v b n m á é í ó ú'),
  pt: rows('q w e r t y u i o p', 'a s d f g h j k l ç', 'z x c v b n m ã õ á é'),
  it: rows('q w e r t y u i o p è', 'a s d f g h j k l ò à', 'z x c v b n m ù ì é'),
  sv: rows('q w e r t y u i o p å', 'a s d f g h j k l ö ä', 'z x c v b n m'),
  fi: rows('q w e r t y u i o p å', 'a s d f g h j k l ö ä', 'z x c v b n m'),
  da: rows('q w e r t y u i o p å', 'a s d f g h j k l æ ø', 'z x c v b n m'),
  nb: rows('q w e r t y u i o p å', 'a s d f g h j k l ø æ', 'z x c v b n m'),
  pl: rows('q w e r t y u i o p ó', 'a s d f g h j k l ł ą', 'z x c v b n m ż ź ć ę ś ń'),
  cs: rows('ě š č ř ž ý á í é', 'q w e r t z u i o p ú', 'a s d f g h j k l ů', 'y x c v b n m ď ť ň'),
  hu: rows('q w e r t z u i o p ő ú', 'a s d f g h j k l é á ű', 'y x c v b n m ö ü ó í'),
  ro: rows('q w e r t y u i o p ă î', 'a s d f g h j k l ș ț', 'z x c v b n m â'),
  tr: rows('q w e r t y u ı o p ğ ü', 'a s d f g h j k l ş i', 'z x c v b n m ö ç'),
  el: rows('ς ε ρ τ υ θ ι ο π', 'α σ δ φ γ η ξ κ λ', 'ζ χ ψ ω β ν μ ά έ ή ί ό ύ ώ'),
  ru: rows('й ц у к е н г ш щ з х ъ', 'ф ы в а п р о л д ж э', 'я ч с м и т ь б ю ё'),
  uk: rows('й ц у к е н г ш щ з х ї', 'ф і в а п р о л д ж є', 'я ч с м и т ь б ю ґ'),
  he: rows('ק ר א ט ו ן ם פ', 'ש ד ג כ ע י ח ל ך ף', 'ז ס ב ה נ מ צ ת ץ'),
  fa: rows('ض ص ث ق ف غ ع ه خ ح ج چ', 'ش س ی ب ل ا ت ن م ک گ', 'ظ ط ز ر ذ د پ و ئ ژ آ'),
  ar: rows('ض ص ث ق ف غ ع ه خ ح ج', 'ش س ي ب ل ا ت ن م ك ط', 'ذ ء ؤ ر ى ة و ز ظ د'),
} as const satisfies Record<string, KeyRows>
export type KeyboardLanguage = keyof typeof LETTERS
/** Those without Latin letters. */
const OTHER_LETTERS: readonly KeyboardLanguage[] = ['ar', 'el', 'fa', 'he', 'ru', 'uk']
export const NUMBERS = rows('1 2 3 4 5 6 7 8 9 0', '@ # € & - + ( ) / %', '* " \' : ; ! ? _ =')

/** The languages that a screen of this locale offers: its own first, Latin letters always. */
export function languagesOf(locale: string): KeyboardLanguage[] {
  const own = locale.toLowerCase().split('-')[0] ?? ''
  const language = Object.hasOwn(LETTERS, own) ? (own as KeyboardLanguage) : 'en'
  return OTHER_LETTERS.includes(language) ? [language, 'en'] : [language, 'ar']
}
