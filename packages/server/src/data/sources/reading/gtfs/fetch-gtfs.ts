import { Readable } from 'node:stream'
import { GTFS_FILE_MAX, type SourcePreview, type SourceReading } from '@vitrine/contract/api/data/sources'
import type { BlobStore, Staged } from '#blobs/blob-store.ts'
import { Unreadable, WHY_DIED } from '#data/sources/reading/table.ts'
import { fetchLarge } from '#lib/http/egress/egress.ts'
import { untilStopped } from '#lib/http/egress/turns.ts'
import { KillablePool } from '#lib/work/killable-pool.ts'
import { type Owner, Turns } from '#lib/work/turns.ts'

export interface GtfsWork extends Pick<SourceReading, 'stop' | 'days'> {
  /** Path of the ZIP. */
  path: string
  now: number
}
export type GtfsAnswer = { table: SourcePreview } | { refused: string; field?: Unreadable['field'] }

/** Timeout of the download in milliseconds. */
const TIMEOUT = 90_000

const pool = new KillablePool<GtfsWork, GtfsAnswer>({
  script: new URL('./gtfs.worker.ts', import.meta.url),
  heap: 256,
  timeLimit: 90_000,
  turns: new Turns({
    atOnce: 1,
    slowAfter: 5000,
    slowAtOnce: 1,
    stopAfter: 60_000,
    waitingEach: 5,
    waitingTogether: 20,
  }),
})
/** Limits concurrent downloads, which take disk space, and time that depends on others. */
const downloads = new Turns({
  atOnce: 2,
  slowAfter: 5000,
  slowAtOnce: 2,
  stopAfter: 30_000,
  waitingEach: 5,
  waitingTogether: 20,
})

interface FetchOptions {
  by: Owner & { now: number }
  blobs: Pick<BlobStore, 'stage'>
  localHosts: readonly string[]
  stop: AbortSignal | undefined
}

/** Downloads a timetable into a temporary file, and reads a stop's departures in a killable process. */
export async function fetchGtfs(
  address: string,
  { stop, days }: Pick<SourceReading, 'stop' | 'days'>,
  { by, blobs, localHosts, stop: stopped }: FetchOptions,
): Promise<{ status: number; table?: SourcePreview }> {
  let staged: Staged | undefined
  try {
    const status = await downloads.run(by, async (turn) => {
      const options = {
        accept: 'application/zip, */*;q=0.1',
        maxBytes: GTFS_FILE_MAX,
        timeout: TIMEOUT,
        localHosts,
        signal: untilStopped(turn.signal, stopped),
      }
      const answer = await fetchLarge(address, options, async (body) => {
        staged = await blobs.stage(Readable.from(body), GTFS_FILE_MAX)
      })
      return answer.status
    })
    if (status !== 200 || !staged) return { status }
    const answer = await pool.ask(by, { path: staged.path, stop, days, now: by.now })
    if (typeof answer === 'string') throw new Unreadable(WHY_DIED[answer])
    if ('refused' in answer) throw new Unreadable(answer.refused, answer.field)
    return { status, table: answer.table }
  } finally {
    await staged?.discard()
  }
}
