const ROW = /^- ([A-Z]-\d{3}) (.+?)(?: no test: (.+))?$/
const NAMED = /\b([A-Z])-(\d{3})(?:…(?:\1-)?(\d{3}))?(?!\d)/g

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

/** The ids that a test's text names: `M-003`, or a range like `A-026…A-031` or `A-026…031`. */
export function rowsNamedIn(text) {
  return [...text.matchAll(NAMED)].flatMap(([, area, from, to]) => {
    const first = Number(from)
    const last = Number(to ?? from)
    return Array.from(
      { length: last - first + 1 },
      (_, step) => `${area}-${String(first + step).padStart(3, '0')}`,
    )
  })
}
