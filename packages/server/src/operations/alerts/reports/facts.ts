// Data of a report: the plays of its period, with images of the most played items.
import { buffer } from 'node:stream/consumers'
import type { AlertRule } from '@vitrine/contract/api/operations/alerts'
import type { PlayReport, PlayTotal } from '@vitrine/contract/api/screens/plays'
import { playsPerDay } from '@vitrine/contract/schedule/report-days'
import type { BlobStore } from '#blobs/blob-store.ts'
import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import type { PlayStore } from '#screens/plays/store/play-store.ts'
import type { Period } from './period.ts'

const TOP = 8
/** Maximum rows of the file: some 100 kB. */
const FILE_ROWS = 1000
/**
 * Maximum bytes of an image, and of all of them: emails and the outbox stay small. The thumbnail of a page of photos
 * (640 pixels, JPEG) has 50 to 100 kB.
 */
const PICTURE_BYTES = 120_000
const PICTURES_BYTES = 480_000

export interface Top extends Pick<PlayTotal, 'name' | 'plays' | 'seconds'> {
  picture: { mimetype: string; base64: string } | null
}

export interface ReportFacts {
  organization: string
  /** Screens in total, those that played something, and those that have never connected. */
  screens: number
  playing: number
  unseen: number
  plays: number
  /** Time of pages on screen; the media in them play at the same time. */
  seconds: number
  /** Plays of each day of the period. */
  days: { day: string; plays: number }[]
  top: Top[]
  /** Seconds of pages by screen. */
  busiest: Pick<PlayReport['screens'][number], 'name' | 'seconds'>[]
  /** Rows of the file, longest first. */
  totals: PlayTotal[]
  /** Whether more items than those in the file played. */
  hasMore: boolean
  /** Number of different alerts. */
  alerts: number
}

interface Dependencies {
  playStore: PlayStore
  blobs: BlobStore
}

/** `db` and `reader` are bound to the organization. */
export async function reportFacts(
  { playStore, blobs }: Dependencies,
  { db, reader }: { db: Db; reader: Db },
  { timezone }: Pick<NonNullable<AlertRule['report']>, 'timezone'>,
  period: Period,
): Promise<ReportFacts> {
  const { from, to } = period
  const report = await playStore.report(reader, { from, to })
  const pages = await playStore.report(reader, { from, to, kind: 'page' })
  const totals = await playStore.totals(reader, { from, to }, FILE_ROWS + 1)
  const { name } = await db.selectFrom('organizations').select('name').executeTakeFirstOrThrow()
  const { screens } = await db
    .selectFrom('devices')
    .select(({ fn }) => fn.countAll<number>().as('screens'))
    .executeTakeFirstOrThrow()
  const { unseen } = await db
    .selectFrom('devices')
    .leftJoin('device_states', 'device_states.id', 'devices.id')
    .where('device_states.lastSeenAt', 'is', null)
    .select(({ fn }) => fn.countAll<number>().as('unseen'))
    .executeTakeFirstOrThrow()
  const { alerts } = await db
    .selectFrom('alert_messages')
    .select(({ fn }) => fn.count<number>('title').distinct().as('alerts'))
    .where('kind', '=', 'alert')
    .where('at', '>=', from)
    .where('at', '<', to)
    .executeTakeFirstOrThrow()
  return {
    ...{ organization: name, screens: Number(screens), unseen: Number(unseen), alerts: Number(alerts) },
    ...{ totals: totals.slice(0, FILE_ROWS), hasMore: totals.length > FILE_ROWS },
    ...{ playing: report.screensCount, plays: report.plays, seconds: pages.seconds },
    days: playsPerDay(report.hours, timezone, period),
    top: await pictured(db, blobs, report.items.slice(0, TOP)),
    busiest: pages.screens.slice(0, TOP),
  }
}

async function pictured(db: Db, blobs: BlobStore, items: readonly PlayTotal[]): Promise<Top[]> {
  const ids = anyOf(
    db,
    items.map(({ itemId: id }) => ({ id })),
  )
  const find = (table: 'pages' | 'media') =>
    db
      .selectFrom(table)
      .innerJoin('thumbnails', 'thumbnails.id', `${table}.thumbnailId`)
      .select([`${table}.id`, 'thumbnails.sha256', 'thumbnails.mimetype', 'thumbnails.size'])
      .where(`${table}.id`, 'in', ids)
      .execute()
  const known = new Map([...(await find('pages')), ...(await find('media'))].map((row) => [row.id, row]))
  const top: Top[] = []
  let bytes = 0
  for (const { itemId, name, plays, seconds } of items) {
    const file = known.get(itemId)
    const fits = file && file.size <= PICTURE_BYTES && bytes + file.size <= PICTURES_BYTES
    const content = fits ? await readFile(blobs, file.sha256) : undefined
    bytes += content?.length ?? 0
    const picture = file && content ? { mimetype: file.mimetype, base64: content.toString('base64') } : null
    top.push({ name, plays, seconds, picture })
  }
  return top
}

/** A report whose file is missing has one image less. */
async function readFile(blobs: BlobStore, sha256: string): Promise<Buffer | undefined> {
  try {
    return await buffer(await blobs.read(sha256))
  } catch {
    return undefined
  }
}
