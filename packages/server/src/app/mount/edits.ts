import type { Conflict } from '@vitrine/contract/errors'
import { authorName } from '#accounts/authors/queries.ts'
import type { Session } from '#base/handler.ts'
import type { Db } from '#db/schema.ts'
import { isoTime } from '#lib/clock.ts'

/** Milliseconds. */
const KEEP_EDITS = 90 * 24 * 60 * 60_000

/** Records who saved the documents in `result`, with their new versions. */
export async function noteEdits(
  tx: Db,
  session: Pick<Session, 'userId' | 'organizationId'>,
  result: unknown,
  now: number,
): Promise<void> {
  for (const document of Object.values(result ?? {}) as ({ id?: unknown; version?: unknown } | null)[]) {
    const { id, version } = document ?? {}
    if (typeof id !== 'string' || typeof version !== 'number') continue
    const edit = { userId: session.userId, version, at: now }
    await tx
      .insertInto('edits')
      .values({ id, organizationId: session.organizationId, ...edit })
      .onConflict((there) => there.column('id').doUpdateSet(edit))
      .execute()
  }
}

/** The last save, for a 409. The caller has already checked access to the document. */
export async function lastEdit(db: Db, id: string): Promise<Conflict | undefined> {
  const row = await db
    .selectFrom('edits')
    .select(['userId', 'at', 'version'])
    .where('id', '=', id)
    .executeTakeFirst()
  const by = row && (await authorName(db, row.userId))
  return by ? { by, at: isoTime(row.at), version: row.version } : undefined
}

/** Deletes entries older than any open editor. Returns the count. */
export async function forgetEdits(db: Db, now: number): Promise<number> {
  const gone = await db
    .deleteFrom('edits')
    .where('at', '<', now - KEEP_EDITS)
    .executeTakeFirst()
  return Number(gone.numDeletedRows)
}
