/** Rows of letters of an on-screen keyboard. */
export type KeyRows = readonly (readonly string[])[]
const rows = (...lines: string[]): KeyRows => lines.map((line) => line.split(' '))

export const LETTERS = {
  en: rows('q w e r t y u i o p', 'a s d f g h j k l', 'z x c v b n m'),
  de: rows('q w e r t z u i o p ü', 'a s d f g h j k l ö ä', 'y x c v b n m ß'),
  fr: rows('a z e r t y u i o p', 'q s d f g h j k l m', 'w x c v b n é è à ç'),
  ar: rows('ض ص ث ق ف غ ع ه خ ح ج', 'ش س ي ب ل ا ت ن م ك ط', 'ذ ء ؤ ر ى ة و ز ظ د'),
} as const satisfies Record<string, KeyRows>
export type KeyboardLanguage = keyof typeof LETTERS
export const NUMBERS = rows('1 2 3 4 5 6 7 8 9 0', '@ # € & - + ( ) / %', '* " \' : ; ! ? _ =')

/** The languages that a screen of this locale offers: its own first, Latin letters always. */
export function languagesOf(locale: string): KeyboardLanguage[] {
  const own = locale.toLowerCase().split('-')[0] ?? ''
  const language = Object.hasOwn(LETTERS, own) ? (own as KeyboardLanguage) : 'en'
  return language === 'ar' ? ['ar', 'en'] : [language, 'ar']
}
