import { lookUp } from '#content/parts.ts'
import type { Layer } from '#stage/director.ts'
import type { OnStage } from './play-book.ts'

/** The media that zones of each page show, reported by the zones; layers keep pages apart. */
export class ZoneContents {
  readonly #shown = new Map<number, Map<string, { mediaId: string; order: number }>>()

  note(layerId: number, widgetId: string, shown: { mediaId: string; order: number }): void {
    const zones = this.#shown.get(layerId) ?? new Map()
    this.#shown.set(layerId, zones.set(widgetId, shown))
  }

  of(layerId: number): ReadonlyMap<string, { mediaId: string; order: number }> {
    return this.#shown.get(layerId) ?? new Map()
  }

  /** Pages that left the stage are forgotten. */
  keep(layers: readonly Layer[]): void {
    for (const id of this.#shown.keys()) if (!layers.some((layer) => layer.id === id)) this.#shown.delete(id)
  }
}

/** The page that is seen and the media in its zones, as plays. */
export function onStage({ id, show }: Layer, zones: ZoneContents): OnStage[] {
  const { page, storyboard, parts } = show
  const common = { storyboardId: storyboard.id, pageId: page.id }
  // The same page again, on a new layer, is another play.
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
