import { searchKey } from '@vitrine/contract/search-key'
import words from './words.json' with { type: 'json' }

/** Names and English words of a set. */
export type IconTags = Readonly<Record<string, readonly string[]>>

/** The words of other languages, with their English one. */
const TRANSLATED = Object.entries(words).flatMap(([english, others]) =>
  others.map((other) => [searchKey(other), searchKey(english)] as const),
)

/** A search in English, German, French, Spanish, or Arabic. Returns names, those that match best first. */
export function searchIcons(tags: IconTags, search: string): string[] {
  const wanted = searchKey(search.trim())
  if (wanted === '') return Object.keys(tags)
  const english = new Set(TRANSLATED.flatMap(([other, word]) => (startsWord(other, wanted) ? [word] : [])))
  const ranked = keysOf(tags).map(({ name, own, all }) => {
    const rank =
      own === wanted || english.has(own)
        ? 0
        : startsWord(own, wanted) || [...english].some((word) => hasWord(own, word))
          ? 1
          : all.some((tag) => tag === wanted || english.has(tag))
            ? 2
            : all.some((tag) => startsWord(tag, wanted))
              ? 3
              : 4
    return { name, rank }
  })
  return ranked
    .filter(({ rank }) => rank < 4)
    .sort((one, other) => one.rank - other.rank)
    .map(({ name }) => name)
}

/** Whether a word of a text begins so. */
const startsWord = (text: string, wanted: string) => ` ${text}`.includes(` ${wanted}`)
const hasWord = (text: string, word: string) => ` ${text} `.includes(` ${word} `)

interface Keys {
  name: string
  own: string
  all: readonly string[]
}
const known = new WeakMap<IconTags, readonly Keys[]>()

/** Computed once: each letter of a search compares all of them. */
function keysOf(tags: IconTags): readonly Keys[] {
  const keys =
    known.get(tags) ??
    Object.entries(tags).map(([name, words]) => ({
      name,
      own: searchKey(name.replaceAll('-', ' ')),
      all: words.map(searchKey),
    }))
  known.set(tags, keys)
  return keys
}
