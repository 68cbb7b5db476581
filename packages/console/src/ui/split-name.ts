/** Shorter names are cut at their end. */
const SHORT = 20
const END = 8

/** Letters that join their neighbors: a cut between two of them would change both. */
const JOINING = /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Thai}]/u

/** Where the end that always stays visible begins: `Lobby left, floor 12` and `Lobby left, floor 13` differ there. */
export function splitName(name: string): [start: string, end: string] {
  const letters = Array.from(name)
  if (letters.length <= SHORT || JOINING.test(name)) return [name, '']
  return [letters.slice(0, -END).join(''), letters.slice(-END).join('')]
}
