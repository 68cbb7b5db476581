import { COMMON_PASSWORDS } from './common-passwords.ts'

/** Digits and symbols used as letters. */
const LETTERS: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/** What people who set this program up think of first. docs/security-inventory.md repeats them. */
export const OWN_WORDS: ReadonlySet<string> = new Set([
  ...['vitrine', 'signage', 'digitalsignage', 'digital signage', 'console', 'player', 'screen', 'screens'],
  ...['display', 'displays', 'kiosk', 'storyboard', 'playlist', 'takeover', 'superadmin', 'administrator'],
])

/** A shorter word says nothing about the password that it ends with digits in. */
const SHORTEST_WORD = 4

/** Minimum distinct characters of a password; fewer are a pattern. */
const LEAST_CHARACTERS = 4

const asLetters = (text: string) => text.replace(/[013457@$!]/g, (sign) => LETTERS[sign] ?? sign)

/** Strips digits and symbols around a word. */
function withoutSigns(text: string): string {
  let end = text.length
  while (/[\d!?.]/.test(text[end - 1] ?? '')) end--
  return text.slice(0, end).replace(/^[\d!?.]+/, '')
}

/**
 * Whether a password is among the 10,000 most common ones, or a word of this program: ignoring case, with symbols for letters (`P@ssw0rd`), with
 * digits or symbols around it (`Monkey2024!`), written twice, or made of very few characters.
 */
export function isCommonPassword(password: string): boolean {
  const text = password.normalize('NFKC').toLowerCase().trim()
  if (new Set(text).size < LEAST_CHARACTERS) return true
  const word = withoutSigns(text)
  const half = text.slice(0, text.length / 2)
  const candidates = [text, word, asLetters(text), asLetters(word), half + half === text ? half : text]
  return candidates.some(
    (each) => each.length >= SHORTEST_WORD && (COMMON_PASSWORDS.has(each) || OWN_WORDS.has(each)),
  )
}
