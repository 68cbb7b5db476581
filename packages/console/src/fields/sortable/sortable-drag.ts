import { clampOffset, placeOf, type Span, stepsAside } from './sortable-places.ts'

/** Movement below this is a click. */
const DRAG_PIXELS = 5
/** The distance from an edge of the scroll container that starts scrolling, and the pixels per frame. */
const EDGE = 36
const SCROLL_STEP = 9
const STEP_ASIDE = 'transform 160ms ease-out'

interface Sortable {
  /** The entries in order, and the index of the pressed one. */
  elements: readonly HTMLElement[]
  from: number
  onBegin: () => void
  /** `to` is absent if nothing was moved. */
  onEnd: (to?: number) => void
}

/** Tracks a press on an entry's handle until release. Returns a function that cancels and restores everything. */
export function followPress(press: PointerEvent, { elements, from, onBegin, onEnd }: Sortable): () => void {
  const listening = new AbortController()
  let drag: ReturnType<typeof beginDrag> | undefined

  const end = (to?: number) => {
    listening.abort()
    drag?.clear()
    if (drag) onEnd(to)
    drag = undefined
  }
  const listen = <K extends keyof WindowEventMap>(type: K, handler: (event: WindowEventMap[K]) => void) =>
    window.addEventListener(type, handler, { capture: true, signal: listening.signal })

  listen('pointermove', (event) => {
    if (event.pointerId !== press.pointerId) return
    if (!drag) {
      const far = Math.hypot(event.clientX - press.clientX, event.clientY - press.clientY)
      if (far < DRAG_PIXELS) return
      drag = beginDrag(press, elements, from)
      onBegin()
    }
    event.preventDefault()
    drag.follow(event)
  })
  for (const type of ['selectstart', 'dragstart'] as const) listen(type, (event) => event.preventDefault())
  listen('pointerup', (event) => {
    if (event.pointerId !== press.pointerId) return
    if (drag) swallowClick()
    end(drag?.place())
  })
  listen('pointercancel', (event) => event.pointerId === press.pointerId && end())
  listen('keydown', (event) => {
    if (event.key !== 'Escape' || !drag) return
    event.preventDefault()
    event.stopPropagation()
    end()
  })
  return end
}

/** Ignore the click that follows a drop over the handle. */
function swallowClick(): void {
  const listening = new AbortController()
  window.addEventListener(
    'click',
    (event) => {
      event.preventDefault()
      event.stopPropagation()
    },
    { capture: true, signal: listening.signal },
  )
  setTimeout(() => listening.abort())
}

function beginDrag(press: PointerEvent, elements: readonly HTMLElement[], from: number) {
  const boxes = elements.map((element) => element.getBoundingClientRect())
  const [first, second] = boxes
  const sideways = first !== undefined && second !== undefined && second.left >= first.right
  const spans: Span[] = boxes.map((box) =>
    sideways ? { start: box.left, end: box.right } : { start: box.top, end: box.bottom },
  )
  const own = elements[from]
  const room = own && scrollerOf(own, sideways)
  const scrolled = () => (room ? (sideways ? room.scrollLeft : room.scrollTop) : 0)
  const started = scrolled()
  const pressed = sideways ? press.clientX : press.clientY
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
  let at = pressed
  let frame = 0

  const shift = (element: HTMLElement, pixels: number) => {
    element.style.transform =
      pixels === 0 ? '' : sideways ? `translateX(${pixels}px)` : `translateY(${pixels}px)`
  }
  const by = () => clampOffset(spans, from, at - pressed + scrolled() - started)
  const draw = () => {
    const aside = stepsAside(spans, from, placeOf(spans, from, by()))
    for (const [index, element] of elements.entries())
      shift(element, index === from ? by() : (aside[index] ?? 0))
  }
  for (const element of elements) if (element !== own && !calm) element.style.transition = STEP_ASIDE
  if (own) {
    own.style.zIndex = '1'
    own.style.position = 'relative'
  }

  /** Keeps scrolling near an edge of the scroll container. */
  const scrollOn = () => {
    frame = requestAnimationFrame(scrollOn)
    if (!room) return
    const { left, right, top, bottom } = room.getBoundingClientRect()
    const [start, end] = sideways ? [left, right] : [top, bottom]
    const step = at < start + EDGE ? -SCROLL_STEP : at > end - EDGE ? SCROLL_STEP : 0
    if (step === 0) return
    room.scrollBy(sideways ? { left: step } : { top: step })
    draw()
  }
  frame = requestAnimationFrame(scrollOn)

  return {
    follow(event: PointerEvent) {
      at = sideways ? event.clientX : event.clientY
      draw()
    },
    place: () => placeOf(spans, from, by()),
    clear() {
      cancelAnimationFrame(frame)
      for (const { style } of elements)
        Object.assign(style, { transform: '', transition: '', zIndex: '', position: '' })
    },
  }
}

/** The nearest ancestor that scrolls along the list. */
function scrollerOf(element: HTMLElement, sideways: boolean): HTMLElement | undefined {
  for (let one = element.parentElement; one; one = one.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(one)
    const longer = sideways ? one.scrollWidth > one.clientWidth : one.scrollHeight > one.clientHeight
    if (longer && /auto|scroll/.test(sideways ? overflowX : overflowY)) return one
  }
  return undefined
}
