// Inserts the rows of an archive, with all that a save computes. Nothing but the database is awaited.

import { TAGS_PER_ORGANIZATION_MAX } from '@vitrine/contract/api/base/tags'
import { SOURCES_MAX } from '@vitrine/contract/api/data/sources'
import { ALERT_RULES_MAX } from '@vitrine/contract/api/operations/alerts'
import { SCREEN_FIELDS_MAX } from '@vitrine/contract/api/screens/screen-values'
import { freeOrganizationName, insertOrganization } from '#accounts/organizations/queries.ts'
import { ROW_LIMITS, refuseBeyondLimit, refuseMoreRows } from '#base/storage/queries.ts'
import { createPackage, type NewVersion, type Unpacked } from '#content/packages/queries.ts'
import { refuseTooMany } from '#content/storyboards/queries.ts'
import { anyIn } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { scoped } from '#db/scoped.ts'
import { isoTime } from '#lib/clock.ts'
import type { Settings } from '#lib/env.ts'
import { AppError } from '#lib/errors.ts'
import { approve } from '#playback/approve.ts'
import { markChanged } from '#playback/waiting.ts'
import { ArchiveError, damaged } from './archive-error.ts'
import { saveComputed } from './computed.ts'
import { partsOf, rowsIn } from './row-file.ts'
import { stagedFile } from './staged-rows.ts'
import { BY_DATABASE, LATER, MOVED_NAMES, type MovedName, type Row } from './tables.ts'

export interface NewPackage {
  id: string
  unpacked: Unpacked
  version: NewVersion
}

export interface Inserting {
  /** The transaction, unbound. */
  tx: Db
  settings: Settings
  folder: string
  organizationId: string
  /** Instead of the name in the archive. */
  name: string | undefined
  packages: readonly NewPackage[]
  /** New ids of storyboards that wait for approval. */
  waiting: readonly string[]
  now: number
}

export interface Inserted {
  name: string
  rows: Record<string, number>
  /** Email addresses that accounts of this installation have. */
  takenEmails: string[]
}

/** Throws an ArchiveError, or the AppError of a limit. */
export async function insertRows(inserting: Inserting): Promise<Inserted> {
  const { tx, settings, folder, organizationId, packages, waiting, now } = inserting
  const inserted: Inserted = { name: await insertOwn(inserting), rows: { organizations: 1 }, takenEmails: [] }
  const db = scoped(tx, organizationId)
  for (const table of MOVED_NAMES) {
    if (table === 'organizations') continue
    inserted.rows[table] = 0
    for (const some of partsOf(stagedFile(folder, table))) {
      const rows = table === 'users' ? await withFreeEmails(tx, some, inserted.takenEmails) : some
      await insert(db, table, organizationId, rows)
      inserted.rows[table] += rows.length
    }
  }
  await setLater(db, folder)
  for (const { id, unpacked, version } of packages)
    await createPackage(db, { id, organizationId }, unpacked, version, now)
  await saveComputed(db, tx, folder, organizationId)
  await refuseBeyondLimits(db, settings, organizationId)
  await approveAgain(db, organizationId, waiting, now)
  return inserted
}

/** The organization itself. Returns its name. */
async function insertOwn({ tx, folder, organizationId, name, now }: Inserting): Promise<string> {
  const [own, ...others] = rowsIn(stagedFile(folder, 'organizations'))
  if (!own || others.length > 0) throw damaged('it has no organization, or several')
  const free = await freeOrganizationName(tx, name ?? String(own.name))
  await insertOrganization(tx, free, false, isoTime(now), organizationId)
  const { id, name: _, nameKey, nameOrder, isHome, logoId, createdAt, updatedAt, ...settings } = own
  await scoped(tx, organizationId)
    .updateTable('organizations')
    .set(settings as never)
    .execute()
  return free
}

async function insert(db: Db, table: MovedName, organizationId: string, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return
  const later = LATER[table] ?? []
  const values = rows.map((row) => {
    const kept = Object.entries(row).filter(([column]) => !BY_DATABASE.includes(column))
    return {
      organizationId,
      ...Object.fromEntries(kept.map(([column, value]) => [column, later.includes(column) ? null : value])),
    }
  })
  try {
    // Kysely can't type the columns of a table that is chosen at run time.
    await db
      .insertInto(table as 'tags')
      .values(values as never)
      .execute()
  } catch (error) {
    if (error instanceof AppError || !isConstraint(error)) throw error
    throw damaged(`two rows of ${table} exclude each other`)
  }
}

/** A unique index, a foreign key, or a column that can't be empty. */
const isConstraint = (error: unknown) =>
  /^(SQLITE_CONSTRAINT|23)/.test(String((error as { code?: unknown } | undefined)?.code))

/** Without the people whose address is in use: it belongs to one account of the installation. */
async function withFreeEmails(tx: Db, rows: readonly Row[], taken: string[]): Promise<Row[]> {
  const keys = JSON.stringify(rows.map(({ emailKey }) => emailKey))
  const found = await tx
    .selectFrom('users')
    .select('emailKey')
    .where('emailKey', 'in', anyIn(tx, keys))
    .execute()
  const used = new Set(found.map(({ emailKey }) => emailKey))
  const [free, others] = [
    rows.filter((row) => !used.has(String(row.emailKey))),
    rows.filter((row) => used.has(String(row.emailKey))),
  ]
  taken.push(...others.map(({ email }) => String(email)))
  return free
}

async function setLater(db: Db, folder: string): Promise<void> {
  for (const table of MOVED_NAMES)
    for (const column of LATER[table] ?? [])
      for (const row of rowsIn(stagedFile(folder, table)))
        if (row[column] !== null)
          await db
            .updateTable(table as 'folders')
            .set({ [column]: row[column] } as never)
            .where('id', '=', String(row.id))
            .execute()
}

async function refuseBeyondLimits(db: Db, settings: Settings, organizationId: string): Promise<void> {
  for (const table of Object.keys(ROW_LIMITS) as (keyof typeof ROW_LIMITS)[])
    await refuseMoreRows(db, table, organizationId)
  await refuseTooMany(db, organizationId)
  const most = {
    pages: settings.PAGES_PER_ORGANIZATION,
    tags: TAGS_PER_ORGANIZATION_MAX,
    sources: SOURCES_MAX,
    screen_fields: SCREEN_FIELDS_MAX,
    alert_rules: ALERT_RULES_MAX,
  } as const
  for (const [table, limit] of Object.entries(most)) {
    const { count } = await db
      .selectFrom(table as 'tags')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    if (Number(count) > limit)
      throw new ArchiveError(
        `The organization has ${count} rows of ${table}, and this installation takes ${limit}. Nothing was imported.`,
      )
  }
  await refuseBeyondLimit(db, settings, organizationId, 0)
}

/** What was approved and unchanged stays so; the rest waits for approval, as in the other installation. */
async function approveAgain(
  db: Db,
  organizationId: string,
  waiting: readonly string[],
  now: number,
): Promise<void> {
  const own = await db.selectFrom('organizations').select('approval').executeTakeFirstOrThrow()
  if (own.approval !== 'strict') return
  const rows = await db
    .selectFrom('storyboards')
    .select('id')
    .where('approved', 'is not', null)
    .orderBy('id')
    .execute()
  const waits = new Set(waiting)
  const clean = rows.filter(({ id }) => !waits.has(id))
  await approve(
    db,
    organizationId,
    clean.map(({ id }) => ({ kind: 'storyboard' as const, id })),
  )
  await markChanged(db, waiting, undefined, now)
}
