import type { Rect } from '#content/pages/designer/geometry/rect.ts'

/**
 * Moves an element many times a second. Writing `transform` into a style makes Chromium re-evaluate all layers (4 ms
 * with 200 widgets), while a paused animation's keyframe goes directly to the compositor. The animation overrides the
 * style, so canceling it restores the element. `will-change` keeps the raster: otherwise every fraction of a pixel
 * would repaint it.
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

  /** Restores the element's own style. */
  release(): void {
    this.#animation.cancel()
    this.#element.style.willChange = ''
  }
}

/** Sets an element's position and size directly, outside React. */
export function positionBox({ style }: HTMLElement, { x, y, width, height }: Rect): void {
  style.left = `${x}px`
  style.top = `${y}px`
  style.width = `${width}px`
  style.height = `${height}px`
}
