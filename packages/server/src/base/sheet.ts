// Imports of CSV files: rows by column, and a problem for each that can't be saved.
import {
  SHEET_COLUMNS,
  SHEET_REQUIRED,
  SHEET_ROWS_MAX,
  type SheetAnswer,
  type SheetKind,
} from '@vitrine/contract/api/base/sheet'
import { ruleText } from '@vitrine/contract/rules'
import { searchKey } from '@vitrine/contract/search-key'
import { analyse } from 'chardet'
import Papa from 'papaparse'
import { ZodError } from 'zod'
import { inSavepoint } from '#db/database.ts'
import { databaseError } from '#db/refusals.ts'
import type { Db } from '#db/schema.ts'
import { AppError } from '#lib/errors.ts'
import { decodeText } from '#lib/text/decode-text.ts'

/** A row of a file. `values` has every column, trimmed; '' without one. */
export interface SheetLine<K extends SheetKind> {
  line: number
  values: Record<(typeof SHEET_COLUMNS)[K][number], string>
}

/** Problems that a refused import names. */
const NAMED = 20
/** Excel's separator hint, above the column names. */
const EXCEL_NOTE = /^sep=(.)\r?\n/i
/** A CSV file of Vitrine has an apostrophe before what spreadsheets would compute. */
const GUARDED = /^'(?=[\s\p{C}]*[=+\-@−=])/u

/** Throws INVALID under `content`, with a sentence. */
export function readSheet<K extends SheetKind>(kind: K, content: string): SheetLine<K>[] {
  const text = decodeSheet(Buffer.from(content, 'base64'))
  const [note = '', separator = ''] = EXCEL_NOTE.exec(text) ?? []
  const { data, errors } = Papa.parse<string[]>(text.slice(note.length), {
    preview: SHEET_ROWS_MAX * 2,
    delimiter: separator,
    delimitersToGuess: [',', ';', '\t'],
  })
  const open = errors.find(({ code }) => code === 'MissingQuotes')
  if (open)
    throw wrong(`The text in row ${(open.row ?? 0) + 1} begins with a quotation mark that isn't closed.`)
  // Lines as spreadsheets count them: rows.
  const first = data.findIndex((row) => row.some((cell) => cell.trim() !== ''))
  const head = data[first]
  if (!head) throw wrong('This file has no rows.')
  const places = placesOf(kind, head)
  const lines = data.slice(first + 1).flatMap((row, index) => {
    if (row.every((cell) => cell.trim() === '')) return []
    const values = Object.fromEntries(
      [...places].map(([column, place]) => [column, valueIn(place === undefined ? '' : row[place])]),
    )
    return [{ line: first + index + 2 + (note === '' ? 0 : 1), values } as SheetLine<K>]
  })
  if (lines.length === 0) throw wrong('This file has no rows below the column names.')
  if (lines.length > SHEET_ROWS_MAX)
    throw wrong(`This file has more than ${SHEET_ROWS_MAX} rows. Split it in several files.`)
  return lines
}

const wrong = (sentence: string) => new AppError('INVALID', sentence, { content: sentence })

const valueIn = (cell: string | undefined) => (cell ?? '').trim().replace(GUARDED, '')

/** UTF-8 or UTF-16, else what the bytes look like: spreadsheets still save in the encodings of their country. */
function decodeSheet(bytes: Buffer): string {
  if (bytes.includes(0) && bytes[0] !== 0xff && bytes[0] !== 0xfe && bytes[1] !== 0)
    throw wrong("This isn't a CSV file. In a spreadsheet, save it as CSV.")
  const guess = analyse(bytes.subarray(0, 64 * 1024)).find(({ name }) => isKnown(name))?.name
  const text = decodeText(bytes, '', guess ?? 'windows-1252')
  return text.startsWith('\ufeff') ? text.slice(1) : text
}

function isKnown(label: string): boolean {
  if (/^utf/i.test(label)) return false
  try {
    new TextDecoder(label)
    return true
  } catch {
    return false
  }
}

/** The place of each column by its name, in any case and order. */
function placesOf<K extends SheetKind>(kind: K, head: readonly string[]): Map<string, number | undefined> {
  const names = head.map((name) => searchKey(name.trim()))
  const columns: readonly string[] = SHEET_COLUMNS[kind]
  const required: readonly string[] = SHEET_REQUIRED[kind]
  const unknown = head.find(
    (name) => name.trim() && !columns.some((each) => searchKey(each) === searchKey(name.trim())),
  )
  if (unknown !== undefined)
    throw wrong(`The column "${unknown.trim().slice(0, 100)}" is unknown. Columns are ${columns.join(', ')}.`)
  const places = new Map<string, number | undefined>()
  for (const column of columns) {
    const found = names.flatMap((name, place) => (name === searchKey(column) ? [place] : []))
    if (found.length > 1) throw wrong(`The column ${column} is there twice.`)
    if (found.length === 0 && required.includes(column)) throw wrong(`The column ${column} is missing.`)
    places.set(column, found[0])
  }
  return places
}

interface Importing<K extends SheetKind> {
  /** The transaction. */
  db: Db
  kind: K
  isDryRun: boolean
  lines: readonly SheetLine<K>[]
  nameOf(values: SheetLine<K>['values']): string
  /** Saves a row; throws a ZodError or an AppError for one that can't be. */
  save(line: SheetLine<K>): Promise<unknown>
}

/** Throws INVALID if a row has a problem, unless it is a dry run. */
export async function importLines<K extends SheetKind>({
  db,
  kind,
  isDryRun,
  lines,
  nameOf,
  save,
}: Importing<K>): Promise<SheetAnswer> {
  const rows: SheetAnswer['rows'] = []
  for (const each of lines) {
    const { line, values } = each
    const name = nameOf(values)
    const problem = missingIn(kind, values) ?? (await problemOf(() => inSavepoint(db, () => save(each))))
    rows.push({ line, name: name.slice(0, 200), problem })
  }
  const wrongRows = rows.filter(({ problem }) => problem !== null)
  if (wrongRows.length > 0 && !isDryRun) {
    const errors = wrongRows.slice(0, NAMED).map(({ line, problem }) => [`rows.${line}`, problem ?? ''])
    const [first] = wrongRows
    throw new AppError(
      'INVALID',
      `Nothing was imported. Row ${first?.line}: ${first?.problem}`,
      Object.fromEntries(errors),
    )
  }
  return { rows, problems: wrongRows.length }
}

function missingIn<K extends SheetKind>(kind: K, values: Record<string, string>): string | undefined {
  const empty = SHEET_REQUIRED[kind].find((column) => values[column] === '')
  return empty && `${empty} is required.`
}

async function problemOf(work: () => Promise<unknown>): Promise<string | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (error instanceof ZodError) {
      const [issue] = error.issues
      return sentence(ruleText(issue?.message ?? '', String(issue?.path.at(-1) ?? 'The row')))
    }
    const refusal = error instanceof AppError ? error : databaseError(error, 'POST')
    if (!refusal || refusal.status >= 500 || refusal.status === 429) throw error
    return sentence(Object.values(refusal.body.errors ?? {})[0] ?? refusal.message)
  }
}

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)

/** Words of a cell, such as tags. */
export const wordsIn = (cell: string): string[] => [
  ...new Set(
    cell
      .split(/[,;|]/)
      .map((word) => word.trim())
      .filter(Boolean),
  ),
]

/** For problems of rows. */
export const problem = (sentence: string): AppError => new AppError('INVALID', sentence)
