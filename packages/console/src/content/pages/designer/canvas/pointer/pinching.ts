import type { Point } from '#content/pages/designer/geometry/rect.ts'
import { pinched } from '#content/pages/designer/geometry/view.ts'
import type { Designer } from '#content/pages/designer/state/store.ts'
import { type InViewport, listenToPointers } from './pointer-events.ts'

interface PinchingOptions {
  designer: Designer
  fingers: readonly [number, number]
  /** The fingers' initial positions, in viewport pixels. */
  from: readonly [Point, Point]
  inViewport: InViewport
  onDone: () => void
}

/** A two-finger gesture that pans and zooms the view. */
export class Pinching {
  readonly #options: PinchingOptions
  readonly #stopListening: () => void
  readonly #now: [Point, Point]
  readonly #look: () => void
  #frame = 0

  constructor(options: PinchingOptions) {
    const { designer, fingers, from, inViewport } = options
    const { view } = designer.state
    const origin = inViewport({ clientX: 0, clientY: 0 })
    this.#options = options
    this.#now = [...from]
    this.#look = () => {
      this.#frame = 0
      designer.set({ view: pinched(view, from, this.#now) })
    }
    this.#stopListening = listenToPointers(fingers, (event, index) => {
      if (event.type !== 'pointermove') return this.finish()
      this.#now[index] = { x: event.clientX + origin.x, y: event.clientY + origin.y }
      this.#frame ||= requestAnimationFrame(this.#look)
    })
  }

  finish(): void {
    this.#stopListening()
    if (this.#frame) {
      cancelAnimationFrame(this.#frame)
      this.#look()
    }
    this.#options.onDone()
  }
}
