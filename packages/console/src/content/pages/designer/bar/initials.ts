/** The first letters of the first and the last word of a name, with their marks. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words
  return ends
    .map((word = '') => /^.\p{M}*/u.exec(word)?.[0] ?? '')
    .join('')
    .toUpperCase()
}
