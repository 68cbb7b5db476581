import type { MouseEvent, PointerEvent, RefObject } from 'react'
import { keyOf } from '#content/pages/designer/commands/command.ts'
import { commandForKey } from '#content/pages/designer/commands/commands.ts'
import { openSelection } from '#content/pages/designer/commands/open.ts'
import type { Point } from '#content/pages/designer/geometry/rect.ts'
import { CORNERS, EDGES, type Handle } from '#content/pages/designer/geometry/resize-rect.ts'
import { toPage } from '#content/pages/designer/geometry/view.ts'
import { drawGesture } from '#content/pages/designer/gestures/draw.ts'
import type { Gesture } from '#content/pages/designer/gestures/gesture.ts'
import { panGesture } from '#content/pages/designer/gestures/pan.ts'
import { pressGesture, widgetsAt } from '#content/pages/designer/gestures/press.ts'
import { resizeGesture } from '#content/pages/designer/gestures/resize.ts'
import type { Designer } from '#content/pages/designer/state/store.ts'
import { Dragging } from './dragging.ts'
import { Pinching } from './pinching.ts'
import { type InViewport, keysOf, MIDDLE, RIGHT } from './pointer-events.ts'
import { hover, measure, menuPlace } from './pointing.ts'
import { turnWheel } from './wheel.ts'

const HANDLES: readonly string[] = [...EDGES, ...CORNERS]

/** Pointer events on the canvas: pointing, dragging, or pinching, each state in its own file. */
export class CanvasPointer {
  #dragging: Dragging | undefined
  /** The pointer id of the dragging finger; undefined for a mouse or a pen. */
  #finger: number | undefined
  #pinching: Pinching | undefined
  #isSpaceHeld = false
  readonly #designer: Designer
  readonly #viewport: RefObject<HTMLDivElement | null>

  constructor(designer: Designer, viewport: RefObject<HTMLDivElement | null>) {
    this.#designer = designer
    this.#viewport = viewport
  }

  /** Listens to the wheel and keys. Returns a function that stops listening and cancels a gesture in progress. */
  attach(): (() => void) | undefined {
    const element = this.#viewport.current
    if (!element) return undefined
    const stop = new AbortController()
    const { signal } = stop
    const onKey = (event: KeyboardEvent) => this.#key(event, element)
    const onWheel = (event: WheelEvent) => turnWheel(this.#designer, event, this.#inViewport)
    element.addEventListener('wheel', onWheel, { passive: false, signal })
    window.addEventListener('blur', () => this.#blur(element), { signal })
    window.addEventListener('keydown', onKey, { capture: true, signal })
    window.addEventListener('keyup', onKey, { capture: true, signal })
    return () => {
      this.#dragging?.finish('cancel')
      this.#pinching?.finish()
      stop.abort()
    }
  }

  down = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.button === RIGHT || this.#pinching) return
    const at = this.#inViewport(event)
    const finger = event.pointerType === 'touch' ? event.pointerId : undefined
    if (this.#dragging) {
      if (this.#finger !== undefined && finger !== undefined)
        this.#pinch([this.#finger, finger], [this.#dragging.last, at])
      return
    }
    event.currentTarget.setPointerCapture(event.pointerId)
    event.currentTarget.focus({ preventScroll: true })
    event.preventDefault()
    // Render the previous drop before the next drag.
    this.#designer.set({ dropped: null })
    this.#finger = finger
    this.#dragging = new Dragging({
      designer: this.#designer,
      ...this.#gestureFor(event, at),
      pointerId: event.pointerId,
      at,
      keys: keysOf(event),
      inViewport: this.#inViewport,
      onDone: () => {
        this.#dragging = undefined
      },
    })
  }

  move = (event: PointerEvent<HTMLDivElement>): void =>
    hover(this.#designer, this.#inViewport(event), event.altKey)

  /** A double click enters a group, types in a text, or opens the content. */
  open = (event: MouseEvent<HTMLDivElement>): void => {
    const { page, view } = this.#designer.state
    const [hit] = widgetsAt(page, toPage(view, this.#inViewport(event)))
    if (hit) openSelection(this.#designer, hit.id)
  }

  leave = (): void => this.#designer.set(this.#dragging ? { hovered: null } : { hovered: null, guides: [] })

  /** The position of the context menu. */
  menuPlace(event: MouseEvent<HTMLDivElement>): Point {
    event.preventDefault()
    return menuPlace(this.#designer, event, this.#inViewport(event))
  }

  #inViewport: InViewport = (event) => {
    const box = this.#viewport.current?.getBoundingClientRect()
    return { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) }
  }

  #gestureFor(event: PointerEvent<HTMLDivElement>, at: Point): { gesture: Gesture; pans: boolean } {
    const designer = this.#designer
    const point = toPage(designer.state.view, at)
    if (event.button === MIDDLE || this.#isSpaceHeld || designer.state.tool === 'hand')
      return { gesture: panGesture(designer, at), pans: true }
    const { brush } = designer.state
    if (brush) return { gesture: drawGesture(designer, point, brush), pans: false }
    const handle = (event.target as HTMLElement).closest<HTMLElement>('[data-handle]')?.dataset.handle
    const gesture =
      handle && HANDLES.includes(handle)
        ? resizeGesture(designer, handle as Handle, point)
        : pressGesture(designer, point, keysOf(event))
    return { gesture, pans: false }
  }

  /** A second finger turns the first finger's gesture into a pinch. */
  #pinch(fingers: readonly [number, number], from: readonly [Point, Point]): void {
    this.#dragging?.finish('cancel')
    this.#pinching = new Pinching({
      designer: this.#designer,
      fingers,
      from,
      inViewport: this.#inViewport,
      onDone: () => {
        this.#pinching = undefined
      },
    })
  }

  #key(event: KeyboardEvent, element: HTMLElement): void {
    const isDown = event.type === 'keydown'
    const isHere = document.activeElement === element
    if (event.code === 'Space') {
      this.#holdSpace(isHere && isDown, element)
      if (isHere) event.preventDefault()
    }
    // Handled first: Escape cancels only the gesture.
    if (isDown && event.code === 'Escape' && this.#dragging) {
      this.#dragging.finish('cancel')
      event.stopImmediatePropagation()
    }
    // A gesture works on a snapshot of the page: no command may change the page under it.
    if (isDown && this.#dragging?.moved && commandForKey(keyOf(event))) {
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    if (event.key === 'Alt' && isHere && !this.#dragging) {
      measure(this.#designer, isDown)
      // Prevents the browser's menu.
      event.preventDefault()
    }
  }

  #holdSpace(held: boolean, element: HTMLElement): void {
    this.#isSpaceHeld = held
    element.toggleAttribute('data-panning', held)
  }

  /** Another window has the keyboard, so no keyup will arrive. */
  #blur(element: HTMLElement): void {
    this.#holdSpace(false, element)
    if (!this.#dragging) measure(this.#designer, false)
  }
}
