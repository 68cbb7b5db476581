/** The columns of a CSV file: their names, and the value of a row in each. */
export type CsvColumns<Row> = readonly (readonly [name: string, of: (row: Row) => string | number])[]

/** The line of names, after a mark that tells spreadsheets it is UTF-8 (RFC 4180). */
export const csvHead = <Row>(columns: CsvColumns<Row>): string =>
  `\ufeff${columns.map(([name]) => name).join(',')}\r\n`

export const csvLines = <Row>(columns: CsvColumns<Row>, rows: readonly Row[]): string =>
  rows.map((row) => `${columns.map(([, of]) => cell(of(row))).join(',')}\r\n`).join('')

/**
 * A text that begins like a formula would be computed by a spreadsheet; an apostrophe in front keeps it a text. Full-width
 * signs count too, and so does what spreadsheets skip before the sign: blanks, control and invisible characters.
 */
const FORMULA = /^[\s\p{C}]*[=+\-@−=]|^[\t\r\n\0]/u

/** Ids, times, and most names, which need no change: a file of millions of rows has little else. */
const PLAIN = /^\w[\w .:-]*$/

function cell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  if (PLAIN.test(value)) return value
  const text = FORMULA.test(value.normalize('NFKC')) ? `'${value}` : value
  return /["\p{Cc},;]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
