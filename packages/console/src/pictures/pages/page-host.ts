import type { Captions } from '@vitrine/contract/api/content/media'
import { mediaInDocument, NO_DOCUMENT, type ReadDocument } from '@vitrine/contract/document/layout-document'
import { PACKAGE_TYPE, packageAddress } from '@vitrine/contract/document/package-files'
import { SCREEN_KEY } from '@vitrine/contract/document/screen-values'
import type { SourceData } from '@vitrine/contract/document/source-data'
import { filesKey } from '@vitrine/contract/fields/files-rule'
import type { ScreenTraits } from '@vitrine/contract/schedule/screen-rule'
import { fillAddress } from '@vitrine/contract/sites/screen-address'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { type Host, hostWith, type MediaFile, type Mode, type Source } from '@vitrine/widgets/host'
import { LiveData } from '@vitrine/widgets/live-data'
import { sampleFeed, samplePrayer, sampleWeather } from '@vitrine/widgets/samples'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { api, download } from '#lib/api.ts'
import { clock } from '#lib/clock.ts'
import { fileUrl, useFileToken } from '#lib/files.ts'
import { ownZone } from '#lib/text/time-zone.ts'
import { useAllowedHosts } from '#queries/allowed-sites.ts'
import { type MediaById, useMediaItems } from '#queries/media.ts'
import { useScreenLocale } from '#queries/organizations.ts'
import { useAsLanguage } from './as-language.ts'
import { useAsTraits, useScreenRows } from './as-screen.ts'
import { withLabel } from './live-video.ts'
import { type PageContent, usePageContent } from './page-media.ts'
import { settled } from './settled-source.ts'
import { isLikeness } from './thumbnail-likeness.ts'

interface PageHost
  extends Pick<Partial<Host>, 'run' | 'answer' | 'onCommand' | 'reportProgress' | 'reportError' | 'since'> {
  document: ReadDocument
  mode: Mode
  motion: boolean
  /** The rendered width in pixels, without animation. Uses thumbnails where they look the same. */
  across?: number
  /** Shows what the screen that people chose would: its values and entries, and the language. */
  asScreen?: boolean
  /** Shows the entries of media zones that play on such a screen; absent: all. */
  traits?: ScreenTraits | undefined
  /** Instead of the saved media and cards. */
  content?: PageContent | undefined
}

/**
 * The host of a page rendered in the console: real media, the real time, and live data, or sample data until there is
 * some.
 */
export function usePageHost({
  document,
  mode,
  motion,
  across,
  asScreen = false,
  traits: ownTraits,
  content: given,
  ...parts
}: PageHost): Host {
  const saved = usePageContent(given ? NO_DOCUMENT_READ : document)
  const content = given ?? saved
  const isNamed = useMemo(() => NAMES_SCREEN.test(JSON.stringify([document, content])), [document, content])
  const { screen, language, traits } = useShownAs(isNamed, asScreen, ownTraits)
  const locale = useScreenLocale()
  const files = useFiles(content, locale, screen, across)
  const sites = useAllowedHosts()
  const { run, answer, onCommand, reportProgress, reportError, since } = parts
  const reports = useMemo(() => reportsTo({ reportProgress, reportError }), [reportProgress, reportError])
  return useMemo(
    () =>
      hostWith({
        mode,
        motion,
        locale,
        language,
        traits,
        now: clock.now,
        timeZone: ownZone(),
        onTick,
        media: (id) => files.get(id),
        listed: (rule) => content.listed?.[filesKey(rule)] ?? [],
        ...liveParts(screen),
        sites: () => sites,
        ...(run && { run }),
        ...(answer && { answer }),
        ...(onCommand && { onCommand }),
        ...(since !== undefined && { since }),
        ...reports,
      }),
    [
      mode,
      motion,
      locale,
      language,
      traits,
      files,
      content,
      screen,
      sites,
      run,
      answer,
      onCommand,
      reports,
      since,
    ],
  )
}

function useFiles(content: PageContent, locale: string, screen: SourceData | undefined, across?: number) {
  const token = useFileToken()
  const { t } = useTranslation()
  const label = t('preview.liveVideo')
  return useMemo(
    () => filesOf(content, token, locale, label, screen, across),
    [content, token, locale, label, screen, across],
  )
}

/** What depends on the screen that people chose. */
function useShownAs(isNamed: boolean, asScreen: boolean, own: ScreenTraits | undefined) {
  const screen = useScreenRows(isNamed, asScreen)
  const language = useAsLanguage()
  const traits = useAsTraits()
  return asScreen ? { screen, language, traits } : { screen, language: undefined, traits: own }
}

/** Texts that show values of screens, before reading them. */
const NAMES_SCREEN = /\{\s*screen\s*:/i

const constant = (rows: SourceData): Source<SourceData> => ({ get: () => rows, subscribe: () => () => {} })

const NO_DOCUMENT_READ: ReadDocument = { ...NO_DOCUMENT, widgets: [] }

/** The loaded media that a page references. */
export function usePageMedia(document: ReadDocument): MediaById {
  const key = useMemo(() => mediaInDocument(document, WIDGET_FIELDS).join(' '), [document])
  const ids = useMemo(() => key.split(' ').filter(Boolean), [key])
  return useMediaItems(ids)
}

function filesOf(
  { media, cards }: PageContent,
  token: string,
  locale: string,
  label: string,
  screen: SourceData | undefined,
  across?: number,
): ReadonlyMap<string, MediaFile> {
  const files = new Map<string, MediaFile>()
  for (const { id, ...listed } of Object.values(media)) {
    const { stream } = listed.web ?? {}
    const item = media[stream?.fallbackId ?? ''] ?? { id, ...listed }
    const set = (file: MediaFile) => files.set(id, stream ? withLabel(file, label) : file)
    const { mimetype, name, width, height, duration, cardId, thumbnailId, captions, face } = item
    const page = cardId === null ? undefined : cards[cardId]
    const small = !face && thumbnailId !== null && across !== undefined && isLikeness(mimetype, across)
    const [url, type] = small ? [`/thumbnail/download/${thumbnailId}`, 'image/jpeg'] : [item.url, mimetype]
    if (page) set({ url: `page:${page.id}:${page.version}`, mimetype, name, page })
    else if (item.web?.picture && thumbnailId !== null) {
      const taken = fileUrl(`/thumbnail/download/${thumbnailId}`, token)
      set({ url: taken, mimetype: 'image/jpeg', name })
    } else if (item.web) {
      const address = fillAddress(item.web.address, (key) =>
        key === SCREEN_KEY ? screen : live.source(key).get(),
      )
      // Without the values that it needs, a screen opens nothing.
      const shown = { ...item.web, address: address ?? item.web.address }
      set({ url: `web:${shown.address}`, mimetype, name, web: shown })
    } else if (cardId === null) {
      const address = fileUrl(url, token)
      const shown = type === PACKAGE_TYPE ? packageAddress(address, { locale }) : address
      const file = { url: shown, mimetype: type, name, width, height, duration, ...(face && { face }) }
      set(captions && !small ? { ...file, captions: captionsOf(item.id, captions) } : file)
    }
  }
  return files
}

const captionsOf = (id: string, { src: sha256, language }: Captions) => ({
  key: `${sha256} ${language}`,
  language,
  text: async () => (await download(api.captions.file.route, { params: { id, sha256 } })).text(),
})

/** Live data from the server, in the form that screens get. */
const live = new LiveData({
  ask: async (kind, query) => {
    if (kind === 'weather') return (await api.widgetData.weather({ query })).weather
    if (kind === 'prayer') return (await api.widgetData.prayer({ query })).prayer
    if (kind === 'source') return (await api.widgetData.source({ query })).source
    return query.url ? (await api.widgetData.feed({ query })).feed : null
  },
})

const reportsTo = ({ reportProgress, reportError }: Pick<PageHost, 'reportProgress' | 'reportError'>) => ({
  ...(reportProgress && { reportProgress }),
  ...(reportError && { reportError }),
})

/** Live data, or samples until there is some. `screen`: the values of the screen that is shown. */
const liveParts = (screen: SourceData | undefined): Pick<Host, 'weather' | 'prayer' | 'feed' | 'source'> => ({
  weather: (place) =>
    filled(`weather ${place}`, live.weather(place), () => sampleWeather(place, clock.now())),
  prayer: (place, method) =>
    filled(`prayer ${place} ${method}`, live.prayer(place, method), () => samplePrayer(place, clock.now())),
  feed: (url) => filled(`feed ${url}`, settled(live.feed(url)), () => sampleFeed(clock.now())),
  source: (key) => (key === SCREEN_KEY && screen ? constant(screen) : live.source(key)),
})

const sources = new Map<string, Source<unknown>>()
/** Sample data, marked as such, until real data arrives. Cached, because a widget must always get the same source. */
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

/** One timer for all widgets of all pages, on full seconds. */
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
