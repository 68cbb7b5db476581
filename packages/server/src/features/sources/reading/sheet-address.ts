const SHEETS =
  /^https:\/\/docs\.google\.com\/spreadsheets\/(?:u\/\d+\/)?d\/(e\/)?([\w-]+)(?:\/(?:edit|view|preview|copy|htmlview|pubhtml|pub)?)?(?:[?#]|$)/

/** The address of a Google Sheet's table, from the one in the browser's bar or behind a *Share* link; others stay. */
export function sheetAddress(url: string, format: 'csv' | 'xlsx'): string {
  const [, published, id] = SHEETS.exec(url) ?? []
  if (id === undefined) return url
  const asked = new URL(url)
  if (asked.searchParams.has('output')) return url
  const gid = asked.searchParams.get('gid') ?? /\bgid=(\d+)/.exec(asked.hash)?.[1]
  const [path, key] = published ? [`e/${id}/pub`, 'output'] : [`${id}/export`, 'format']
  // A workbook has all sheets.
  const sheet = gid && format === 'csv' ? `&gid=${gid}${published ? '&single=true' : ''}` : ''
  return `https://docs.google.com/spreadsheets/d/${path}?${key}=${format}${sheet}`
}
