/** Hints for open consoles. A console that misses one reloads the list. */
export interface News {
  /** The affected organization; null if the caller acts for all organizations and named none. */
  organizationId: string | null
  /** Topics of changed items, from topicOf(). */
  topics?: readonly string[]
  /** Screens with new information. */
  devices?: readonly string[]
  /** Screens that a user edited: sent with their rows, unless they are many. */
  edited?: readonly string[]
  /** Screens that changed pages: sent if they are few, and never a reason to reload lists. */
  playing?: readonly string[]
  /** A session may have ended: open consoles check theirs. */
  sessions?: boolean
  /** Who opened or closed a page, or still has it open. */
  views?: readonly PageView[]
  /** News were lost: open consoles reload everything. */
  hasGap?: boolean
}

/** A person at a page, see `content/comments/viewers.ts`. */
export interface PageView {
  pageId: string
  userId: string
  name: string
  here: boolean
}

export type NewsListener = (news: readonly News[]) => void

/** Splits a list into chunks whose JSON has about `bytes` at most. */
export function chunksBySize<T>(all: readonly T[], bytes: number): T[][] {
  const pieces: T[][] = []
  let size = Number.POSITIVE_INFINITY
  for (const each of all) {
    const length = Buffer.byteLength(JSON.stringify(each)) + 1
    if (size + length > bytes) {
      pieces.push([])
      size = 0
    }
    pieces.at(-1)?.push(each)
    size += length
  }
  return pieces
}
