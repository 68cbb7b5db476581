// What *Remove everywhere* took out of other items, kept with the deleted one, so that restoring it puts it back.
import { type Access, type Actor, can, reachOf } from '@vitrine/contract/permissions'
import type { Selectable } from 'kysely'
import type { Change } from '#base/change.ts'
import { saveReferences } from '#base/references/queries.ts'
import type { Row } from '#content/deletions/rows.ts'
import { keepVersion } from '#content/page-versions/queries.ts'
import { pageOf } from '#content/pages/queries.ts'
import { saveStoredReferences } from '#content/pages/references/queries.ts'
import { saveStoryboardReferences } from '#content/storyboards/api.ts'
import type { Db, Tables } from '#db/schema.ts'
import { reaching } from '#db/scoped.ts'
import { writeVersion } from '#db/versions.ts'
import { isoTime } from '#lib/clock.ts'
import type { Settings } from '#lib/env.ts'
import { newId } from '#lib/ids.ts'
import { saveScheduleReferences } from '#playback/uses/schedule-references.ts'

/** The columns from which a removal takes something. */
const COLUMNS = {
  pages: ['document', 'bytes', 'shows'],
  storyboards: ['items', 'audioId', 'approved'],
  device_groups: ['programme', 'nextProgramme'],
  devices: ['floorId', 'overrideStoryboardId', 'overrideSince', 'overrideBy', 'overrideEnd', 'overrideUntil'],
  media: ['web'],
  organizations: ['logoId'],
  floors: ['planId'],
} as const
type RemovalTable = keyof typeof COLUMNS

/** Columns of a row before and after. */
export interface Removal {
  table: RemovalTable
  id: string
  before: Row
  after: Row
  /** The permissions that it needs. */
  areas: Access[]
  /** False for manual switches, which concern the moment. */
  isKept: boolean
}

interface Author {
  settings: Settings
  userId: string
  now: number
}

export const mayRemove = (actor: Actor, { areas }: Pick<Removal, 'areas'>): boolean =>
  areas.every((area) => can(actor, 'write', area))

/** Writes columns of a removal and what follows from them. `db` is bound to the organization. */
export async function writeRemoval(
  db: Db,
  { table, id }: Pick<Removal, 'table' | 'id'>,
  columns: Row,
  by: Author,
): Promise<Change[]> {
  const versioned = { id, seen: undefined, now: isoTime(by.now) }
  const outdated = { manifestHash: '', manifestAt: by.now }
  if (table === 'pages') {
    await writeVersion(db, table, versioned, columns as never)
    const row = await rowOf(db, table, id)
    await saveStoredReferences(db, [row])
    await keepVersion(db, by.settings, pageOf(row), by.userId)
    return [{ kind: 'content', id }]
  }
  if (table === 'storyboards') {
    const { version, approvedVersion } = await rowOf(db, table, id)
    // The approved version stays the current one.
    const copy = version === approvedVersion ? { approvedVersion: version + 1 } : {}
    await writeVersion(db, table, versioned, { ...columns, ...copy } as never)
    await saveStoryboardReferences(db, id)
    return [{ kind: 'content', id }]
  }
  if (table === 'device_groups') {
    await writeVersion(db, table, versioned, { ...columns, ...outdated } as never)
    await saveScheduleReferences(db, await rowOf(db, table, id))
    return [{ kind: 'group', id }]
  }
  if (table === 'devices') {
    const changed = { ...columns, ...outdated, updatedAt: versioned.now } as never
    await db.updateTable(table).set(changed).where('id', '=', id).execute()
    return [{ kind: 'device', id }]
  }
  return writeMediaOf(db, { table, id }, columns, versioned)
}

/** The only media item of a stream, a brand, or a floor plan. */
async function writeMediaOf(
  db: Db,
  { table, id }: { table: 'media' | 'organizations' | 'floors'; id: string },
  columns: Row,
  versioned: { id: string; seen: undefined; now: string },
): Promise<Change[]> {
  if (table === 'floors') await db.updateTable(table).set(columns).where('id', '=', id).execute()
  else await writeVersion(db, table, versioned, columns as never)
  const [kind, organizationId, mediaId] =
    table === 'organizations'
      ? (['organization', id, columns.logoId] as const)
      : table === 'floors'
        ? (['floor', (await rowOf(db, table, id)).organizationId, columns.planId] as const)
        : (['media', (await rowOf(db, table, id)).organizationId, fallbackIn(columns.web)] as const)
  const media = typeof mediaId === 'string' ? [mediaId] : []
  await saveReferences(db, organizationId, { kind, id }, { media })
  if (table === 'floors') return []
  return [{ kind: table === 'media' ? 'content' : 'organization', id }]
}

const fallbackIn = (web: Row[string] | undefined): string | null =>
  typeof web === 'string'
    ? ((JSON.parse(web) as { stream?: { fallbackId: string | null } }).stream?.fallbackId ?? null)
    : null

const rowOf = <T extends RemovalTable>(db: Db, table: T, id: string): Promise<Selectable<Tables[T]>> =>
  // Kysely can't type the columns of a generic table; all of these have the id.
  db
    .selectFrom(table as 'floors')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow() as unknown as Promise<Selectable<Tables[T]>>

const REMOVALS = 'removals'

/** Keeps them with the deleted item. */
export async function keepRemovals(
  db: Db,
  owner: { organizationId: string; trashId: string },
  removals: readonly Removal[],
): Promise<void> {
  const { last } = await db
    .selectFrom('trash_rows')
    .select(({ fn }) => fn.max<number | null>('position').as('last'))
    .where('trashId', '=', owner.trashId)
    .executeTakeFirstOrThrow()
  let position = last ?? 0
  for (const removal of removals.filter(({ isKept }) => isKept)) {
    position += 1
    await db
      .insertInto('trash_rows')
      .values({ id: newId(), ...owner, position, tableName: REMOVALS, rows: JSON.stringify([removal]) })
      .execute()
  }
}

/**
 * Puts a restored item back into what it was removed from, if that is unchanged since and the caller may change it.
 * Returns the number of those left as they are.
 */
export async function undoRemovals(
  db: Db,
  trashId: string,
  actor: Actor,
  by: Author,
): Promise<{ left: number; changes: Change[] }> {
  const parts = await db
    .selectFrom('trash_rows')
    .select('rows')
    .where('trashId', '=', trashId)
    .where('tableName', '=', REMOVALS)
    .orderBy('position')
    .execute()
  const changes: Change[] = []
  let left = 0
  // The last first: an item may have been changed twice.
  for (const { rows } of parts.reverse())
    for (const removal of JSON.parse(rows) as Removal[]) {
      if (isRemoval(removal) && mayRemove(actor, removal) && (await isUnchanged(db, removal, actor)))
        changes.push(...(await writeRemoval(db, removal, removal.before, by)))
      else left += 1
    }
  return { left, changes }
}

/** An edited backup may contain anything. */
const isRemoval = ({ table, before, after }: Removal): boolean =>
  Object.hasOwn(COLUMNS, table) &&
  [before, after].every((columns) =>
    Object.keys(columns).every((column) => (COLUMNS[table] as readonly string[]).includes(column)),
  )

/** False also for what is outside of where the caller may change it. */
async function isUnchanged(db: Db, { table, id, after, areas }: Removal, actor: Actor): Promise<boolean> {
  for (const area of areas) {
    const row = await reaching(db, reachOf(actor, { write: area }))
      .selectFrom(table as 'pages')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst()
    const stored = row as unknown as Row | undefined
    if (!stored || Object.entries(after).some(([column, value]) => stored[column] !== value)) return false
  }
  return true
}
