/** The characters of each syllable, separated by spaces, the most frequent first. */
export type PinyinTable = Readonly<Record<string, string>>

/** Characters on offer for a syllable that isn't complete, from each that it may become. */
const FROM_EACH = 4
const CHOICES_MAX = 120

const isBeginning = (table: PinyinTable, typed: string): boolean =>
  Object.keys(table).some((syllable) => syllable.startsWith(typed))

/** The characters for typed letters: of that syllable, then of longer ones. */
export function choicesOf(table: PinyinTable, typed: string): string[] {
  if (typed === '') return []
  const longer = Object.keys(table)
    .filter((syllable) => syllable.startsWith(typed) && syllable !== typed)
    .sort((one, other) => one.length - other.length || (one < other ? -1 : 1))
    .flatMap((syllable) => (table[syllable] ?? '').split(' ').slice(0, FROM_EACH))
  return [...new Set([...(table[typed]?.split(' ') ?? []), ...longer])].filter(Boolean).slice(0, CHOICES_MAX)
}

/** Another letter: it continues the syllable, or takes its most frequent character and begins the next one. */
export function spell(table: PinyinTable, typed: string, letter: string): { done: string; typed: string } {
  if (isBeginning(table, typed + letter)) return { done: '', typed: typed + letter }
  return { done: choicesOf(table, typed)[0] ?? '', typed: isBeginning(table, letter) ? letter : '' }
}
