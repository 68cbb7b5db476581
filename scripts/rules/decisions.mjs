// The index of decisions: each page is listed once, and a replaced one says so in both places.

const PAGE = /^docs\/decisions\/(\d{3}-[a-z0-9-]+\.md)$/
const INDEX = 'docs/decisions/README.md'
const ROW = /^- \[\d{3}\]\((\d{3}-[a-z0-9-]+\.md)\) .+$/gm
const REPLACED = /^\*[^*\n]*replaced[^*\n]*\*$/im

/** Problems of docs/decisions among the project's files ({ file, text }). */
export function checkDecisions(files) {
  const index = files.find(({ file }) => file === INDEX)?.text ?? ''
  const rows = [...index.matchAll(ROW)].map(([row, page]) => ({ row, page }))
  const pages = new Map(
    files.flatMap(({ file, text }) => (PAGE.test(file) ? [[file.match(PAGE)[1], text]] : [])),
  )
  const gone = rows
    .filter(({ page }) => !pages.has(page))
    .map(({ page }) => `${INDEX}: ${page} doesn't exist`)
  const listed = [...pages].flatMap(([page, text]) => {
    const own = rows.filter((one) => one.page === page)
    if (own.length !== 1) return [`${INDEX}: list ${page} once, under its subject`]
    if (REPLACED.test(text) === /\*replaced/i.test(own[0].row)) return []
    return [`docs/decisions/${page}: say that it is replaced, and by what, in the page and in the index`]
  })
  return [...gone, ...listed]
}
