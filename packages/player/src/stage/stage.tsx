import type { Transition } from '@vitrine/contract/api/content/storyboards'
import { BACKDROP_ID } from '@vitrine/contract/document/backdrop-id'
import type { ReadDocument } from '@vitrine/contract/document/layout-document'
import { placeOf } from '@vitrine/contract/document/page-place'
import { stageOf } from '@vitrine/contract/player/wall-part'
import type { Area, Size } from '@vitrine/contract/schedule/layer-areas'
import { shownAt } from '@vitrine/contract/schedule/show-dates'
import { type ReactNode, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { traitsIn } from '#downlink/for-screen.ts'
import type { Library } from '#downlink/library.ts'
import { afterPaint } from '#lib/after-paint.ts'
import type { Signal } from '#lib/signal.ts'
import type { Director } from './director.ts'
import { type Layer, transitionOf } from './layers.ts'
import { loadPageParts, usePageParts } from './pages/load-page-parts.ts'
import { readinessOf } from './readiness.ts'
import { ScreenSize, useScreenSize } from './screen-size.ts'
import type { Show } from './show-at.ts'
import type { StageServices } from './stage-host.ts'
import { useShift } from './use-shift.ts'

/** The polling interval while a page gets ready. */
const LOOK_MS = 50
/** Longer than a media zone waits before it skips an item. */
const GIVE_UP_MS = 4500

/** How long a crashed package, or another failed item, gets before its page is checked. */
const RESTARTED_MS = 3000

/** What layers draw over and beside the pages. */
export interface OverStage {
  /** Of those that people see, one a line. */
  names: string
  /** The room that they leave on a stage of this size. */
  pageArea: (size: Size) => Area
  draw: (size: Size) => ReactNode
}

interface StageProps {
  director: Director
  services: StageServices
  library: Pick<Library, 'ready'>
  over: Signal<OverStage | undefined>
}

/**
 * The pages on the stage: the visible one, and the next one, which is prepared unseen. On a video wall the stage is as
 * large as the wall, and this screen is a window onto its part: layers span the wall, too.
 */
export function Stage({ director, services, library, over }: StageProps) {
  const { wall } = useSyncExternalStore(library.ready.subscribe, library.ready.get).device?.body ?? {}
  const { width, height } = useScreenSize()
  const stage = useMemo(() => stageOf({ width, height }, wall), [width, height, wall])
  const size = useMemo(() => ({ width: stage.width, height: stage.height }), [stage])
  const layers = useSyncExternalStore(director.layers.subscribe, director.layers.get)
  const seen = layers.find(({ state }) => state === 'front')?.show
  const changing = layers.some(({ state }) => state === 'leaving')
  const still = seen !== undefined && (seen.end === null || seen.isAlone)
  const transform = useShift(size, still, services.clock, services.onSecond)
  const drawn = useSyncExternalStore(over.subscribe, over.get)
  const area = drawn?.pageArea(size) ?? { left: 0, top: 0, ...size }
  const room = useMemo(() => ({ width: area.width, height: area.height }), [area.width, area.height])
  return (
    <div className="stage" style={{ ...stage, transform }}>
      <ScreenSize value={room}>
        <div className="room" style={{ ...area, zIndex: 1 }}>
          {layers.map((layer) => (
            <PageLayer
              key={layer.id}
              layer={layer}
              enters={layer.state === 'front' && changing ? transitionOf(layer.show) : 'cut'}
              director={director}
              services={services}
            />
          ))}
        </div>
      </ScreenSize>
      {drawn?.draw(size)}
    </div>
  )
}

const EMPTY = 'none of its media can be shown'

/** The media zones of a page that have media to show now, and whether it shows anything else. */
function contentsOf(
  { widgets, backdrop }: ReadDocument,
  { timeZone, parts }: Pick<Show, 'timeZone' | 'parts'>,
  now: number,
): { ids: string[]; others: boolean } {
  const zones = widgets.filter(({ type, hidden }) => type === 'media-looper' && !hidden)
  const withMedia = zones.filter(
    ({ settings: { media } }) =>
      Array.isArray(media) && shownAt(media, timeZone, now, undefined, traitsIn(parts)).value.length > 0,
  )
  return {
    ids: [...(backdrop?.media ? [BACKDROP_ID] : []), ...withMedia.map(({ id }) => id)],
    others: widgets.some((widget) => !widget.hidden && widget.known && !zones.includes(widget)),
  }
}

/**
 * A page that gets ready is above the visible one, almost transparent, because browsers put off what is hidden.
 * Once painted it goes below, where it costs nothing: above, everything would be drawn twice for seconds.
 */
const DEPTH = { painted: 0, leaving: 1, front: 2, back: 3 } as const

interface Props {
  layer: Layer
  enters: Transition
  director: Director
  services: StageServices
}

/** A page of a stage: of the screen's, or of a layer's. */
export function PageLayer({ layer, enters, director, services }: Props) {
  const { show, state } = layer
  const element = useRef<HTMLDivElement>(null)
  const [isPainted, setPainted] = useState(false)
  const screen = useScreenSize()
  const parts = usePageParts()
  const document = useMemo(() => parts?.readPage(show.page, screen), [parts, show.page, screen])

  useEffect(() => {
    if (state !== 'leaving') return
    // Mute the outgoing page.
    for (const video of element.current?.querySelectorAll('video') ?? []) video.muted = true
  }, [state])

  // Skip a page that shows only crashed packages, or sites that aren't allowed anymore.
  useEffect(() => {
    if (state !== 'front' || !document) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      const { ids, others } = contentsOf(document, show, services.clock.now())
      if (element.current && readinessOf(element.current, ids, others, true) === 'empty')
        director.failed(layer.id, EMPTY)
    }
    const later = () => {
      clearTimeout(timer)
      timer = setTimeout(look, RESTARTED_MS)
    }
    const stops = [services.packages.onDied(later), services.lost.subscribe(later)]
    return () => {
      for (const stop of stops) stop()
      clearTimeout(timer)
    }
  }, [layer.id, state, document, show, director, services])

  useEffect(() => {
    if (state !== 'back') return
    // A slow script must not count against the media, which start loading after it.
    let began: number | undefined
    const look = () => {
      if (!document || !element.current) return
      const now = services.clock.monotonic()
      if (began === undefined) {
        began = now
        director.awaits(layer.id, 'media')
      }
      const { ids, others } = contentsOf(document, show, services.clock.now())
      const found = readinessOf(element.current, ids, others, now - began > GIVE_UP_MS)
      if (found === 'waiting') return
      clearInterval(timer)
      if (found === 'empty') director.failed(layer.id, EMPTY)
      else
        afterPaint(() => {
          setPainted(true)
          director.painted(layer.id)
        })
    }
    const timer = setInterval(look, LOOK_MS)
    if (!document) director.awaits(layer.id, 'scripts')
    loadPageParts().catch(() => director.failed(layer.id, "its widgets couldn't be loaded"))
    return () => clearInterval(timer)
  }, [layer.id, state, document, show, director, services])

  const page = document ?? show.page
  const { left, top, scale } = placeOf(page, screen)
  return (
    <div
      ref={element}
      className="page"
      data-state={state}
      data-enters={enters}
      style={{ zIndex: DEPTH[state === 'back' && isPainted ? 'painted' : state] }}
      // An invisible page takes no touches.
      aria-hidden={state !== 'front'}
    >
      <div style={{ position: 'absolute', left, top }}>
        {parts && document && (
          <parts.PageContent layer={layer} services={services} document={document} scale={scale} />
        )}
      </div>
    </div>
  )
}
