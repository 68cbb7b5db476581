/** The columns of a CSV file: name, and value of a row. */
export type CsvColumns<Row> = readonly (readonly [name: string, of: (row: Row) => string | number])[]

/** The header line, after a byte order mark that tells spreadsheets it is UTF-8 (RFC 4180). */
export const csvHead = <Row>(columns: CsvColumns<Row>): string =>
  `\ufeff${columns.map(([name]) => name).join(',')}\r\n`

export const csvLines = <Row>(columns: CsvColumns<Row>, rows: readonly Row[]): string =>
  rows.map((row) => `${columns.map(([, of]) => cell(of(row))).join(',')}\r\n`).join('')

/**
 * A spreadsheet would compute a text that looks like a formula; an apostrophe in front prevents it. Full-width signs
 * count too, and so do characters that spreadsheets skip before the sign: whitespace, control and invisible characters.
 */
const FORMULA = /^[\s\p{C}]*[=+\-@−=]|^[\t\r\n\0]/u

/** Fast path for ids, times, and most names, which need no escaping: most of a file with millions of rows. */
const PLAIN = /^\w[\w .:-]*$/

function cell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  if (PLAIN.test(value)) return value
  const text = FORMULA.test(value.normalize('NFKC')) ? `'${value}` : value
  return /["\p{Cc},;]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
