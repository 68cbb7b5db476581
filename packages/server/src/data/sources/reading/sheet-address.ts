const SHEETS =
  /^https:\/\/docs\.google\.com\/spreadsheets\/(?:u\/\d+\/)?d\/(e\/)?([\w-]+)(?:\/(?:edit|view|preview|copy|htmlview|pubhtml|pub)?)?(?:[?#]|$)/

/** The download URL of a Google Sheet, from the URL in the address bar or a *Share* link; other URLs stay unchanged. */
export function sheetAddress(url: string, format: 'csv' | 'xlsx'): string {
  const [, published, id] = SHEETS.exec(url) ?? []
  if (id === undefined) return url
  const asked = new URL(url)
  if (asked.searchParams.has('output')) return url
  const gid = asked.searchParams.get('gid') ?? /\bgid=(\d+)/.exec(asked.hash)?.[1]
  const [path, key] = published ? [`e/${id}/pub`, 'output'] : [`${id}/export`, 'format']
  // A workbook includes all sheets.
  const sheet = gid && format === 'csv' ? `&gid=${gid}${published ? '&single=true' : ''}` : ''
  return `https://docs.google.com/spreadsheets/d/${path}?${key}=${format}${sheet}`
}
