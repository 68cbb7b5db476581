import { lookUp } from '#downlink/parts.ts'
import type { Layer } from '#stage/director.ts'
import type { OnStage } from './play-book.ts'

/** The media that each page's zones show, as reported by the zones; keyed by layer to separate pages. */
export class ZoneContents {
  readonly #shown = new Map<number, Map<string, { mediaId: string; order: number }>>()

  note(layerId: number, widgetId: string, shown: { mediaId: string; order: number }): void {
    const zones = this.#shown.get(layerId) ?? new Map()
    this.#shown.set(layerId, zones.set(widgetId, shown))
  }

  of(layerId: number): ReadonlyMap<string, { mediaId: string; order: number }> {
    return this.#shown.get(layerId) ?? new Map()
  }

  /** Drops pages that left the stage. */
  keep(layers: readonly Layer[]): void {
    for (const id of this.#shown.keys()) if (!layers.some((layer) => layer.id === id)) this.#shown.delete(id)
  }
}

/** The visible page and its zones' media, as plays. */
export function onStage({ id, show }: Layer, zones: ZoneContents): OnStage[] {
  const { page, storyboard, parts } = show
  const common = { storyboardId: storyboard.id, pageId: page.id }
  // The same page on a new layer is another play.
  const pagePlay: OnStage = {
    ...common,
    key: `${id}`,
    kind: 'page',
    mediaId: null,
    name: page.name.slice(0, 200),
  }
  const media = [...zones.of(id)].map(
    ([widgetId, { mediaId, order }]): OnStage => ({
      ...common,
      key: `${id} ${widgetId} ${order} ${mediaId}`,
      kind: 'media',
      mediaId,
      name: (lookUp(parts, 'media', mediaId)?.name ?? '').slice(0, 200),
    }),
  )
  return [pagePlay, ...media]
}
