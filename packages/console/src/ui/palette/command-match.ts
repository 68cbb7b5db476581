/** The searchable parts of a command. */
interface Searched {
  label: string
  group: string
  words?: string
}

/** Lowercased and without diacritics: `a` finds `Ä`. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()

/** A word's rank: 3 starts the label, 2 starts one of its words, 1 occurs anywhere; 0 doesn't match. */
function rankOf(word: string, label: string, rest: string): number {
  if (label.startsWith(word)) return 3
  if (label.includes(` ${word}`)) return 2
  return label.includes(word) || rest.includes(word) ? 1 : 0
}

/**
 * Commands that contain every word of `search` (in the label, group or keywords), best match first, in stable order.
 * An empty search matches all.
 */
export function matching<C extends Searched>(commands: readonly C[], search: string): C[] {
  const words = plain(search).split(/\s+/).filter(Boolean)
  const ranked = commands.flatMap((command) => {
    const label = plain(command.label)
    const rest = plain(`${command.group} ${command.words ?? ''}`)
    const ranks = words.map((word) => rankOf(word, label, rest))
    return ranks.includes(0) ? [] : [{ command, rank: ranks.reduce((sum, rank) => sum + rank, 0) }]
  })
  return ranked.sort((a, b) => b.rank - a.rank).map(({ command }) => command)
}
