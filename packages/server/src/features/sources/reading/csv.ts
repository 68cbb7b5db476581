import type { SourcePreview } from '@vitrine/contract/api/screens/sources'
import Papa from 'papaparse'
import { decodeText } from './decode-text.ts'
import { tableOf, Unreadable } from './table.ts'

/** Rows looked at; far more than are kept, so that people read how many there are. */
const ROWS_MAX = 50_000

/** A table of comma, semicolon or tab separated values; its first row names the columns. */
export function readCsv(bytes: Uint8Array, contentType: string): SourcePreview {
  const text = decodeText(bytes, contentType)
  if (/^\s*<(!doctype|html)/i.test(text))
    throw new Unreadable('This is a web page, not a CSV file. Publish the sheet as CSV and use that address.')
  const { data } = Papa.parse<string[]>(text, { preview: ROWS_MAX, skipEmptyLines: 'greedy' })
  const [names, ...rows] = data
  if (!names || names.every((name) => name.trim() === '')) throw new Unreadable('This file has no rows')
  return tableOf(names, rows)
}
