// What a caller sees and may not change where it is, for lists: the same reach decides as when a call changes it.
import { type Access, can, isLimited, reachOf } from '@vitrine/contract/permissions'
import { anyOf } from '#db/database.ts'
import type { Db, TableName } from '#db/schema.ts'
import { asReached } from '#db/scoped.ts'
import { inEachPart } from '#lib/work/parts.ts'
import type { Session } from './handler.ts'

interface Identified {
  id: string
}

interface Kind {
  /** Whose permission changes them. */
  area: Access
  table: Extract<TableName, 'devices' | 'folders' | 'media' | 'takeovers' | 'trash'>
  /** Callers may read more than they change also without rows of a role: what a page shows, takeovers of other screens. */
  readsMore?: boolean
}

/** At most one statement for all rows, or for each part of a long list, and only for callers who may change a part of what they see. */
export async function withReadOnly<Row extends Identified>(
  caller: { db: Db; session: Session },
  kind: Kind,
  rows: readonly Row[],
): Promise<(Row & { isReadOnly?: true })[]> {
  return inEachPart(rows, async (some) => {
    const isReadOnly = await readOnlyAmong(caller, kind, some)
    return some.map((row) => (isReadOnly(row.id) ? { ...row, isReadOnly: true } : row))
  })
}

/** The same, by the ids of other rows: those of screens. */
export async function readOnlyAmong(
  { db, session }: { db: Db; session: Session },
  { area, table, readsMore = false }: Kind,
  rows: readonly Identified[],
): Promise<(id: string) => boolean> {
  if (!can(session, 'write', area)) return () => true
  if (!isLimited(session) || rows.length === 0) return () => false
  const reach = reachOf(session, { write: area })
  if (reach.seen === undefined && !readsMore) return () => false
  const found = await asReached(db, reach, 'changed')
    .selectFrom(table)
    .select('id')
    .where('id', 'in', anyOf(db, rows))
    .execute()
  const own = new Set(found.map(({ id }) => id))
  return (id) => !own.has(id)
}
