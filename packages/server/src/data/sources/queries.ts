import type { ListQuery } from '@vitrine/contract/api/base/entity'
import {
  SOURCES_MAX,
  type Source,
  type SourceCells,
  type SourceInput,
  type SourcePreview,
  SourceTable,
} from '@vitrine/contract/api/data/sources'
import { SCREEN_KEY } from '@vitrine/contract/document/screen-values'
import type { UsedBy } from '@vitrine/contract/errors'
import { rule } from '@vitrine/contract/rules'
import { searchKey } from '@vitrine/contract/search-key'
import type { z } from 'zod'
import { type Listing, listRows } from '#base/list.ts'
import { usersOf } from '#base/references/queries.ts'
import { lockRow } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import type { SourcesTable } from '#db/tables/sources.ts'
import { writeVersion } from '#db/versions.ts'
import { isoTime } from '#lib/clock.ts'
import { AppError, conflict, inUse, invalid, notFound } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'

const MINUTE = 60_000

/** All columns except the rows, which lists don't need. */
const FACTS = [
  'id',
  'organizationId',
  'name',
  'nameKey',
  'kind',
  'url',
  'path',
  'sheet',
  'stop',
  'timezone',
  'days',
  'every',
  'found',
  'rows',
  'fetchedAt',
  'checkedAt',
  'nextAt',
  'error',
  'note',
  'failures',
  'failingSince',
  'savedBy',
  'version',
  'createdAt',
  'updatedAt',
] as const satisfies (keyof SourcesTable)[]
export type SourceRow = Pick<SourcesTable, (typeof FACTS)[number]>

const LISTING: Listing = {
  search: ['nameKey'],
  sort: {
    name: 'nameOrder',
    kind: 'kind',
    rows: 'rows',
    fetchedAt: 'fetchedAt',
    createdAt: 'createdAt',
    updatedAt: 'updatedAt',
  },
}

export const listSources = (db: Db, query: ListQuery): Promise<{ rows: SourceRow[]; total?: number }> =>
  listRows(db, db.selectFrom('sources').select(FACTS), 'sources', query, LISTING)

/** `mayEdit`: the URL may contain a secret, which view-only people don't get. */
export const shownSource = ({ url, ...row }: SourceRow, mayEdit: boolean): Source => ({
  ...row,
  url: mayEdit ? url : '',
  hasUrl: url !== '',
})

export async function getSource(db: Db, id: string): Promise<SourceRow> {
  const row = await db.selectFrom('sources').select(FACTS).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Data source not found')
  return row
}

/** `at`: when the rows were fetched or last edited. */
export async function getRows(db: Db, id: string): Promise<SourcePreview & { at: number }> {
  const row = await db
    .selectFrom('sources')
    .select(['data', 'found', 'note', 'fetchedAt'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { data, found, note, fetchedAt: at } = row
  return { ...SourceTable.parse(JSON.parse(data)), found, at, ...(note && { note }) }
}

/** Columns of a successful fetch. `nextAt`: null for an uploaded file. */
export const goodCopy = (
  { found, note = '', ...table }: SourcePreview,
  { url, every }: Pick<SourceInput, 'url' | 'every'>,
  now: number,
) => ({
  data: JSON.stringify(table),
  found,
  rows: table.rows.length,
  fetchedAt: now,
  checkedAt: now,
  nextAt: url ? now + every * MINUTE : null,
  error: '',
  note,
  failures: 0,
  failingSince: null,
})

const columns = ({ name, kind, url, path, sheet, stop, timezone, days, every }: SourceInput) => ({
  name,
  nameKey: searchKey(name),
  kind,
  url,
  path,
  sheet,
  stop,
  timezone,
  days,
  every,
})

interface Saving {
  organizationId: string
  userId: string
  now: number
}

/** Texts show values of screens by this name. Those of earlier versions keep it. */
function refuseReservedName({ name }: SourceInput): void {
  if (searchKey(name) === SCREEN_KEY) throw invalid({ name: rule('invalid') })
}

/** Throws INVALID if the organization has reached its limit. */
export async function createSource(
  db: Db,
  input: SourceInput,
  table: SourcePreview,
  { organizationId, userId, now }: Saving,
): Promise<string> {
  refuseReservedName(input)
  await lockRow(db, 'organizations', organizationId)
  const { count } = await db
    .selectFrom('sources')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) >= SOURCES_MAX) {
    const message = `This organization has reached its limit of ${SOURCES_MAX} data sources. Delete some first.`
    throw new AppError('INVALID', message, { name: message })
  }
  const id = newId()
  const time = isoTime(now)
  await db
    .insertInto('sources')
    .values({
      id,
      organizationId,
      ...columns(input),
      ...goodCopy(table, input, now),
      savedBy: userId,
      version: 1,
      createdAt: time,
      updatedAt: time,
    })
    .execute()
  return id
}

/** `table`: newly read rows; without them the last copy stays. Throws SOURCE_IN_USE when renaming a source in use. */
export async function updateSource(
  db: Db,
  before: SourceRow,
  input: SourceInput,
  table: SourcePreview | undefined,
  { userId, now }: Saving,
): Promise<void> {
  if (searchKey(input.name) !== before.nameKey) {
    refuseReservedName(input)
    refuseUsed(await usersOfSource(db, before))
  }
  const { nextAt } = before
  const next = nextAt === null ? null : Math.min(nextAt, now + input.every * MINUTE)
  await writeVersion(
    db,
    'sources',
    { id: before.id, seen: input.version, now: isoTime(now) },
    { ...columns(input), savedBy: userId, ...(table ? goodCopy(table, input, now) : { nextAt: next }) },
  )
}

type Cells = z.infer<typeof SourceCells>['cells']

/**
 * Throws INVALID for a source that is fetched, whose next fetch would undo the change, and for a cell outside the table;
 * CONFLICT if the rows aren't those that the caller saw.
 */
export async function setCells(
  db: Db,
  { id, url }: SourceRow,
  { cells, at }: z.infer<typeof SourceCells>,
  { userId, now }: Saving,
): Promise<void> {
  if (url !== '') throw invalid({ cells: rule('invalid') })
  await lockRow(db, 'sources', id)
  const row = await db
    .selectFrom('sources')
    .select(['data', 'fetchedAt'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (at !== undefined && at !== row.fetchedAt) throw conflict()
  const data = JSON.stringify(withCells(SourceTable.parse(JSON.parse(row.data)), cells))
  // Later than before, so that it identifies these rows.
  const fetchedAt = Math.max(now, row.fetchedAt + 1)
  await db
    .updateTable('sources')
    .set({ data, fetchedAt, savedBy: userId, updatedAt: isoTime(now) })
    .where('id', '=', id)
    .execute()
}

/** A number stays one: bindings and packages calculate with it. */
function withCells({ columns, rows }: SourceTable, cells: Cells): SourceTable {
  const changed = rows.map((row) => [...row])
  cells.forEach(({ row, column, value }, index) => {
    const before = changed[row]?.[column]
    if (before === undefined) throw invalid({ [`cells.${index}.row`]: rule('unknown') })
    const number = value.trim() === '' ? Number.NaN : Number(value)
    const isNumber = typeof before === 'number' && Number.isFinite(number)
    ;(changed[row] ?? [])[column] = value === '' ? null : isNumber ? number : value
  })
  return { columns, rows: changed }
}

interface Played {
  id: string
  organizationId: string
}
/** The pages and storyboards that were made to play one thing alone. This room doesn't know pages, so it is given them. */
export interface Players {
  /** `made`: their ids. `uses`: what plays them, or shows a page of them. */
  find(db: Db, thing: Played, now: number): Promise<{ made: ReadonlySet<string>; uses: readonly UsedBy[] }>
  /** No schedule can take them up until the transaction ends. */
  lock(db: Db, thing: Played): Promise<unknown>
  remove(db: Db, thing: Played): Promise<void>
}

/** Throws SOURCE_IN_USE. */
export async function deleteSource(db: Db, row: SourceRow, players: Players, now: number): Promise<void> {
  await lockRow(db, 'sources', row.id)
  await players.lock(db, row)
  await refuseSourceInUse(db, row, players, now)
  await players.remove(db, row)
  await db.deleteFrom('sources').where('id', '=', row.id).execute()
}

const usersOfSource = (db: Db, { nameKey }: SourceRow) => usersOf(db, 'source', [{ id: nameKey }])

/** Throws what deleting it would throw: SOURCE_IN_USE. What only plays it goes with it. */
export async function refuseSourceInUse(
  db: Db,
  row: SourceRow,
  players: Players,
  now: number,
): Promise<void> {
  const { made, uses } = await players.find(db, row, now)
  const users = (await usersOfSource(db, row)).filter(({ id }) => !made.has(id))
  refuseUsed([...users, ...uses])
}

function refuseUsed(users: readonly UsedBy[]): void {
  const [first] = users
  if (first) throw inUse('SOURCE_IN_USE', `${first.name} uses this data source by its name`, users)
}

/** Source names as choices in a form. */
export async function sourceNames(db: Db, search: string): Promise<{ label: string; value: string }[]> {
  const { rows } = await listSources(db, { search })
  return rows.map(({ name }) => ({ label: name, value: name }))
}
