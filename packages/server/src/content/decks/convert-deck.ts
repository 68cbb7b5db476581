// Converts an uploaded PDF or slides to images: renders each page, stores the files, and writes the rows in one
// transaction.
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { DECK_TYPES } from '@vitrine/contract/api/content/conversions/decks'
import { z } from 'zod'
import type { Change } from '#base/change.ts'
import { openIncoming } from '#base/storage/api.ts'
import { refuseBeyondLimit } from '#base/storage/queries.ts'
import type { Staged } from '#blobs/blob-store.ts'
import { endConversion } from '#content/media/conversions/queries.ts'
import type { ConvertParts, Running } from '#content/media/conversions/run.ts'
import { countPages, drawPage } from '#content/uploads/drawing/api.ts'
import { inTransaction } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { scoped } from '#db/scoped.ts'
import type { ConversionsTable } from '#db/tables/content.ts'
import { AppError } from '#lib/errors.ts'
import { addDeck } from './add-deck.ts'
import { asPdf } from './office.ts'
import type { NewPage } from './pages.ts'
import { type PreparedReplacement, prepareReplacement, removedPages, replacePages } from './replace-pages.ts'

/** Maximum bytes of a page's image, and of its thumbnail. */
const MAX_PICTURE = 100 * 2 ** 20

export const DeckParams = z.object({
  /** Seconds per page in the new storyboard; null: no storyboard. */
  storyboard: z.number().nullable(),
  /** The version of the deck that the caller saw. */
  version: z.number().nullable(),
  /** The user confirmed that pages in use are removed. */
  confirmed: z.boolean().default(false),
  /** The previous version that this file restores. */
  restores: z.number().nullable().default(null),
})
export type DeckParams = z.input<typeof DeckParams>

/** Why slides can't be converted on this server. */
export const NEEDS_LIBREOFFICE =
  "can't be opened on this server, which has no LibreOffice. Save it as PDF and upload that."

export async function convertDeck(parts: ConvertParts, running: Running): Promise<void> {
  const { blobs, tools } = parts
  const { row, signal } = running
  const staged = await blobs.stage(await blobs.read(row.sha256), row.size)
  try {
    if (row.mimetype === DECK_TYPES.pdf) return await drawAll(parts, running, staged.path)
    if (tools.soffice === null) throw new AppError('UNSUPPORTED_MEDIA', NEEDS_LIBREOFFICE)
    const { mimetype } = row
    await asPdf(tools.soffice, { file: staged.path, mimetype, signal }, (pdf) => drawAll(parts, running, pdf))
  } finally {
    await staged.discard()
  }
}

async function drawAll(parts: ConvertParts, running: Running, file: string): Promise<void> {
  const { database, settings, clock } = parts
  const { row, signal, progress } = running
  const db = scoped(database, row.organizationId)
  const params = DeckParams.parse(JSON.parse(row.params))
  const owner = { organizationId: row.organizationId, userId: row.userId ?? row.organizationId }
  const total = await patiently(signal, () => countPages(file, owner))
  await progress(0, total)
  if (row.deckId !== null && !params.confirmed) {
    const removed = await removedPages(db, row.deckId, total)
    if (removed.usedIn.length > 0)
      return endConversion(db, row.id, { state: 'asking', total, removed }, clock.now())
  }
  const pages: NewPage[] = []
  const room = await openIncoming(db, settings, row.organizationId)
  try {
    for (let page = 1; page <= total; page++) {
      signal.throwIfAborted()
      const drawn = await patiently(signal, () => drawPage(file, page, owner))
      room.take(drawn.bytes.length + drawn.thumbnail.length)
      const { width, height, mimetype } = drawn
      const picture = await stage(parts, drawn.bytes)
      const thumbnail = await stage(parts, drawn.thumbnail).catch(async (error) => {
        await picture.discard()
        throw error
      })
      pages.push({ page, picture, thumbnail, width, height, mimetype })
      await progress(page)
    }
    await keep(parts, row, params, pages)
  } finally {
    room.end()
    for (const { picture, thumbnail } of pages) await Promise.all([picture.discard(), thumbnail.discard()])
  }
}

const stage = ({ blobs }: ConvertParts, bytes: Uint8Array): Promise<Staged> =>
  blobs.stage(Readable.from([Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)]), MAX_PICTURE)

/** Keeps all pages or none. */
async function keep(
  { database, blobs, settings, clock, publisher }: ConvertParts,
  row: ConversionsTable,
  params: z.output<typeof DeckParams>,
  pages: readonly NewPage[],
): Promise<void> {
  const { organizationId } = row
  for (const { picture, thumbnail } of pages) {
    await picture.keep()
    await thumbnail.keep()
  }
  const prepared =
    row.deckId === null
      ? null
      : await prepareReplacement(scoped(database, organizationId), blobs, row.deckId, pages)
  const bytes = pages.reduce((sum, { picture, thumbnail }) => sum + picture.size + thumbnail.size, row.size)
  const write = async (tx: Db): Promise<Change[]> => {
    const db = scoped(tx, organizationId)
    await refuseBeyondLimit(db, settings, organizationId, bytes)
    const now = clock.now()
    const work = { settings, now, row, params, pages }
    const { deckId, changes } = await writePages(db, work, prepared)
    await endConversion(db, row.id, { state: 'done', deckId, total: pages.length }, now)
    await publisher.announce(tx, changes, [{ organizationId, topics: TOPICS }], row.userId ?? undefined)
    return changes
  }
  await publisher.publish(await inTransaction(database, write))
  publisher.notify([{ organizationId, topics: TOPICS }])
}

const TOPICS = ['media', 'layout', 'storyboards', 'devices']

/** The rows to write for a conversion, in its transaction. */
export interface DeckWork {
  settings: ConvertParts['settings']
  now: number
  row: ConversionsTable
  params: z.output<typeof DeckParams>
  pages: readonly NewPage[]
}

async function writePages(
  db: Db,
  work: DeckWork,
  prepared: PreparedReplacement | null,
): Promise<{ deckId: string; changes: Change[] }> {
  if (prepared) return replacePages(db, work, prepared)
  return { deckId: await addDeck(db, work), changes: [] }
}

/** Milliseconds before retrying a page that the queue refused, and the maximum retries. */
const AGAIN = 2000
const TRIES = 30

/** Waits for the queue: pages are rendered one at a time, so a full queue is other people's work. */
async function patiently<T>(signal: AbortSignal, draw: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++)
    try {
      return await draw()
    } catch (error) {
      const isBusy = error instanceof AppError && error.errKey === 'TOO_MANY_REQUESTS'
      if (!isBusy || tried >= TRIES) throw error
      await wait(AGAIN, undefined, { signal })
    }
}
