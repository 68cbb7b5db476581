import type { ShownWebPage } from '@vitrine/contract/api/content/web-page'
import { OLD_AFTER, PHOTO_FIELDS, photoKey } from '@vitrine/contract/document/photo-key'
import type { SourceData } from '@vitrine/contract/document/source-data'
import { CALLS } from '@vitrine/contract/player/calls'
import type { MediaEvents, MediaOptions, ShownMedium } from '@vitrine/widgets/host'
import { showFile } from '@vitrine/widgets/show-file'
import { FILL } from '@vitrine/widgets/surround'
import { download } from '#downlink/download.ts'
import type { FileStore } from '#downlink/stores/file-store.ts'
import { type Live, liveOf } from '#lib/live.ts'
import type { Clock } from '#lib/time/clock.ts'
import type { Open } from '#lib/transport.ts'
import { TIMELESS } from './timeless.ts'

/** A web page of which the server takes pictures. */
export interface ShownPhoto {
  mediaId: string
  /** For reports. */
  name: string
  picture: NonNullable<ShownWebPage['picture']>
  live: Live
  store: FileStore
  open: Open
  clock: Pick<Clock, 'now'>
  locale: string
  timeZone: string
}

interface Photo {
  sha256: string
  mimetype: string
  size: number
  takenAt: number
}

const MINUTE = 60_000
/** Milliseconds without any picture, after which another entry shows. */
const PATIENCE_MS = 2500
/** How often its age is looked at. */
const LOOK_MS = 15_000
const DAY = 24 * 60 * MINUTE
/** How long the old picture stays under the new one. */
const OVERLAP_MS = 200
/** As large as the zone asks, in pixels of the page, which is scaled to the screen; browsers without such units take the first size. */
const LABEL =
  'position:absolute;inset-block-end:1%;inset-inline-end:1%;padding:.2em .55em;border-radius:.3em;font:500 24px/1.3 "IBM Plex Sans Variable",Arial,sans-serif;font-size:max(20px,2.2cqmin);color:#fff;'

/** The picture that the server took last, as the rows have it. */
export function photoIn(data: SourceData | undefined): Photo | undefined {
  const row = data?.rows[0]
  if (!row) return undefined
  const [sha256, mimetype, size, takenAt] = PHOTO_FIELDS.map((field) => row[data.columns.indexOf(field)])
  const isPhoto =
    typeof sha256 === 'string' && /^[0-9a-f]{64}$/.test(sha256) && /^image\//.test(String(mimetype))
  return isPhoto
    ? { sha256, mimetype: String(mimetype), size: Number(size), takenAt: Number(takenAt) }
    : undefined
}

/**
 * The picture of a web page, from the file store, so that it shows offline too. The last one stays until the next one has
 * arrived, with its time once it is old.
 */
export function showPhoto(shown: ShownPhoto, options: MediaOptions, events: MediaEvents): ShownMedium {
  const { mediaId, name, picture, store, open, clock } = shown
  const rows = liveOf(shown.live).source(photoKey(mediaId))
  const element = document.createElement('div')
  const label = document.createElement('div')
  const cancel = new AbortController()
  let medium: ShownMedium | undefined
  let coming: ShownMedium | undefined
  let shownHash = ''
  let fetching = ''
  let askedAt = clock.now()
  element.style.cssText = `${FILL}container-type:size;`
  label.style.cssText = LABEL
  label.hidden = true
  element.append(label)

  const look = () => {
    const taken = photoIn(rows.get())?.takenAt
    if (taken === undefined) return
    const now = clock.now()
    const age = now - taken
    const every = picture.every * MINUTE
    const isOld = age > OLD_AFTER * every
    label.hidden = !(isOld || picture.caption) || !medium
    label.style.background = isOld ? '#8a4b00e6' : '#000000a6'
    label.textContent = `${isOld ? '⚠ ' : ''}${timeText(taken, age >= DAY, shown)}`
    label.dataset.age = isOld ? 'old' : 'fresh'
    // What is unchanged isn't published: only the screens that show it ask when it was taken last.
    if (age < every * 1.2 || now - askedAt < Math.max(MINUTE, every / 2)) return
    askedAt = now
    void rows.run()
  }
  const put = (photo: Photo) => {
    const url = store.url(photo.sha256)
    if (!url || photo.sha256 === shownHash) return
    coming?.dispose()
    const next = showFile({ url, mimetype: photo.mimetype, name }, options, {
      ready: () => {
        if (next !== coming) return
        const [before, old] = [medium, shownHash]
        medium = next
        coming = undefined
        shownHash = photo.sha256
        look()
        if (!before) return events.ready()
        setTimeout(() => {
          before.dispose()
          void store.remove(old)
        }, OVERLAP_MS)
      },
      failed: (error) => {
        if (next !== coming) return
        coming = undefined
        next.dispose()
        void store.remove(photo.sha256)
        if (medium) events.trouble?.(error)
        else events.failed(error)
      },
    })
    coming = next
    label.before(next.element)
  }
  const bring = () => {
    look()
    const photo = photoIn(rows.get())
    if (!photo || photo.sha256 === shownHash || photo.sha256 === fetching) return
    if (store.url(photo.sha256)) return put(photo)
    fetching = photo.sha256
    fetchPhoto(photo, { store, open, signal: cancel.signal })
      .then(
        () => cancel.signal.aborted || put(photo),
        () => undefined,
      )
      .finally(() => {
        if (fetching === photo.sha256) fetching = ''
      })
  }
  const leave = rows.subscribe(bring)
  void rows.stored().then(() => cancel.signal.aborted || bring())
  const timer = setInterval(bring, LOOK_MS)
  const patience = setTimeout(() => {
    if (!medium) events.failed(new Error(`Web page ${name}: there is no picture yet`))
  }, PATIENCE_MS)
  return {
    ...TIMELESS,
    element,
    isReady: () => medium !== undefined,
    dispose: () => {
      cancel.abort()
      leave()
      clearInterval(timer)
      clearTimeout(patience)
      medium?.dispose()
      coming?.dispose()
      element.remove()
    },
  }
}

interface Fetch {
  store: FileStore
  open: Open
  signal: AbortSignal
}

/** Verified like every other file. A full store keeps what is there. */
const fetchPhoto = (photo: Photo, { store, open, signal }: Fetch): Promise<void> =>
  download(
    photo,
    store,
    {
      file: async (sha256, from, aborted) => {
        const headers: Record<string, string> = from > 0 ? { Range: `bytes=${from}-` } : {}
        const opened = await open(CALLS.player.file, { params: { sha256 }, headers, signal: aborted })
        opened.settle()
        return opened.response
      },
    },
    signal,
    async () => false,
  )

function timeText(
  at: number,
  hasDay: boolean,
  { locale, timeZone }: Pick<ShownPhoto, 'locale' | 'timeZone'>,
): string {
  const clock = { hour: '2-digit', minute: '2-digit', timeZone } as const
  const day = hasDay ? ({ day: 'numeric', month: 'short' } as const) : {}
  return new Intl.DateTimeFormat(locale, { ...clock, ...day }).format(at)
}
