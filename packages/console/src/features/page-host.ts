import { mediaInDocument, type ReadDocument } from '@vitrine/contract/layout-document'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { type Host, hostWith, type MediaFile, type Mode, type Source } from '@vitrine/widgets/host'
import { LiveData } from '@vitrine/widgets/live-data'
import { sampleFeed, samplePrayer, sampleWeather } from '@vitrine/widgets/samples'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { clock } from '#lib/clock.ts'
import { fileUrl } from '#lib/files.ts'
import { useSession } from '#lib/session.ts'
import { type MediaById, useMediaItems } from './page-media.ts'

interface PageHost extends Pick<Partial<Host>, 'run' | 'onCommand' | 'reportProgress' | 'since'> {
  document: ReadDocument
  mode: Mode
  motion: boolean
}

/** The world of a page that is drawn in the console: real media, the real time, live data or, while there is none, made-up. */
export function usePageHost({ document, mode, motion, ...parts }: PageHost): Host {
  const { i18n } = useTranslation()
  const media = usePageMedia(document)
  const token = useSession(({ profile, token }) => profile?.mediaToken ?? token ?? '')
  const files = useMemo(() => filesOf(media, token), [media, token])
  const { run, onCommand, reportProgress, since } = parts
  return useMemo(
    () =>
      hostWith({
        mode,
        motion,
        locale: i18n.language,
        now: clock.now,
        onTick,
        media: (id) => files.get(id),
        weather: (place) =>
          filled(`weather ${place}`, live.weather(place), () => sampleWeather(place, clock.now())),
        prayer: (place, method) =>
          filled(`prayer ${place} ${method}`, live.prayer(place, method), () =>
            samplePrayer(place, clock.now()),
          ),
        feed: (url) => filled(`feed ${url}`, live.feed(url), () => sampleFeed(clock.now())),
        ...(run && { run }),
        ...(onCommand && { onCommand }),
        ...(reportProgress && { reportProgress }),
        ...(since !== undefined && { since }),
      }),
    [mode, motion, i18n.language, files, run, onCommand, reportProgress, since],
  )
}

/** The media that a page uses, as far as they have arrived. */
export function usePageMedia(document: ReadDocument): MediaById {
  const key = useMemo(() => mediaInDocument(document, WIDGET_FIELDS).join(' '), [document])
  const ids = useMemo(() => key.split(' ').filter(Boolean), [key])
  return useMediaItems(ids)
}

const filesOf = (media: MediaById, token: string): ReadonlyMap<string, MediaFile> =>
  new Map(
    Object.values(media).map(({ id, url, mimetype, name, width, height, duration }) => [
      id,
      { url: fileUrl(url, token), mimetype, name, width, height, duration },
    ]),
  )

/** What the server knows, as a screen would get it. */
const live = new LiveData({
  ask: async (kind, query) => {
    if (kind === 'weather') return (await api.widgetData.weather({ query })).weather
    if (kind === 'prayer') return (await api.widgetData.prayer({ query })).prayer
    return query.url ? (await api.widgetData.feed({ query })).feed : null
  },
})

const sources = new Map<string, Source<unknown>>()
/** Made-up data, marked as such, until there is real data. A widget must get the same source every time it asks. */
function filled<T>(key: string, real: Source<T>, makeSample: () => Source<T>): Source<T> {
  const known = sources.get(key)
  if (known) return known as Source<T>
  const sample = makeSample()
  const source = { get: () => real.get() ?? sample.get(), subscribe: real.subscribe }
  sources.set(key, source)
  return source
}

const SECOND = 1000
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | undefined

/** One timer for all widgets of all pages, at the turn of the second. */
function onTick(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setTimeout(tick, SECOND - (clock.now() % SECOND))
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearTimeout(timer)
    timer = undefined
  }
}
function tick() {
  timer = setTimeout(tick, SECOND - (clock.now() % SECOND))
  for (const listener of listeners) listener()
}
