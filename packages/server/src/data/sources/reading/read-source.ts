import type { SourceKind, SourcePreview, SourceReading } from '@vitrine/contract/api/data/sources'
import type { BlobStore } from '#blobs/blob-store.ts'
import { readFeed } from '#data/widget-data/feeds/api.ts'
import { AppError } from '#lib/errors.ts'
import { fetchPublic } from '#lib/http/egress/egress.ts'
import { EgressRefused } from '#lib/http/egress/refused.ts'
import { egressTurns, untilStopped } from '#lib/http/egress/turns.ts'
import { statusText } from '#lib/http/status-text.ts'
import { KillablePool } from '#lib/work/killable-pool.ts'
import { Turns } from '#lib/work/turns.ts'
import { feedRows } from './feed-rows.ts'
import { fetchGtfs } from './gtfs/fetch-gtfs.ts'
import { sheetAddress } from './sheet-address.ts'
import { Unreadable, WHY_DIED } from './table.ts'

/** Separate queues: fetches for a waiting person don't wait for scheduled ones. */
const fetching = { asked: egressTurns([4, 12]), due: egressTurns([1, 60]) }

/** Maximum bytes of a response. */
const BYTES_MAX = 5 * 2 ** 20
const TIMEOUT = 15_000

export type SourceAnswer = { table: SourcePreview } | { refused: string }
/** `bytes` in base64: the channel between processes carries JSON. */
export interface SourceWork extends Pick<SourceReading, 'path' | 'sheet' | 'timezone' | 'days'> {
  kind: SourceKind
  bytes: string
  contentType: string
  language: string
  now: number
}

const pool = new KillablePool<SourceWork, SourceAnswer>({
  script: new URL('./source.worker.ts', import.meta.url),
  heap: 256,
  timeLimit: 15_000,
  turns: new Turns({
    atOnce: 2,
    slowAfter: 1000,
    slowAtOnce: 1,
    stopAfter: 3000,
    waitingEach: 30,
    waitingTogether: 120,
  }),
})

const ACCEPT: Record<Exclude<SourceKind, 'gtfs'>, string> = {
  csv: 'text/csv, text/tab-separated-values, text/plain, */*;q=0.1',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet, */*;q=0.1',
  json: 'application/json, */*;q=0.1',
  ical: 'text/calendar, */*;q=0.1',
  feed: 'application/rss+xml, application/atom+xml, application/json, text/xml, */*;q=0.1',
}

/**
 * The source's owner and its language, the current time, local network hosts that the operator allowed, and a folder for
 * large files.
 */
export interface ReadBy {
  organizationId: string
  userId: string
  /** Of the organization's screens; empty if it isn't set. */
  language: string
  now: number
  localHosts: readonly string[]
  blobs: Pick<BlobStore, 'stage'>
  /** Set for a scheduled fetch instead of one for a waiting person; aborted when the server stops. */
  stop?: AbortSignal | undefined
}

/**
 * Fetches a source, or takes its uploaded file, and parses it in a killable process. Throws Unreadable, with a sentence
 * for people, if it can't be fetched or isn't a table.
 */
export async function readSource(reading: SourceReading, by: ReadBy): Promise<SourcePreview> {
  const { kind, file } = reading
  if (kind === 'gtfs') return departures(reading, by)
  const { bytes, contentType } = file
    ? { bytes: Buffer.from(file.content, 'base64'), contentType: '' }
    : await fetched({ ...reading, kind }, by)
  if (kind === 'feed') return feedRows(await readFeed(bytes, contentType, [by]).catch(noFeed))
  const answer = await pool.ask(by, {
    kind,
    bytes: bytes.toString('base64'),
    contentType,
    path: reading.path,
    sheet: reading.sheet,
    timezone: reading.timezone,
    days: reading.days,
    language: by.language,
    now: by.now,
  })
  if (typeof answer === 'string') throw new Unreadable(WHY_DIED[answer])
  if ('refused' in answer) throw new Unreadable(answer.refused)
  return answer.table
}

const fetched = ({ kind, url }: { kind: keyof typeof ACCEPT; url: string }, by: ReadBy) =>
  saidInWords(by.stop, async () => {
    const turns = by.stop ? fetching.due : fetching.asked
    const { status, contentType, body } = await turns.run(by, async (turn) => {
      const { localHosts } = by
      const signal = untilStopped(turn.signal, by.stop)
      const options = { accept: ACCEPT[kind], maxBytes: BYTES_MAX, timeout: TIMEOUT, localHosts, signal }
      const address = addressOf(url)
      return fetchPublic(kind === 'csv' || kind === 'xlsx' ? sheetAddress(address, kind) : address, options)
    })
    if (status === 200) return { bytes: body, contentType }
    throw new Unreadable(statusText(status))
  })

const departures = (
  reading: SourceReading,
  { localHosts, blobs, stop, ...by }: ReadBy,
): Promise<SourcePreview> =>
  saidInWords(stop, async () => {
    const options = { by, blobs, localHosts, stop }
    const { status, table } = await fetchGtfs(addressOf(reading.url), reading, options)
    if (table) return table
    throw new Unreadable(statusText(status))
  })

/** `stop`: what this server does is no failure of the source. */
async function saidInWords<T>(stop: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    stop?.throwIfAborted()
    if (error instanceof Unreadable || error instanceof AppError) throw error
    if (error instanceof EgressRefused) throw new Unreadable(error.message)
    throw new Unreadable("This address isn't responding")
  }
}

function noFeed(error: unknown): never {
  if (error instanceof AppError) throw error
  throw new Unreadable("This isn't a news feed (RSS or Atom)")
}

const addressOf = (url: string) => (/^https?:/i.test(url) ? url : `https://${url}`)
