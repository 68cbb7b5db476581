import { type MouseEvent, type PointerEvent, type RefObject, useEffect, useRef } from 'react'
import { keyOf } from '#features/pages/designer/commands/command.ts'
import { commandForKey } from '#features/pages/designer/commands/commands.ts'
import { distances } from '#features/pages/designer/geometry/distances.ts'
import { edgePan } from '#features/pages/designer/geometry/edge-pan.ts'
import { boundsOf, type Point } from '#features/pages/designer/geometry/rect.ts'
import { CORNERS, EDGES, type Handle } from '#features/pages/designer/geometry/resize-rect.ts'
import { pinched, toPage, toViewport } from '#features/pages/designer/geometry/view.ts'
import type { Gesture, Keys } from '#features/pages/designer/gestures/gesture.ts'
import { panGesture } from '#features/pages/designer/gestures/pan.ts'
import { pressGesture, widgetsAt } from '#features/pages/designer/gestures/press.ts'
import { resizeGesture } from '#features/pages/designer/gestures/resize.ts'
import { rectOf, widgetOf } from '#features/pages/designer/state/page.ts'
import { useDesigner } from '#features/pages/designer/state/use-designer.ts'

const MIDDLE = 1
const RIGHT = 2
const HANDLES: readonly string[] = [...EDGES, ...CORNERS]
/** Zoom per pixel of the wheel, as a power of two. */
const WHEEL_ZOOM = 1 / 300
const LINE_PIXELS = 16

const keysOf = (event: { shiftKey: boolean; altKey: boolean; ctrlKey: boolean; metaKey: boolean }): Keys => ({
  shift: event.shiftKey,
  alt: event.altKey,
  mod: event.ctrlKey || event.metaKey,
})

interface Active {
  /** Of the finger; absent for a mouse or a pen. */
  finger: number | undefined
  gesture: Gesture
  pans: boolean
  last: Point
  keys: Keys
  frame: number
  /** It is more than a press: something follows the hand. */
  moved: boolean
  /** Stops listening. */
  deaf: () => void
}

/** The pointer on the canvas: one gesture from down to up, at most one step per frame. */
export function useCanvasPointer(viewport: RefObject<HTMLDivElement | null>, onMenu: (at: Point) => void) {
  const designer = useDesigner()
  const active = useRef<Active | undefined>(undefined)
  const space = useRef(false)
  const stopPinch = useRef<(() => void) | undefined>(undefined)

  const inViewport = (event: { clientX: number; clientY: number }): Point => {
    const box = viewport.current?.getBoundingClientRect()
    return { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) }
  }

  const step = () => {
    const current = active.current
    if (!current) return
    current.frame = 0
    current.gesture.move(
      current.pans ? current.last : toPage(designer.state.view, current.last),
      current.keys,
    )
    const { drag, marquee, page, view, viewport: size } = designer.state
    if (!drag && !marquee) return
    const by = edgePan(current.last, size, toViewport(view, { x: 0, y: 0, ...page }))
    if (by.x === 0 && by.y === 0) return
    designer.panBy(by)
    current.frame = requestAnimationFrame(step)
  }
  const finish = (how: 'end' | 'cancel') => {
    const current = active.current
    if (!current) return
    if (current.frame) {
      cancelAnimationFrame(current.frame)
      if (how === 'end') step()
    }
    active.current = undefined
    current.deaf()
    current.gesture[how]()
  }

  /** While a gesture lasts, every move is its own: heard before React, which would look for who else wants it. */
  const listen = (pointerId: number): (() => void) => {
    const origin = inViewport({ clientX: 0, clientY: 0 })
    const stop = new AbortController()
    const on = (
      type: 'pointermove' | 'pointerup' | 'pointercancel',
      act: (event: globalThis.PointerEvent) => void,
    ) =>
      window.addEventListener(
        type,
        (event) => {
          if (event.pointerId !== pointerId) return
          event.stopImmediatePropagation()
          act(event)
        },
        { capture: true, signal: stop.signal },
      )
    on('pointermove', (event) => {
      const current = active.current
      if (!current) return
      // Let go where nobody told us: over another window that had come in front.
      if (event.buttons === 0) return finish('end')
      current.moved = true
      current.last = { x: event.clientX + origin.x, y: event.clientY + origin.y }
      current.keys = keysOf(event)
      current.frame ||= requestAnimationFrame(step)
    })
    on('pointerup', () => finish('end'))
    on('pointercancel', () => finish('cancel'))
    return () => stop.abort()
  }

  /** A second finger: what the first one did was no gesture of its own, and both look elsewhere, closer or from afar. */
  const pinch = (fingers: readonly [number, number], from: readonly [Point, Point]) => {
    finish('cancel')
    const { view } = designer.state
    const origin = inViewport({ clientX: 0, clientY: 0 })
    const now: [Point, Point] = [...from]
    const stop = new AbortController()
    let frame = 0
    const look = () => {
      frame = 0
      designer.set({ view: pinched(view, from, now) })
    }
    const on = (type: 'pointermove' | 'pointerup' | 'pointercancel') =>
      window.addEventListener(
        type,
        (event) => {
          const index = fingers.indexOf(event.pointerId)
          if (index < 0) return
          event.stopImmediatePropagation()
          if (type !== 'pointermove') return stopPinch.current?.()
          now[index] = { x: event.clientX + origin.x, y: event.clientY + origin.y }
          frame ||= requestAnimationFrame(look)
        },
        { capture: true, signal: stop.signal },
      )
    for (const type of ['pointermove', 'pointerup', 'pointercancel'] as const) on(type)
    stopPinch.current = () => {
      stop.abort()
      if (frame) {
        cancelAnimationFrame(frame)
        look()
      }
      stopPinch.current = undefined
    }
  }

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button === RIGHT || stopPinch.current) return
    const at = inViewport(event)
    const finger = event.pointerType === 'touch' ? event.pointerId : undefined
    if (active.current) {
      const { finger: first, last } = active.current
      if (first !== undefined && finger !== undefined) pinch([first, finger], [last, at])
      return
    }
    const point = toPage(designer.state.view, at)
    const keys = keysOf(event)
    const handle = (event.target as HTMLElement).closest<HTMLElement>('[data-handle]')?.dataset.handle
    const pans = event.button === MIDDLE || space.current || designer.state.tool === 'hand'
    event.currentTarget.setPointerCapture(event.pointerId)
    event.currentTarget.focus({ preventScroll: true })
    event.preventDefault()
    // What was dropped last is drawn before it is taken again.
    designer.set({ dropped: null })
    const gesture = pans
      ? panGesture(designer, at)
      : handle && HANDLES.includes(handle)
        ? resizeGesture(designer, handle as Handle, point)
        : pressGesture(designer, point, keys)
    const deaf = listen(event.pointerId)
    active.current = { finger, gesture, pans, last: at, keys, frame: 0, moved: false, deaf }
  }

  /** While Alt is held: how far the selection is from what is pointed at, or from the page's edges. */
  const measure = (alt: boolean) => {
    const { page, selection, hovered, guides } = designer.state
    const from = alt && boundsOf(designer.selected().map(rectOf))
    if (!from) return guides.length > 0 && designer.set({ guides: [] })
    const pointed = hovered !== null && !selection.includes(hovered) ? widgetOf(page, hovered) : undefined
    designer.set({ guides: distances(from, pointed ? rectOf(pointed) : { x: 0, y: 0, ...page }) })
  }

  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const at = toPage(designer.state.view, inViewport(event))
    const hovered = widgetsAt(designer.state.page, at)[0]?.id ?? null
    if (hovered !== designer.state.hovered) designer.set({ hovered })
    measure(event.altKey)
  }

  const onContextMenu = (event: MouseEvent<HTMLDivElement>) => {
    event.preventDefault()
    const { page, selection, view } = designer.state
    // By a key, the browser points at the middle of the canvas; what is meant is the selection.
    const chosen = event.button !== RIGHT && !event.ctrlKey && boundsOf(designer.selected().map(rectOf))
    if (chosen) {
      const box = event.currentTarget.getBoundingClientRect()
      const { x, y } = toViewport(view, chosen)
      return onMenu({
        x: box.left + Math.min(Math.max(x, 0), box.width),
        y: box.top + Math.min(Math.max(y, 0), box.height),
      })
    }
    const below = widgetsAt(page, toPage(view, inViewport(event)))
    if (!below.some(({ id }) => selection.includes(id)))
      designer.select(below.slice(0, 1).map(({ id }) => id))
    onMenu({ x: event.clientX, y: event.clientY })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: refs and the designer stay the same
  useEffect(() => {
    const element = viewport.current
    if (!element) return
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PIXELS : 1
      const by = { x: -event.deltaX * unit, y: -event.deltaY * unit }
      if (event.ctrlKey || event.metaKey)
        designer.zoomTo(designer.state.view.zoom * 2 ** (by.y * WHEEL_ZOOM), inViewport(event))
      else designer.panBy(event.shiftKey && by.x === 0 ? { x: by.y, y: 0 } : by)
    }
    const holdSpace = (held: boolean) => {
      space.current = held
      element.toggleAttribute('data-panning', held)
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.code === 'Space') {
        const here = document.activeElement === element
        holdSpace(here && event.type === 'keydown')
        if (here) event.preventDefault()
      }
      // Before everybody else: Escape during a gesture means the gesture.
      if (event.type === 'keydown' && event.code === 'Escape' && active.current) {
        finish('cancel')
        event.stopImmediatePropagation()
      }
      // What is in the hand is taken from the page as it was: no command changes that page meanwhile.
      if (event.type === 'keydown' && active.current?.moved && commandForKey(keyOf(event))) {
        event.preventDefault()
        event.stopImmediatePropagation()
      }
      if (event.type === 'keyup' && event.code.startsWith('Arrow')) designer.seal()
      if (event.key === 'Alt' && document.activeElement === element && !active.current) {
        measure(event.type === 'keydown')
        // Or the browser opens its menu.
        event.preventDefault()
      }
    }
    /** Keys that are let go over another window are let go. */
    const onBlur = () => {
      holdSpace(false)
      if (!active.current) measure(false)
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    window.addEventListener('blur', onBlur)
    window.addEventListener('keydown', onKey, true)
    window.addEventListener('keyup', onKey, true)
    return () => {
      finish('cancel')
      stopPinch.current?.()
      element.removeEventListener('wheel', onWheel)
      window.removeEventListener('blur', onBlur)
      window.removeEventListener('keydown', onKey, true)
      window.removeEventListener('keyup', onKey, true)
    }
  }, [])

  return {
    onPointerDown,
    onPointerMove,
    onPointerLeave: () => designer.set(active.current ? { hovered: null } : { hovered: null, guides: [] }),
    onDoubleClick: () => designer.selected().length === 1 && designer.request('content'),
    onContextMenu,
  }
}
