/** Characters of a name that is searched. */
const SEARCH_MAX = 40

/** The name that is typed after an @ at the caret, and where its @ is; undefined: none. */
export function typedMention(text: string, caret: number): { at: number; search: string } | undefined {
  const before = text.slice(0, caret)
  const at = before.lastIndexOf('@')
  if (at === -1 || (at > 0 && !/[\s(]/.test(before[at - 1] ?? ''))) return undefined
  const search = before.slice(at + 1)
  // Names may have one space; after two, it is another sentence.
  if (search.length > SEARCH_MAX || /\n|\s.*\s/.test(search)) return undefined
  return { at, search }
}

/** The text with a chosen name, and the caret behind it. */
export function withMention(
  text: string,
  { at, search }: { at: number; search: string },
  name: string,
): { text: string; caret: number } {
  const start = `${text.slice(0, at)}@${name} `
  return { text: start + text.slice(at + 1 + search.length).trimStart(), caret: start.length }
}
