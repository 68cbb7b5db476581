/** What of a command is searched. */
interface Searched {
  label: string
  group: string
  words?: string
}

/** Written alike: no case, no accents, so that `a` finds `Ä`. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()

/** How well one word of a search fits: 3 begins the label, 2 begins one of its words, 1 is somewhere; 0 is nowhere. */
function rankOf(word: string, label: string, rest: string): number {
  if (label.startsWith(word)) return 3
  if (label.includes(` ${word}`)) return 2
  return label.includes(word) || rest.includes(word) ? 1 : 0
}

/**
 * The commands in which every word of `search` occurs (in the label, the group or the further words), best first;
 * equal ones keep their order. An empty search finds all of them.
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
