// Marks what differs from its copy, and so waits for approval.
import { lockRow } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { scoped } from '#db/scoped.ts'
import { slices } from '#lib/work/slices.ts'
import { deleteUnused, NOT_WAITING } from './approve.ts'
import { listed } from './copies.ts'
import { THINGS_AT_ONCE as AT_ONCE, snapshotsOf } from './snapshots.ts'

/** Authors that a waiting change names. */
const AUTHORS_MOST = 20

/**
 * Marks changed things whose copy differs now, and takes the mark off those that are equal again. For things of any
 * organization; `by`: undefined for what a job did alone.
 */
export async function markChanged(
  db: Db,
  ids: readonly string[],
  by: string | undefined,
  now: number,
): Promise<void> {
  await addReturned(db, ids)
  const copies = await db
    .selectFrom('approved_copies')
    .select('organizationId')
    .where('id', 'in', listed(db, ids))
    .distinct()
    .execute()
  for (const { organizationId } of copies) {
    // Approvals wait, and this reads what they approved.
    await lockRow(db, 'organizations', organizationId)
    const bound = scoped(db, organizationId)
    const own = await bound
      .selectFrom('approved_copies')
      .select(['id', 'kind', 'name', 'hash', 'waitsSince', 'changedBy'])
      .where('id', 'in', listed(db, ids))
      .execute()
    let hasGone = false
    for (const some of slices(own, AT_ONCE)) {
      const found = new Map((await snapshotsOf(bound, some)).map((each) => [each.id, each]))
      for (const row of some) {
        const live = found.get(row.id)
        if (row.kind === 'storyboard' && live?.hash === '') hasGone = true
        if (!live || live.hash === row.hash) {
          if (row.waitsSince !== null)
            await bound.updateTable('approved_copies').set(NOT_WAITING).where('id', '=', row.id).execute()
          continue
        }
        await bound
          .updateTable('approved_copies')
          .set({
            ...NOT_WAITING,
            name: live.name || row.name,
            waitsSince: row.waitsSince ?? now,
            changedAt: now,
            changedBy: withAuthor(row.changedBy, by),
          })
          .where('id', '=', row.id)
          .execute()
      }
    }
    if (hasGone) await deleteUnused(bound, [])
  }
}

interface Deleter {
  personId: string
  mayApprove: boolean
  now: number
}

/**
 * Call before rows of pages, media, or storyboards are deleted. The deletion waits like any change, unless the one who
 * deletes may approve it.
 */
export async function noteDeleted(
  db: Db,
  organizationId: string,
  rows: readonly { id?: unknown }[],
  { personId, mayApprove, now }: Deleter,
): Promise<void> {
  const { approval, fourEyes } = await db
    .selectFrom('organizations')
    .select(['approval', 'fourEyes'])
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow()
  if (approval !== 'strict') return
  const ids = rows.map(({ id }) => String(id))
  for (const some of slices(ids, AT_ONCE)) {
    const wanted = listed(db, some)
    if (mayApprove && fourEyes === 0) {
      const nothing = { copy: null, hash: '', leads: '[]', shows: null, packageHash: null }
      await db
        .updateTable('approved_copies')
        .set({ ...nothing, ...NOT_WAITING })
        .where('id', 'in', wanted)
        .execute()
      await db.deleteFrom('approved_files').where('copyId', 'in', wanted).execute()
      continue
    }
    const copies = await db
      .selectFrom('approved_copies')
      .select(['id', 'waitsSince', 'changedBy'])
      .where('id', 'in', wanted)
      .execute()
    for (const { id, waitsSince, changedBy } of copies)
      await db
        .updateTable('approved_copies')
        .set({
          ...NOT_WAITING,
          waitsSince: waitsSince ?? now,
          changedAt: now,
          changedBy: withAuthor(changedBy, personId),
        })
        .where('id', '=', id)
        .execute()
  }
}

const withAuthor = (changedBy: string, by: string | undefined): string => {
  const others = (JSON.parse(changedBy) as string[]).filter((id) => id !== by)
  return JSON.stringify([...others, ...(by === undefined ? [] : [by])].slice(-AUTHORS_MOST))
}

/** An approved storyboard that returns from the trash waits: screens don't play it without a copy. */
async function addReturned(db: Db, ids: readonly string[]): Promise<void> {
  const returned = await db
    .selectFrom('storyboards')
    .innerJoin('organizations', 'organizations.id', 'storyboards.organizationId')
    .select(['storyboards.id', 'storyboards.organizationId', 'storyboards.name'])
    .where('organizations.approval', '=', 'strict')
    .where('storyboards.approved', 'is not', null)
    .where('storyboards.id', 'in', listed(db, ids))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('approved_copies')
            .select('approved_copies.id')
            .whereRef('approved_copies.id', '=', 'storyboards.id'),
        ),
      ),
    )
    .execute()
  for (const row of returned)
    await db
      .insertInto('approved_copies')
      .values({
        ...row,
        kind: 'storyboard',
        copy: null,
        hash: '',
        leads: '[]',
        shows: null,
        packageHash: null,
        ...NOT_WAITING,
      })
      .execute()
}
