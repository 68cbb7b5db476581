import { type RefObject, useLayoutEffect } from 'react'
import type { Rect } from '#content/pages/designer/geometry/rect.ts'
import { widgetOf, withRects } from '#content/pages/designer/state/page.ts'
import type { Designer } from '#content/pages/designer/state/store.ts'
import { useDesigner } from '#content/pages/designer/state/use-designer.ts'
import { positionBox } from './mover.ts'

/** Idle milliseconds after which a resize is fully rendered. */
const REST_MS = 150

/** Applies pans and resizes directly to the elements: they change with every frame, too often for React. */
export function useWorld(world: RefObject<HTMLDivElement | null>): void {
  const designer = useDesigner()
  useLayoutEffect(() => {
    const element = world.current
    if (!element) return
    const look = () => {
      const { view } = designer.state
      element.style.transform = `translate(${view.x}px, ${view.y}px) scale(${view.zoom})`
    }
    const resizing = new ResizedBoxes(designer, element)
    look()
    const stop = designer.store.subscribe((state, before) => {
      if (state.view !== before.view) look()
      if (state.resized !== before.resized) resizing.lay(state.resized)
    })
    return () => {
      stop()
      resizing.stop()
    }
  }, [designer, world])
}

/** The boxes of widgets in a common resize. */
class ResizedBoxes {
  /** By widget id, looked up once per resize. */
  readonly #boxes = new Map<string, HTMLElement>()
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #designer: Designer
  readonly #world: HTMLElement

  constructor(designer: Designer, world: HTMLElement) {
    this.#designer = designer
    this.#world = world
  }

  /** Null ends the resize: the boxes return to the page's sizes. */
  lay(rects: ReadonlyMap<string, Rect> | null): void {
    this.stop()
    if (rects) for (const { id } of this.#designer.movable()) this.#find(id)
    const { page, guides } = this.#designer.state
    for (const [id, box] of this.#boxes) {
      const rect = rects?.get(id) ?? widgetOf(page, id)
      if (rect) positionBox(box, rect)
    }
    if (!rects) {
      this.#boxes.clear()
      return
    }
    // Fitting content is expensive: debounce it until the pointer rests.
    this.#timer = setTimeout(
      () => this.#designer.show(withRects(this.#designer.state.history.present, rects), guides),
      REST_MS,
    )
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  #find(id: string): void {
    const selector = `[data-widget="${CSS.escape(id)}"]`
    const box = this.#boxes.get(id) ?? this.#world.querySelector<HTMLElement>(selector)
    if (box) this.#boxes.set(id, box)
  }
}
