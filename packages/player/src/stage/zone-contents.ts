import type { Layer } from './layers.ts'

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
