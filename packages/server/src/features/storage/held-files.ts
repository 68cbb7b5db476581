import { setTimeout } from 'node:timers/promises'
import type { BlobStore, Staged } from '#blobs/blob-store.ts'
import type { Db } from '#db/schema.ts'
import type { Clock } from '#lib/clock.ts'

/** Milliseconds after which a deletion that was begun and not ended is one of a process that died. */
export const DELETING_MAX = 5 * 60_000
const LOOK_AGAIN = 50

/**
 * The store for all features: a file is held before it is stored, so that the collector of any process does not
 * remove a file that is about to be referred to, even when several users upload the same bytes.
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
    read: (sha256, range) => store.read(sha256, range),
    size: (sha256) => store.size(sha256),
    delete: (sha256) => store.delete(sha256),
    probe: () => store.probe(),
    list: () => store.list(),
  }
}

/** Waits while the file is being deleted: it is stored again after that. */
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
