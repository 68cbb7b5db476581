import type { Db } from '#db/schema.ts'
import { isoTime } from '#lib/clock.ts'

/** Records who saved the version that now waits for approval. */
export async function setAuthor(db: Db, id: string, userId: string, now: number): Promise<void> {
  await db
    .updateTable('storyboards')
    .set({ savedBy: userId, savedAt: isoTime(now) })
    .where('id', '=', id)
    .execute()
}

export { impactOfStoryboard, playsOfStoryboard } from './impact.ts'
export { lockNesting, refuseWrongNesting } from './nesting.ts'
export { itemsWith, partIdOf } from './parts.ts'
export { saveStoryboardReferences } from './references.ts'
