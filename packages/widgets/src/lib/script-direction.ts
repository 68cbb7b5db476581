const STRONG = /[A-Za-z\u00c0-\u058f\u0900-\uffdc]|[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

/** The direction of a text, by its first strong character (like `dir="auto"`). */
export function scriptDirection(text: string): 'ltr' | 'rtl' {
  const letter = STRONG.exec(text)?.[0]
  return letter !== undefined && RIGHT_TO_LEFT.test(letter) ? 'rtl' : 'ltr'
}

/** The direction of a widget: its own text is mirrored on any screen, and everything on a right-to-left one. */
export const directionIn = (dir: 'ltr' | 'rtl', ...texts: string[]): 'ltr' | 'rtl' =>
  dir === 'rtl' ? 'rtl' : scriptDirection(texts.join(' '))
