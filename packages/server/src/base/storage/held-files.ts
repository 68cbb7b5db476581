import { setTimeout } from 'node:timers/promises'
import type { BlobStore, Staged } from '#blobs/blob-store.ts'
import type { Db } from '#db/schema.ts'
import type { Clock } from '#lib/clock.ts'

/** Milliseconds after which an unfinished deletion is attributed to a crashed process. */
export const DELETING_MAX = 5 * 60_000
const LOOK_AGAIN = 50

/**
 * The store for all features: holds a file before storing it, so that no collector deletes a file that is about to be
 * referenced, even if several users upload the same bytes.
 */
export function holdingFiles(store: BlobStore, db: Db, clock: Clock): BlobStore {
  const held = (staged: Staged): Staged => ({
    ...staged,
    keep: async () => {
      await hold(db, clock, staged.sha256)
      await staged.keep()
    },
  })
  return {
    id: store.id,
    partials: {
      append: (...args) => store.partials.append(...args),
      size: (id) => store.partials.size(id),
      discard: (id) => store.partials.discard(id),
      ids: () => store.partials.ids(),
      stage: async (id) => held(await store.partials.stage(id)),
    },
    stage: async (content, limit) => held(await store.stage(content, limit)),
    read: (sha256) => store.read(sha256),
    readRange: (sha256, range) => store.readRange(sha256, range),
    rangeBytes: store.rangeBytes,
    size: (sha256) => store.size(sha256),
    delete: (sha256) => store.delete(sha256),
    probe: () => store.probe(),
    list: () => store.list(),
  }
}

/** Waits while the file is being deleted; the caller then stores it again. */
async function hold(db: Db, clock: Clock, sha256: string): Promise<void> {
  for (;;) {
    const at = clock.now()
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('file_states')
      .values({ id: sha256, state: 'held', at })
      .onConflict((there) =>
        there
          .column('id')
          .doUpdateSet({ state: 'held', at })
          .where((where) =>
            where.or([
              where('file_states.state', '!=', 'deleting'),
              where('file_states.at', '<', at - DELETING_MAX),
            ]),
          ),
      )
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows) return
    await setTimeout(LOOK_AGAIN)
  }
}
