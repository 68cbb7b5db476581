/** Shorter names are truncated at the end. */
const SHORT = 20
const END = 8

/** Scripts with joining letters: a cut between two letters would change both. */
const JOINING = /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Thai}]/u

/** Splits off the end that always stays visible, where `Lobby left, floor 12` and `Lobby left, floor 13` differ. */
export function splitName(name: string): [start: string, end: string] {
  const letters = Array.from(name)
  if (letters.length <= SHORT || JOINING.test(name)) return [name, '']
  return [letters.slice(0, -END).join(''), letters.slice(-END).join('')]
}
