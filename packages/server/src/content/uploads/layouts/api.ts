import { unpackWith } from '#content/uploads/unpacking/api.ts'
import type { Owner } from '#lib/work/turns.ts'
import type { ForeignLayout } from './foreign-layout.ts'

export type {
  ForeignElement,
  ForeignFile,
  ForeignLayout,
  ForeignRegion,
  ForeignSheet,
  ForeignWidget,
} from './foreign-layout.ts'

/**
 * Reads a layout that Xibo exported, in a killable process, and passes the bytes of each file under its id to `take`,
 * which must read them to the end. Throws UNSUPPORTED_MEDIA with the end of a sentence that begins with the name of the
 * file; the caller discards the files passed so far. Throws TOO_MANY_REQUESTS if too much of this owner's work waits.
 */
export const unpackLayout = (
  path: string,
  owner: Owner,
  take: (id: number, content: AsyncIterable<Buffer>) => Promise<void>,
): Promise<ForeignLayout> =>
  unpackWith(new URL('./layout.worker.ts', import.meta.url), path, owner, (id, content) =>
    take(Number(id), content),
  )
