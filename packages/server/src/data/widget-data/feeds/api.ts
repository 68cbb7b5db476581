import { Unloadable } from '#data/widget-data/unloadable.ts'
import { type EgressAnswer, type EgressOptions, fetchPublic } from '#lib/http/egress/egress.ts'
import { statusText } from '#lib/http/status-text.ts'
import { type Died, KillablePool } from '#lib/work/killable-pool.ts'
import { type Owners, Turns } from '#lib/work/turns.ts'
import type { FeedText } from './feed-text.ts'

export type { FeedText }

const BYTES_MAX = 2 * 1024 * 1024

export type FeedAnswer = { feed: FeedText } | { refused: string }
/** `bytes` in base64: the channel between processes carries JSON. */
export interface FeedWork {
  bytes: string
  contentType: string
}

const pool = new KillablePool<FeedWork, FeedAnswer>({
  script: new URL('./feed.worker.ts', import.meta.url),
  heap: 96,
  timeLimit: 10_000,
  turns: new Turns({
    atOnce: 2,
    slowAfter: 500,
    slowAtOnce: 2,
    stopAfter: 1500,
    waitingEach: 50,
    waitingTogether: 50,
  }),
})

const WHY: Record<Died, string> = {
  time: 'The feed takes too long to read',
  memory: 'The feed needs too much memory',
  unstarted: "The feed can't be read",
}

/** Call after someone joined the owners of a waiting feed. */
export const feedJoined = (): void => pool.joined()

/** Fetches a feed from the public internet, or from a host that the operator allowed. */
export async function fetchFeed(
  url: string,
  options: Pick<EgressOptions, 'localHosts' | 'signal'>,
): Promise<EgressAnswer> {
  const answer = await fetchPublic(url, {
    ...options,
    accept:
      'application/rss+xml, application/atom+xml, application/feed+json, application/json, text/xml, */*;q=0.1',
    maxBytes: BYTES_MAX,
  })
  if (answer.status !== 200) throw new Unloadable(statusText(answer.status))
  return answer
}

/** Parses in a killable process, in the turn of one of those who wait for it. Throws for anything other than a feed. */
export async function readFeed(bytes: Uint8Array, contentType: string, owners: Owners): Promise<FeedText> {
  const work = { bytes: Buffer.from(bytes).toString('base64'), contentType }
  const answer = await pool.ask(owners, work)
  if (typeof answer === 'string') throw new Unloadable(WHY[answer])
  // The parser's reason is no sentence for people.
  if ('refused' in answer)
    throw new Unloadable("This isn't a news feed (RSS or Atom)", { cause: answer.refused })
  return answer.feed
}
