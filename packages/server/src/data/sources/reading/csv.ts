import type { SourcePreview } from '@vitrine/contract/api/data/sources'
import Papa from 'papaparse'
import { decodeText } from '#lib/text/decode-text.ts'
import { tableOf, Unreadable } from './table.ts'

/** Maximum rows to read; far more than are kept, so that users see the total. */
const ROWS_MAX = 50_000

/** A separator that no text contains. */
const NO_SEPARATOR = '\u001e'
/** Excel's separator hint, above the column names. */
const EXCEL_NOTE = /^sep=(.)\r?\n/i

/** Parses comma, semicolon or tab separated values; the first row has the column names. */
export function readCsv(bytes: Uint8Array, contentType: string): SourcePreview {
  const text = decodeText(bytes, contentType)
  if (/^\s*<(!doctype|html)/i.test(text))
    throw new Unreadable(
      'This is a web page, not a CSV file. If it is a Google Sheet, let anyone with the link view it.',
    )
  const [note = '', separator = ''] = EXCEL_NOTE.exec(text) ?? []
  const [names, ...rows] = rowsOf(text.slice(note.length), separator)
  if (!names || names.every((name) => name.trim() === '')) throw new Unreadable('This file has no rows')
  return tableOf(names, rows)
}

/** `separator`: empty detects it. */
function rowsOf(text: string, separator: string): string[][] {
  const { data, errors } = Papa.parse<string[]>(text, {
    preview: ROWS_MAX,
    skipEmptyLines: 'greedy',
    delimiter: separator,
  })
  const open = errors.find(({ code }) => code === 'MissingQuotes')
  if (open)
    throw new Unreadable(
      `The text in row ${(open.row ?? 0) + 1} begins with a quotation mark that isn't closed`,
    )
  // A list of sentences, whose commas don't separate anything.
  const isList = data[0]?.length === 1 && data.some((row) => row.length > 1)
  return isList && separator !== NO_SEPARATOR ? rowsOf(text, NO_SEPARATOR) : data
}
