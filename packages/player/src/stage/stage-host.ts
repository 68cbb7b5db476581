import { type Host, hostWith, type MediaFile } from '@vitrine/widgets/host'
import type { FileStore } from '#content/file-store.ts'
import { lookUp } from '#content/parts.ts'
import type { Clock } from '#lib/clock.ts'
import type { Layer } from './director.ts'

/** What the stage needs of the world around it. */
export interface StageServices {
  clock: Clock
  store: FileStore
  onSecond: (listener: () => void) => () => void
  run: Host['run']
  live: Pick<Host, 'weather' | 'prayer' | 'feed'>
  report: (problem: string) => void
  /** A file that the page was promised did not show. */
  mediaFailed: () => void
}

/** The world as widgets of one page see it: files from the store, the corrected clock, touch actions. */
export function stageHost(layer: Layer, services: StageServices): Host {
  const { clock, store, onSecond, run, live, report, mediaFailed } = services
  const { show, state } = layer
  return hostWith({
    mode: 'play',
    motion: state !== 'back',
    since: show.anchor,
    now: () => clock.now(),
    onTick: onSecond,
    media: (mediaId) => mediaFile(layer, mediaId, store),
    weather: live.weather,
    prayer: live.prayer,
    feed: live.feed,
    run: (widgetId, actions) => state === 'front' && run(widgetId, actions),
    onCommand: layer.commands.listen,
    reportError: (widgetId, error) => {
      report(
        `Page "${show.page.name}", widget ${widgetId}: ${error instanceof Error ? error.message : String(error)}`,
      )
      mediaFailed()
    },
  })
}

function mediaFile({ show }: Layer, mediaId: string, store: FileStore): MediaFile | undefined {
  const medium = lookUp(show.parts, 'media', mediaId)
  const url = medium && store.url(medium.sha256)
  if (!medium || !url) return undefined
  const { mimetype, name, width, height, duration } = medium
  return { url, mimetype, name, width, height, duration }
}
