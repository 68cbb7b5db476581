import { textLanguage } from './i18n.ts'

let made: { spoken: string; compare: (a: string, b: string) => number } | undefined

/** Sorts by name in the console's language: *Lift 2* before *Lift 10*, case-insensitively. */
export function compareNames(a: string, b: string): number {
  const spoken = textLanguage()
  if (made?.spoken !== spoken) {
    const { compare } = new Intl.Collator(spoken, { numeric: true, sensitivity: 'base' })
    made = { spoken, compare }
  }
  return made.compare(a, b)
}
