import type { Point } from '#content/pages/designer/geometry/rect.ts'
import { Mover } from './mover.ts'

/**
 * The boxes of dragged widgets in the page that `world` renders. Browsers can't predict where a layer moves, so they
 * give every box above it a layer, too, which costs as much as the drag. An invisible page-sized shadow merges all of
 * those into one layer.
 */
export class DraggedBoxes {
  readonly #movers: readonly Mover[]
  readonly #above: HTMLElement | undefined

  constructor(world: HTMLElement, ids: ReadonlySet<string>) {
    const boxes = [...(world.querySelector('[data-widget]')?.parentElement?.children ?? [])]
    const carried = boxes.filter(
      (box): box is HTMLElement => box instanceof HTMLElement && ids.has(box.dataset.widget ?? ''),
    )
    this.#movers = carried.map((box) => new Mover(box))
    const above = carried.at(-1)?.nextElementSibling
    if (above instanceof HTMLElement && above.dataset.widget !== undefined) this.#above = above
    if (this.#above) this.#above.style.boxShadow = UNSEEN
  }

  place({ x, y }: Point): void {
    const transform = `translate(${x}px, ${y}px)`
    for (const mover of this.#movers) mover.place(transform)
  }

  release(): void {
    for (const mover of this.#movers) mover.release()
    if (this.#above) this.#above.style.boxShadow = ''
  }
}

/** Offset beyond the longest page. */
const UNSEEN = '0 0 0 20000px transparent'
