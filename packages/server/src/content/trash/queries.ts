// Deleted items that can be restored (`deletions` keeps them).
import type { ListQuery } from '@vitrine/contract/api/base/entity'
import { TRASH_KINDS, type TrashKind } from '@vitrine/contract/api/content/trash/kinds'
import type { TrashItem } from '@vitrine/contract/api/content/trash/trash'
import { listRows } from '#base/list.ts'
import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import type { TrashTable } from '#db/tables/content.ts'
import { isoTime } from '#lib/clock.ts'
import { forbidden, notFound } from '#lib/errors.ts'

/** Newest first unless asked; of the kinds that the caller sees. */
export async function listTrash(
  db: Db,
  { kind, ...query }: ListQuery & { kind?: TrashKind | undefined },
  { kinds, now }: { kinds: readonly TrashKind[]; now: number },
): Promise<{ trash: TrashItem[]; bytes: number; total?: number }> {
  const select = db
    .selectFrom('trash')
    .selectAll('trash')
    .where('expiresAt', '>', now)
    .$if(kinds.length < TRASH_KINDS.length, (rows) =>
      // None is no row: PostgreSQL refuses an empty list.
      rows.where(({ or, eb }) => or(kinds.map((each) => eb('kind', '=', each)))),
    )
    .$if(kind !== undefined, (rows) => rows.where('kind', '=', kind ?? 'media'))
  const { rows, total } = await listRows(
    db,
    select,
    'trash',
    { ...query, sort: query.sort ?? '-deletedAt' },
    {
      search: ['nameKey'],
      sort: { deletedAt: 'deletedAt', name: 'nameOrder', kind: 'kind', expiresAt: 'expiresAt' },
    },
  )
  const { size, bytes } = await db
    .selectFrom('trash')
    .select(({ fn }) => [
      fn.sum<number | null>('size').as('size'),
      fn.sum<number | null>('bytes').as('bytes'),
    ])
    .executeTakeFirstOrThrow()
  return { trash: rows.map(itemOf), bytes: Number(size ?? 0) + Number(bytes ?? 0), total }
}

const itemOf = ({ sha256, size, bytes, deletedAt, expiresAt, ...row }: TrashTable): TrashItem => ({
  ...row,
  hasPicture: sha256 !== '',
  size: size + bytes,
  deletedAt: isoTime(deletedAt),
  expiresAt: isoTime(expiresAt),
})

const findTrash = (db: Db, id: string, now: number): Promise<TrashTable | undefined> =>
  db.selectFrom('trash').selectAll().where('id', '=', id).where('expiresAt', '>', now).executeTakeFirst()

/** Throws NOT_FOUND, also for an expired item. */
export async function getTrash(db: Db, id: string, now: number): Promise<TrashTable> {
  const row = await findTrash(db, id, now)
  if (!row) throw notFound('This is no longer in the trash')
  return row
}

/** Those of some trashed items that `db`, limited to where the caller may change their kind, has. */
export async function reachedTrash(db: Db, items: readonly { id: string }[]): Promise<string[]> {
  const rows = await db.selectFrom('trash').select('id').where('id', 'in', anyOf(db, items)).execute()
  return rows.map(({ id }) => id)
}

/** Throws FORBIDDEN for an item that the caller sees in the trash only. */
export async function refuseUnreached(db: Db, id: string): Promise<void> {
  if ((await reachedTrash(db, [{ id }])).length === 0) throw forbidden()
}

export const isInTrash = async (db: Db, id: string, now: number): Promise<boolean> =>
  (await findTrash(db, id, now)) !== undefined

export async function removeTrash(db: Db, id: string): Promise<void> {
  await db.deleteFrom('trash').where('id', '=', id).execute()
}

/** Permanently deletes expired items; the collector deletes the files. Returns the count. */
export async function forgetTrash(db: Db, now: number): Promise<number> {
  const gone = await db.deleteFrom('trash').where('expiresAt', '<=', now).executeTakeFirst()
  return Number(gone.numDeletedRows)
}
