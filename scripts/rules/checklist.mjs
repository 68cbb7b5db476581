const ROW = /^- ([A-Z]-\d{3}) (.+?)(?: no test: (.+))?$/
const NAMED = /\b[A-Z]-\d{3}(?!\d)/g
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

/** Ranges of ids (`A-026…A-031`): a test named after one says nothing about the rows in it. */
export const rangesIn = (text) => text.match(RANGE) ?? []
