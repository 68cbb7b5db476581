import { type PointerEvent, type RefObject, useState } from 'react'
import { type Point, pointIn } from './link-geometry.ts'

/** Shorter movements are a press, in pixels. */
const SLIP = 4

/** A link that is being drawn: from a widget's middle to the pointer, and the page below it. */
export interface Drawn {
  from: number
  widgetId: string
  start: Point
  end: Point
  over: number | undefined
}

/** Draws a link from a widget to a page with the pointer. Escape and a lost pointer give up. */
export function useLinking(
  board: RefObject<HTMLElement | null>,
  onLink: ((from: number, widgetId: string, to: number) => void) | undefined,
) {
  const [drawn, setDrawn] = useState<Drawn>()
  const begin = (from: number, widgetId: string) => (event: PointerEvent<HTMLElement>) => {
    const area = board.current
    if (!onLink || !area || event.button !== 0) return
    const spot = event.currentTarget
    const { pointerId, clientX, clientY } = event
    const box = spot.getBoundingClientRect()
    const start = pointIn(area, box.left + box.width / 2, box.top + box.height / 2)
    spot.setPointerCapture(pointerId)
    let latest: Drawn | undefined
    const move = (to: globalThis.PointerEvent) => {
      if (!latest && Math.hypot(to.clientX - clientX, to.clientY - clientY) < SLIP) return
      latest = {
        from,
        widgetId,
        start,
        end: pointIn(area, to.clientX, to.clientY),
        over: placeAt(to.clientX, to.clientY),
      }
      setDrawn(latest)
    }
    const end = (isDropped: boolean) => {
      spot.removeEventListener('pointermove', move)
      spot.removeEventListener('pointerup', drop)
      spot.removeEventListener('pointercancel', giveUp)
      window.removeEventListener('keydown', onKey, true)
      setDrawn(undefined)
      if (!latest) return
      // The press that ends a drag would open the menu.
      spot.addEventListener('click', swallow, { capture: true, once: true })
      setTimeout(() => spot.removeEventListener('click', swallow, { capture: true }))
      if (isDropped && latest.over !== undefined) onLink(from, widgetId, latest.over)
    }
    const drop = () => end(true)
    const giveUp = () => end(false)
    const onKey = (key: KeyboardEvent) => {
      if (key.key !== 'Escape' || !latest) return
      key.stopPropagation()
      giveUp()
    }
    spot.addEventListener('pointermove', move)
    spot.addEventListener('pointerup', drop)
    spot.addEventListener('pointercancel', giveUp)
    window.addEventListener('keydown', onKey, true)
  }
  return { drawn, begin }
}

const swallow = (event: Event) => event.stopPropagation()

/** The page below a point of the window. */
function placeAt(x: number, y: number): number | undefined {
  const place = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-place]')?.dataset.place
  return place === undefined ? undefined : Number(place)
}
