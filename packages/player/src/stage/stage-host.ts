import type { ManifestMedia, ManifestPage } from '@vitrine/contract/api/playback/manifest'
import type { ScreenFacts } from '@vitrine/contract/api/screens/screen-report'
import { packageAddress } from '@vitrine/contract/document/package-files'
import { SCREEN_KEY } from '@vitrine/contract/document/screen-values'
import { pageShowsAt } from '@vitrine/contract/schedule/show-dates'
import { fillAddress } from '@vitrine/contract/sites/screen-address'
import { type AnswerValue, type Host, hostWith, type MediaFile } from '@vitrine/widgets/host'
import { captionsText } from '#downlink/captions-text.ts'
import { traitsIn } from '#downlink/for-screen.ts'
import { CONTENT_SANDBOX } from '#downlink/hidden-frame.ts'
import type { Packages } from '#downlink/packages.ts'
import { lookUp, PART_KINDS, type Parts } from '#downlink/parts.ts'
import type { FileStore } from '#downlink/stores/file-store.ts'
import { type Live, liveOf } from '#lib/live.ts'
import type { Signal } from '#lib/signal.ts'
import type { Clock } from '#lib/time/clock.ts'
import type { Open } from '#lib/transport.ts'
import type { Layer } from './layers.ts'
import { freshAddress, MAY_MOVE } from './pages/animated.ts'
import { keyOfValues, rowsOf, type ScreenValues, sourceOf } from './screen-rows.ts'
import type { Show } from './show-at.ts'
import { lazyMedium } from './sites/lazy-medium.ts'

/** The environment of the stage. */
export interface StageServices {
  clock: Clock
  store: FileStore
  packages: Pick<Packages, 'url' | 'isThere' | 'follow' | 'onDied'>
  onSecond: (listener: () => void) => () => void
  /** The configured volume, 0 to 1. */
  volume: Signal<number>
  sound: Signal<ScreenFacts['sound']>
  /** The screen's language and formats. */
  locale: Signal<string>
  /** The values of the screen. */
  values: Signal<ScreenValues>
  run: Host['run']
  answer: (page: ManifestPage, widgetId: string, value: AnswerValue) => void
  /** The organization's allowed sites. */
  sites: Host['sites']
  live: Live
  /** Behind pages without a background; absent: black. */
  ground?: string
  /** Sends calls to the server. */
  open: Open
  report: (problem: string) => void
  /** Called when a media zone of a page shows another entry. */
  progress: (layerId: number, widgetId: string, shown: { mediaId: string; order: number }) => void
  /** Called when a video of the visible page started, or plays, this many milliseconds late. */
  step: Host['reportStep']
  /** Called when a file that should be stored failed to show. */
  mediaFailed: (show: Show) => void
  /** Changes when a media item has failed, perhaps the only one of its page. */
  lost: Signal<number>
}

/** The host of one page's widgets: files from the store, the corrected clock, touch actions. */
export function stageHost(layer: Layer, services: StageServices): Host {
  const { clock, onSecond, run, answer, report, mediaFailed, lost } = services
  const live = liveOf(services.live)
  const { show, state } = layer
  return hostWith({
    locale: services.locale.get(),
    motion: state !== 'back',
    volume: services.volume.get(),
    since: show.anchor,
    now: () => clock.now(),
    timeZone: show.timeZone,
    traits: traitsIn(show.parts),
    monotonic: () => clock.monotonic(),
    onTick: onSecond,
    media: (mediaId) => mediaFile(layer, mediaId, services),
    ...live,
    source: sourceOf(services.live, services.values.get()),
    sites: services.sites,
    run: (widgetId, actions) => state === 'front' && run(widgetId, actions),
    answer: (widgetId, value) => void (state === 'front' && answer(show.page, widgetId, value)),
    onCommand: layer.commands.listen,
    reportProgress: (widgetId, shown) => services.progress(layer.id, widgetId, shown),
    reportStep: (kind, behind) => void (state === 'front' && services.step(kind, behind)),
    reportSound: (heard) => services.sound.set(heard ? 'on' : 'refused'),
    reportError: (widgetId, error) => {
      const trouble = error instanceof Error ? error.message : String(error)
      layer.trouble = trouble
      report(`Page "${show.page.name}", widget ${widgetId}: ${trouble}`)
      mediaFailed(show)
      lost.set(lost.get() + 1)
    },
  })
}

/** Whether anything on the screen shows its values. */
const isNamed = (parts: Parts): boolean =>
  PART_KINDS.some((kind) => parts[kind]?.body.sources?.includes(SCREEN_KEY))

const storedCaptions = (store: FileStore, { sha256, language }: NonNullable<ManifestMedia['captions']>) => ({
  key: `${sha256} ${language}`,
  language,
  text: () => captionsText(store, sha256),
})

/** A media item's file as a page shows it. */
export function mediaFile(
  layer: Layer,
  mediaId: string,
  services: Pick<StageServices, 'store' | 'packages'> & Partial<StageServices>,
): MediaFile | undefined {
  const { store, packages, sites, open, live, values, clock } = services
  const { show } = layer
  const medium = lookUp(show.parts, 'media', mediaId)
  if (!medium) return undefined
  const { sha256, mimetype, name, width, height, duration, files, pageId, web, captions, face } = medium
  if (web) {
    const { refreshSeconds, zoom, stream, picture } = web
    const address = fillAddress(web.address, live && values ? rowsOf(live, values.get()) : () => undefined)
    if (address === undefined) return undefined
    const fallback = stream?.fallbackId ? mediaFile(layer, stream.fallbackId, services) : undefined
    const { timeZone } = show
    const site = sites &&
      open && { ...web, address, mediaId, name, sites, open, fallback, timeZone, services }
    return {
      ...{
        url: [
          'web',
          refreshSeconds,
          zoom,
          stream?.sound,
          fallback?.url,
          picture?.every,
          picture?.caption,
          address,
        ].join(':'),
        mimetype,
        name,
        web,
      },
      ...(site && {
        show: (options, events) =>
          lazyMedium(async () => {
            const { showSite } = await import('./sites/show-site.ts')
            return showSite(site, options, events)
          }, events),
      }),
    }
  }
  if (pageId !== undefined) {
    const page = lookUp(show.parts, 'pages', pageId)
    // A zone skips a card that has nothing to show, such as one whose list is empty.
    const { parts, timeZone } = show
    if (!page || (clock && !pageShowsAt(page, timeZone, clock.now(), traitsIn(parts)))) return undefined
    return { url: `page:${page.id}:${page.version}`, mimetype, name, page }
  }
  const url = files ? packages.url(sha256) : store.url(sha256)
  if (!url) return undefined
  const shown = { url, mimetype, name, width, height, duration }
  if (face) return { ...shown, face }
  if (captions) return { ...shown, captions: storedCaptions(store, captions) }
  if (!files) return MAY_MOVE.test(mimetype) ? { ...shown, fresh: () => freshAddress(store, sha256) } : shown
  const { timeZone } = show
  const locale = services.locale?.get() ?? navigator.language
  const key = values && isNamed(show.parts) ? keyOfValues(values.get()) : undefined
  return {
    ...shown,
    url: packageAddress(url, { locale, timeZone, ...(key && { values: key }) }),
    // A different origin than the player's: it has its own storage and worker, and no access to ours.
    sandbox: CONTENT_SANDBOX,
    isThere: packages.isThere,
    follow: (died) => packages.follow(sha256, name, died),
  }
}
