import { edgePan } from '#content/pages/designer/geometry/edge-pan.ts'
import type { Point } from '#content/pages/designer/geometry/rect.ts'
import { toPage, toViewport } from '#content/pages/designer/geometry/view.ts'
import type { Gesture, Keys } from '#content/pages/designer/gestures/gesture.ts'
import type { Designer } from '#content/pages/designer/state/store.ts'
import { type InViewport, keysOf, listenToPointers } from './pointer-events.ts'

interface DraggingOptions {
  designer: Designer
  gesture: Gesture
  /** The gesture moves the view: its points are viewport pixels. */
  pans: boolean
  pointerId: number
  at: Point
  keys: Keys
  inViewport: InViewport
  /** Called before the gesture ends or is canceled. */
  onDone: () => void
}

/** A gesture from pointerdown to pointerup, with at most one step per frame. */
export class Dragging {
  /** Whether the pointer moved beyond a click. */
  moved = false
  /** The last pointer position, in viewport pixels. */
  last: Point
  readonly #options: DraggingOptions
  readonly #stopListening: () => void
  #keys: Keys
  #frame = 0
  #isDone = false

  constructor(options: DraggingOptions) {
    this.#options = options
    this.last = options.at
    this.#keys = options.keys
    const origin = options.inViewport({ clientX: 0, clientY: 0 })
    this.#stopListening = listenToPointers([options.pointerId], (event) => this.#onPointer(event, origin))
  }

  finish(how: 'end' | 'cancel'): void {
    if (this.#isDone) return
    if (this.#frame) {
      cancelAnimationFrame(this.#frame)
      if (how === 'end') this.#step()
    }
    this.#isDone = true
    this.#stopListening()
    this.#options.onDone()
    this.#options.gesture[how]()
  }

  #onPointer(event: PointerEvent, origin: Point): void {
    if (event.type === 'pointercancel') this.finish('cancel')
    // Without buttons the pointer was released over another window: no pointerup arrived.
    else if (event.type === 'pointerup' || event.buttons === 0) this.finish('end')
    else {
      this.moved = true
      this.last = { x: event.clientX + origin.x, y: event.clientY + origin.y }
      this.#keys = keysOf(event)
      this.#frame ||= requestAnimationFrame(this.#step)
    }
  }

  #step = (): void => {
    if (this.#isDone) return
    this.#frame = 0
    const { designer, gesture, pans } = this.#options
    gesture.move(pans ? this.last : toPage(designer.state.view, this.last), this.#keys)
    const { drag, marquee, page, view, viewport } = designer.state
    if (!drag && !marquee) return
    const by = edgePan(this.last, viewport, toViewport(view, { x: 0, y: 0, ...page }))
    if (by.x === 0 && by.y === 0) return
    designer.panBy(by)
    this.#frame = requestAnimationFrame(this.#step)
  }
}
