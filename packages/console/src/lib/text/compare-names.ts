import { textLanguage } from './i18n.ts'

let made: { spoken: string; compare: (a: string, b: string) => number } | undefined

/** For sorting by name: *Lift 2* before *Lift 10*, capitals like small letters, in the language of the console. */
export function compareNames(a: string, b: string): number {
  const spoken = textLanguage()
  if (made?.spoken !== spoken) {
    const { compare } = new Intl.Collator(spoken, { numeric: true, sensitivity: 'base' })
    made = { spoken, compare }
  }
  return made.compare(a, b)
}
