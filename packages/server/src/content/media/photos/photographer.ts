import { Readable } from 'node:stream'
import type { WebPage } from '@vitrine/contract/api/content/web-page'
import type { WebPicture } from '@vitrine/contract/api/content/web-picture'
import type { Announcing } from '#base/change.ts'
import { claimDue, type Due, dueRows } from '#base/due.ts'
import type { Platform } from '#base/platform.ts'
import { refuseBeyondLimit } from '#base/storage/queries.ts'
import type { Staged } from '#blobs/blob-store.ts'
import { createThumbnail } from '#content/thumbnails/queries.ts'
import { inTransaction } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { scoped } from '#db/scoped.ts'
import { photoChange } from '#db/sources.ts'
import { isoTime } from '#lib/clock.ts'
import { AppError } from '#lib/errors.ts'
import { Turns } from '#lib/work/turns.ts'
import { isStrict } from '#playback/copies.ts'
import type { LinkedMedium } from '#playback/manifest.ts'
import { keepSession, openLogin } from './logins.ts'
import { PhotoFailed } from './photo-failed.ts'
import { NO_PICTURE, type PhotoRow, photoOf, replaceThumbnail } from './queries.ts'
import { type Photo, type PhotoLimits, takePhoto } from './take-photo.ts'

const LOOK_EVERY = 5000
const MINUTE = 60_000
/** Due pages per look, in total and per organization. */
const PER_LOOK = 40
const OF_ORGANIZATION = 10
/** Minutes after which a page is photographed again whose server stopped while it did. */
const CLAIM = 3
/** Minutes before a failed picture is tried again, doubling up to an hour; refused logins may lock an account. */
const RETRY_MIN = 2
const RETRY_LOGIN = 15
const RETRY_MOST = 60
/** Failures in a row after which a picture counts as failing. */
const FAILURES_REPORTED = 3
const IMAGE_MAX = 20 * 2 ** 20
/** A browser takes most of a processor for seconds, and up to 1.5 GB. */
const AT_ONCE = 2

export interface PhotographerParts
  extends Pick<Platform, 'settings' | 'clock' | 'log' | 'seal' | 'blobs' | 'tools'> {
  database: Db
  publisher: Announcing
}

/** What is photographed: the saved page, or under strict approval the approved one. */
type Page = Pick<WebPage, 'address' | 'zoom'> & { picture: WebPicture }

/**
 * Photographs web pages at their intervals; of all servers on one database, one takes each picture. Organizations take
 * turns, and have one browser at a time. The last good picture stays when one fails.
 */
export class Photographer {
  /** Of each picture; those of `takePhoto` where none is set. */
  readonly limits: Pick<PhotoLimits, 'time'> = {}
  readonly #parts: PhotographerParts
  readonly #timer: NodeJS.Timeout | undefined
  readonly #running = new Set<Promise<unknown>>()
  readonly #stop = new AbortController()
  /** A picture ends within its own time, so that none has to be stopped for another. */
  readonly #turns = new Turns({
    ...{ atOnce: AT_ONCE, slowAfter: 60_000, slowAtOnce: AT_ONCE, stopAfter: 120_000 },
    ...{ waitingEach: 2, waitingTogether: OF_ORGANIZATION },
  })

  /** `idle`: this server leaves them to others. */
  constructor(parts: PhotographerParts, { idle = false } = {}) {
    this.#parts = parts
    if (idle) return
    this.#timer = setInterval(() => void this.refresh(), LOOK_EVERY)
    this.#timer.unref()
  }

  /** Whether this server has a browser. */
  get isPossible(): boolean {
    return this.#parts.tools.chromium !== null
  }

  /** Photographs due pages, and waits for those that an earlier look has taken; never fails. */
  async refresh(): Promise<void> {
    if (!this.isPossible) return
    const look = this.#look().catch((error) =>
      this.#parts.log.error({ err: error }, 'Photographing web pages failed'),
    )
    void this.#follow(look)
    await Promise.allSettled(this.#running)
  }

  async close(): Promise<void> {
    this.#stop.abort(new Error('The server is stopping'))
    clearInterval(this.#timer)
    await Promise.allSettled(this.#running)
  }

  /** Photographs a page for a person who waits. Throws TOO_MANY_REQUESTS. */
  async now(organizationId: string, id: string): Promise<void> {
    const row = await photoOf(scoped(this.#parts.database, organizationId), id)
    if (row && this.isPossible) await this.#follow(this.#photograph(row))
  }

  async #follow<T>(work: Promise<T>): Promise<T> {
    this.#running.add(work)
    try {
      return await work
    } finally {
      this.#running.delete(work)
    }
  }

  async #look(): Promise<void> {
    if (this.#stop.signal.aborted) return
    const { database, clock } = this.#parts
    const due = await dueRows(database, 'web_photos', clock.now(), { most: PER_LOOK, each: OF_ORGANIZATION })
    await Promise.all(due.map((each) => this.#take(each)))
  }

  async #take(due: Due): Promise<void> {
    const { database, log } = this.#parts
    const { id, organizationId } = due
    const db = scoped(database, organizationId)
    if (!(await this.#claim(db, due))) return
    try {
      const row = await photoOf(db, id)
      if (row) await this.#photograph(row)
    } catch (error) {
      // Deleted in between, or too many pages of this organization wait.
      log.info({ err: error, media: id }, 'Photographing a web page failed')
    }
  }

  #claim = (db: Db, due: Pick<Due, 'id' | 'nextAt'>) =>
    claimDue(db, 'web_photos', due, this.#parts.clock.now() + CLAIM * MINUTE)

  async #photograph({ id, organizationId, nextAt }: PhotoRow): Promise<void> {
    const { database, seal, settings, tools } = this.#parts
    const db = scoped(database, organizationId)
    const { chromium } = tools
    const page = await pageOf(db, id)
    if (!page || chromium === null) return
    const login = await openLogin(db, seal, id, page)
    const outcome = await this.#turns.run({ organizationId, userId: id }, async (turn) => {
      // Its turn may have come later than the claim lasts.
      if (!(await this.#claim(db, { id, nextAt }))) return undefined
      const signal = AbortSignal.any([turn.signal, this.#stop.signal])
      const order = { ...page, ...login }
      const limits = { ...this.limits, chromium, localHosts: settings.LOCAL_HOSTS, signal }
      return takePhoto(order, limits).catch((error: unknown) => {
        if (error instanceof PhotoFailed) return error
        throw error
      })
    })
    if (!outcome) return
    if (outcome instanceof PhotoFailed) return this.#noteFailure({ id, organizationId }, page, outcome)
    try {
      await this.#keep({ id, organizationId }, page, outcome)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      await this.#noteFailure({ id, organizationId }, page, new PhotoFailed('storage'))
    }
  }

  /** Stores a picture, and tells screens if it is another one. */
  async #keep({ id, organizationId }: Pick<PhotoRow, 'id' | 'organizationId'>, page: Page, photo: Photo) {
    const { database, publisher, seal } = this.#parts
    const staged: Staged[] = []
    try {
      for (const bytes of [photo.image, photo.thumbnail]) staged.push(await this.#stage(bytes))
      const [image, thumbnail] = staged as [Staged, Staged]
      const known = await photoOf(scoped(database, organizationId), id)
      const isNew = known?.sha256 !== image.sha256
      if (isNew) for (const each of staged) await each.keep()
      const isSaved = await inTransaction(database, async (tx) => {
        const db = scoped(tx, organizationId)
        // Saved in between: this picture is of the previous settings, and the next one is due.
        if (JSON.stringify(await pageOf(db, id)) !== JSON.stringify(page)) return false
        if (photo.session) await keepSession(db, seal, id, photo.session)
        const now = this.#parts.clock.now()
        const facts = { sha256: image.sha256, mimetype: photo.mimetype, size: image.size }
        await db
          .updateTable('web_photos')
          .set({
            ...{
              address: page.address,
              takenAt: now,
              checkedAt: now,
              nextAt: now + page.picture.every * MINUTE,
            },
            ...{ problem: null, detail: '', failures: 0, failingSince: null },
            ...(isNew && { ...facts, changedAt: now }),
          })
          .where('id', '=', id)
          .execute()
        if (isNew) await this.#store(db, { id, organizationId }, { ...facts, thumbnail })
        return true
      })
      if (!isSaved || !isNew) return
      const changes = [photoChange(organizationId, id)]
      await publisher.publish(changes)
      await publisher.announce(database, changes)
    } finally {
      for (const each of staged) await each.discard()
    }
  }

  #stage = (bytes: Buffer): Promise<Staged> => this.#parts.blobs.stage(Readable.from([bytes]), IMAGE_MAX)

  /** Files of a picture are those of the page's thumbnail: counted, moved, and freed with it. */
  async #store(
    db: Db,
    { id, organizationId }: Pick<PhotoRow, 'id' | 'organizationId'>,
    { thumbnail, ...full }: { sha256: string; mimetype: string; size: number; thumbnail: Staged },
  ): Promise<void> {
    const { settings, clock } = this.#parts
    await refuseBeyondLimit(db, settings, organizationId, full.size + thumbnail.size)
    const now = isoTime(clock.now())
    const screenshotId = await createThumbnail(db, { organizationId, ...full }, now)
    const small = { organizationId, sha256: thumbnail.sha256, mimetype: 'image/jpeg', size: thumbnail.size }
    await replaceThumbnail(db, id, await createThumbnail(db, small, now, screenshotId))
  }

  async #noteFailure(
    { id, organizationId }: Pick<PhotoRow, 'id' | 'organizationId'>,
    { address, picture }: Page,
    { problem, detail }: PhotoFailed,
  ): Promise<void> {
    const { database, publisher, clock } = this.#parts
    const now = clock.now()
    const isGone = await inTransaction(database, async (tx) => {
      const db = scoped(tx, organizationId)
      const row = await photoOf(db, id)
      if (!row) return false
      const failures = row.failures + 1
      const soonest = problem.startsWith('login') ? RETRY_LOGIN : RETRY_MIN
      const wait = Math.max(soonest, Math.min(picture.every, RETRY_MOST), Math.min(RETRY_MOST, 2 ** failures))
      const failingSince = row.failingSince ?? (failures >= FAILURES_REPORTED ? now : null)
      // The last good picture stays, unless it is of another page.
      const isOther = row.sha256 !== '' && row.address !== address
      const state = { checkedAt: now, nextAt: now + wait * MINUTE, problem, detail, failures, failingSince }
      await db
        .updateTable('web_photos')
        .set({ ...(isOther && { ...NO_PICTURE, address }), ...state })
        .where('id', '=', id)
        .execute()
      if (isOther) await replaceThumbnail(db, id, null)
      return isOther
    })
    if (!isGone) return
    const changes = [photoChange(organizationId, id)]
    await publisher.publish(changes)
    await publisher.announce(database, changes)
  }
}

/** Undefined if the page is deleted, or shown live. `db` is bound to its organization. */
async function pageOf(db: Db, id: string): Promise<Page | undefined> {
  const approved = (await isStrict(db)) ? await approvedOf(db, id) : undefined
  if (approved) return approved
  const row = await db.selectFrom('media').select('web').where('id', '=', id).executeTakeFirst()
  const { address, zoom, picture } = (row?.web ? JSON.parse(row.web) : {}) as Partial<WebPage>
  return address !== undefined && zoom !== undefined && picture ? { address, zoom, picture } : undefined
}

/** What screens play under strict approval: an address or a setting that waits for it is not photographed. */
async function approvedOf(db: Db, id: string): Promise<Page | undefined> {
  const row = await db
    .selectFrom('approved_copies')
    .select('copy')
    .where('id', '=', id)
    .where('kind', '=', 'media')
    .executeTakeFirst()
  const { medium, picture } = (row?.copy ? JSON.parse(row.copy) : {}) as Partial<LinkedMedium>
  const { address, zoom } = medium?.web ?? {}
  return address !== undefined && zoom !== undefined && picture ? { address, zoom, picture } : undefined
}
