import type { Rect } from '#features/pages/designer/geometry/rect.ts'

/**
 * Puts an element elsewhere, many times a second. Whenever a script writes a transform into a style, Chromium weighs
 * all layers of the page (4 ms with 200 widgets); the keyframe of a paused animation goes straight to the
 * compositor. An animation also wins over the style, so that nothing has to be taken back but itself. What will change
 * keeps its raster: every new fraction of a pixel would repaint it.
 */
export class Mover {
  readonly #element: HTMLElement
  readonly #animation: Animation
  #transform: string

  constructor(element: HTMLElement, transform = 'none') {
    this.#element = element
    this.#transform = transform
    element.style.willChange = 'transform'
    this.#animation = element.animate({ transform }, { duration: 1, fill: 'both' })
    this.#animation.pause()
    this.#animation.currentTime = 1
  }

  place(transform: string): void {
    const { effect } = this.#animation
    if (transform === this.#transform) return
    this.#transform = transform
    if (effect instanceof KeyframeEffect) effect.setKeyframes({ transform })
  }

  /** The element's own style holds again. */
  release(): void {
    this.#animation.cancel()
    this.#element.style.willChange = ''
  }
}

/** Lays an element where and as large as a rect says, past React. */
export function positionBox({ style }: HTMLElement, { x, y, width, height }: Rect): void {
  style.left = `${x}px`
  style.top = `${y}px`
  style.width = `${width}px`
  style.height = `${height}px`
}
