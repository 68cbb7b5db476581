import { wordsIn } from './words.mjs'

const ROW = /^- ([A-Z]-\d{3}|[A-Z]{2,6}-\d{2}) (.+?)(?: no test: (.+))?$/
const NAMED = /\b(?:[A-Z]-\d{3}|[A-Z]{2,6}-\d{2})(?!\d)/g
const RANGE = /\b([A-Z])-\d{3}\s*[…–]\s*(?:\1-)?\d{3}(?!\d)/g
const COMMENT = /^\s*(?:\/\/|\/?\*).*$|\s\/\/ .*$/gm

/** The areas of the checklist with their rows ({ id, words, reason? }). Throws when a row is listed twice. */
export function readChecklist(text) {
  const areas = []
  const seen = new Set()
  for (const line of text.split('\n')) {
    if (line.startsWith('## ')) areas.push({ title: line.slice(3), rows: [] })
    const [, id, words, reason] = line.match(ROW) ?? []
    if (!id) continue
    if (seen.has(id)) throw new Error(`${id} stands twice in the checklist`)
    seen.add(id)
    areas.at(-1).rows.push({ id, words, reason })
  }
  return areas
}

/** The ids in titles and tables of a test file. Comments don't count. */
export const rowsNamedIn = (text) => text.replace(COMMENT, '').match(NAMED) ?? []

/** Standards that look like a prefix of ours. */
const STANDARDS = ['GMT', 'UTC', 'UTF']

/** What comes before the number of an id. */
const prefixOf = (id) => id.split('-')[0]

/** The ids of a test file that are in no list (`known`): those with a known prefix, and in titles those with any. */
export function unknownNames(text, known) {
  const prefixes = new Set([...known].map(prefixOf))
  const anywhere = rowsNamedIn(text).filter((id) => prefixes.has(prefixOf(id)))
  const titles = wordsIn(text).filter(({ kind }) => kind === 'title')
  const titled = titles.flatMap(({ words }) => words.match(NAMED) ?? [])
  const named = [...anywhere, ...titled.filter((id) => !STANDARDS.includes(prefixOf(id)))]
  return [...new Set(named)].filter((id) => !known.has(id))
}

/** Ranges of ids (`A-026…A-031`): a test named after one says nothing about the rows in it. */
export const rangesIn = (text) => text.match(RANGE) ?? []
