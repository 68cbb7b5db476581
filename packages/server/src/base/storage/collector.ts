import type { BlobStore } from '#blobs/blob-store.ts'
import { anyOf } from '#db/database.ts'
import { isNamed, namedByColumns, namedInside } from '#db/file-references.ts'
import type { Db } from '#db/schema.ts'
import type { FileStatesTable } from '#db/tables/storage.ts'
import type { Clock } from '#lib/clock.ts'
import { DELETING_MAX } from './held-files.ts'

const HOUR = 60 * 60_000
/** Milliseconds to keep an unreferenced file: a screen may still be downloading it. */
const GRACE = 24 * HOUR
/** Milliseconds after which a held file that isn't referenced never will be. */
const HELD_FOR = HOUR
/**
 * Both limits when the disk is short. Screens no longer need an unreferenced file: a running download continues after
 * the deletion, and a later one gets the new manifest first. New uploads are refused, so none waits for long.
 */
const SHORT_GRACE = 0
const SHORT_HELD_FOR = 60_000
/** Milliseconds to keep the states of deleted files. */
const FORGET_AFTER = 14 * GRACE
const AT_ONCE = 500

export interface Collected {
  files: number
  unused: number
  removed: number
  removedBytes: number
}

interface Dependencies {
  database: Db
  blobs: BlobStore
  clock: Clock
}

type File = { sha256: string; size: number }

/**
 * Deletes files that nothing has referenced for a day. Any number of servers may do so while others upload: a file is
 * first marked as being deleted (calls that want to hold it wait), then checked once more, then deleted. The next run
 * takes over the mark of a crashed process. `isShort`: the disk is short, so files aren't kept for a day.
 */
export async function collectFiles(parts: Dependencies, isShort = false): Promise<Collected> {
  const { database, blobs, clock } = parts
  const waits = isShort ? { grace: SHORT_GRACE, held: SHORT_HELD_FOR } : { grace: GRACE, held: HELD_FOR }
  const collected: Collected = { files: 0, unused: 0, removed: 0, removedBytes: 0 }
  const inside = await namedInside(database)
  let batch: File[] = []
  const work = async () => {
    await collectSome(parts, batch, inside, waits, collected)
    batch = []
  }
  for await (const file of blobs.list()) {
    batch.push(file)
    if (batch.length === AT_ONCE) await work()
  }
  await work()
  await database
    .deleteFrom('file_states')
    .where('at', '<', clock.now() - FORGET_AFTER)
    .execute()
  return collected
}

async function collectSome(
  parts: Dependencies,
  files: readonly File[],
  inside: ReadonlySet<string>,
  { grace, held }: { grace: number; held: number },
  collected: Collected,
): Promise<void> {
  if (files.length === 0) return
  const { database, clock } = parts
  const ids = files.map(({ sha256 }) => ({ id: sha256 }))
  const named = await namedByColumns(
    database,
    files.map(({ sha256 }) => sha256),
  )
  const rows = await database
    .selectFrom('file_states')
    .selectAll()
    .where('id', 'in', anyOf(database, ids))
    .execute()
  const states = new Map(rows.map((row) => [row.id, row]))
  for (const file of files) {
    const now = clock.now()
    const state = states.get(file.sha256)
    collected.files++
    if (named.has(file.sha256) || inside.has(file.sha256)) {
      // Referenced again: its day restarts when that ends.
      if (state?.state === 'unused') await forget(database, state)
      continue
    }
    collected.unused++
    const unused = { id: file.sha256, state: 'unused', at: now } as const
    if (!state) await markUnused(database, file.sha256, now)
    else if (state.state === 'held') {
      if (state.at >= now - held) continue
      await move(database, state, 'unused', now)
    }
    const seen = !state || state.state === 'held' ? unused : state
    if (seen.at <= now - (seen.state === 'unused' ? grace : DELETING_MAX))
      if (await remove(parts, seen, now)) {
        collected.removed++
        collected.removedBytes += file.size
      }
  }
}

async function remove(
  { database, blobs }: Dependencies,
  state: FileStatesTable,
  now: number,
): Promise<boolean> {
  if (!(await move(database, state, 'deleting', now))) return false
  const mark = { ...state, state: 'deleting', at: now } as const
  // A new reference held the file either before it was marked, which undid the move, or after it was deleted.
  const isBack = await isNamed(database, state.id)
  if (!isBack) await blobs.delete(state.id)
  await forget(database, mark)
  return !isBack
}

async function markUnused(db: Db, id: string, at: number): Promise<void> {
  await db
    .insertInto('file_states')
    .values({ id, state: 'unused', at })
    .onConflict((there) => there.column('id').doNothing())
    .execute()
}

/** Compare and set: false if the state has changed since it was read. */
async function move(
  db: Db,
  { id, state, at }: FileStatesTable,
  to: FileStatesTable['state'],
  now: number,
): Promise<boolean> {
  const moved = await db
    .updateTable('file_states')
    .set({ state: to, at: now })
    .where('id', '=', id)
    .where('state', '=', state)
    .where('at', '=', at)
    .executeTakeFirst()
  return moved.numUpdatedRows > 0n
}

async function forget(db: Db, { id, state, at }: FileStatesTable): Promise<void> {
  await db
    .deleteFrom('file_states')
    .where('id', '=', id)
    .where('state', '=', state)
    .where('at', '=', at)
    .execute()
}
