// Rows of an archive with new ids, checked, in local files.
import { fieldLabel, ruleText } from '@vitrine/contract/rules'
import { ZodError } from 'zod'
import { AppError } from '#lib/errors.ts'
import { damaged } from './archive-error.ts'
import { CHECKS, columnsOf } from './checks.ts'
import { rowsFile } from './dump-rows.ts'
import { EARLIER_ROWS, LATER_COLUMNS } from './earlier-archives.ts'
import { FILE_COLUMNS, Sha256 } from './format.ts'
import type { NewIds } from './new-ids.ts'
import { RowWriter, rowsIn } from './row-file.ts'
import { MOVED_NAMES, type MovedName, movedTable, PACKAGES, type Row, type Value } from './tables.ts'

/** Columns as the database has them. */
export type ColumnTypes = ReadonlyMap<string, ReadonlyMap<string, { isText: boolean; isNullable: boolean }>>

const INTEGER_MOST = 2 ** 53

export const stagedFile = (folder: string, table: string): string => rowsFile(folder, `new-${table}`)

/** Notes the ids of all rows. Throws an ArchiveError. */
export function readIds(folder: string, ids: NewIds): void {
  for (const table of MOVED_NAMES) for (const row of parsedRows(folder, table)) ids.note(table, row)
}

function* parsedRows(folder: string, table: string): Generator<Row> {
  try {
    for (const row of rowsIn(rowsFile(folder, table))) {
      if (row === null || typeof row !== 'object' || Array.isArray(row))
        throw damaged(`the table ${table} has something else than rows`)
      yield row
    }
  } catch (error) {
    throw error instanceof SyntaxError ? damaged(`the table ${table} has a row that isn't JSON`) : error
  }
}

interface Staged {
  types: ColumnTypes
  ids: NewIds
  now: number
  /** Sees every new row before it is written; false leaves it out. */
  see(table: MovedName, row: Row): boolean
}

/** Writes the new rows. Throws an ArchiveError for one that a save would refuse. */
export function stageRows(folder: string, { types, ids, now, see }: Staged): void {
  for (const table of MOVED_NAMES) {
    const { columns, made } = movedTable(table)
    const writer = new RowWriter(stagedFile(folder, table))
    try {
      for (const sent of parsedRows(folder, table)) {
        const earlier = EARLIER_ROWS[table]?.(sent) ?? sent
        const row = ids.row(table, onlyColumns(table, columns, earlier, types))
        refuseWrong(table, row)
        const id = String(row.id)
        for (const [column, { value }] of Object.entries(made)) row[column] = value(row, { now, id })
        if (see(table, row)) writer.write(row)
      }
    } finally {
      writer.end()
    }
  }
}

function onlyColumns(table: string, columns: readonly string[], sent: Row, types: ColumnTypes): Row {
  const row: Row = {}
  for (const column of ['id', ...columns]) {
    const isLater = sent[column] === undefined && LATER_COLUMNS.has(`${table}.${column}`)
    const value: Value | undefined = isLater ? null : sent[column]
    const type = types.get(table)?.get(column)
    if (value === undefined || !type || !fits(value, type))
      throw damaged(`a row of ${table} has no valid ${column}`)
    row[column] = value
  }
  if (Object.keys(sent).length > columns.length + 1) throw damaged(`a row of ${table} has unknown columns`)
  return row
}

function fits(value: unknown, { isText, isNullable }: { isText: boolean; isNullable: boolean }): boolean {
  if (value === null) return isNullable
  // PostgreSQL stores no zero characters.
  if (isText) return typeof value === 'string' && !value.includes('\0') && value.isWellFormed()
  return typeof value === 'number' && Number.isFinite(value) && Math.abs(value) < INTEGER_MOST
}

function refuseWrong(table: MovedName, row: Row): void {
  for (const column of FILE_COLUMNS[table as keyof typeof FILE_COLUMNS] ?? []) {
    const value = row[column]
    if (value !== null && value !== '' && !Sha256.safeParse(value).success)
      throw damaged(`a row of ${table} names no valid file`)
  }
  try {
    CHECKS[table](row, columnsOf(row))
  } catch (error) {
    throw damaged(`${nameOf(table, row)} can't be saved: ${reason(error)}`)
  }
}

/** A person knows things by their names. */
function nameOf(table: string, row: Row): string {
  const name = row.name ?? row.email ?? row.host
  return typeof name === 'string' ? `"${name.slice(0, 100)}" (${table})` : `a row of ${table}`
}

function reason(error: unknown): string {
  if (error instanceof ZodError) {
    const [issue] = error.issues
    return ruleText(issue?.message ?? '', fieldLabel(issue?.path.join('.') ?? '')).slice(0, 300)
  }
  if (error instanceof SyntaxError) return "one of its documents isn't JSON"
  const text = error instanceof AppError || error instanceof Error ? error.message : String(error)
  return text.replace(/\.$/, '').slice(0, 300)
}

/** Values of the forms of web packages, with new ids. */
export function* packageValues(folder: string, ids: NewIds): Generator<{ id: string; model: unknown }> {
  for (const row of parsedRows(folder, PACKAGES)) {
    const { id, model } = row
    if (typeof id !== 'string' || !ids.has('media', id) || !(model === null || typeof model === 'string'))
      throw damaged('a web package has no valid values')
    yield { id: ids.of(id), model: model === null ? null : parsed(ids.text(model)) }
  }
}

function parsed(model: string): unknown {
  try {
    return JSON.parse(model)
  } catch {
    throw damaged("the values of a web package aren't JSON")
  }
}
