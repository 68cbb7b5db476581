import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

/** Screens' heights that are always drawn above and below what is seen, so that quick scrolling meets no gap. */
const NEAR = 0.5
/** Screens' heights that are drawn once nobody scrolls or types: most scrolling then finds everything there. */
const FAR = 7
/** Milliseconds without scrolling that are a rest, and between two steps ahead in it. */
const REST_MS = 200
const STEP_MS = 24
/** Pixels that are drawn at a time: a row of cards, or a few of a list. */
const STEP_PX = 180

export interface DrawnRows {
  /** The first row that is drawn, and the one after the last. */
  start: number
  end: number
}

interface Drawn extends DrawnRows {
  of: readonly unknown[]
}

/**
 * Which rows of a long list of equally high rows are drawn, as the place that it stands in is scrolled. `frame` is the
 * list with its full height; `rowHeight` is in pixels, gap included. When `items` or `render` are others, what is seen
 * is drawn at once and the rest step by step.
 */
export function useDrawnRows(
  frame: RefObject<HTMLElement | null>,
  rows: number,
  rowHeight: number,
  items: unknown,
  render: unknown,
): DrawnRows {
  const seen = useRef<DrawnRows>(undefined)
  const [drawn, setDrawn] = useState<Drawn>({ start: 0, end: 0, of: [] })
  const of = [items, render, rows, rowHeight]
  const same = of.every((one, index) => one === drawn.of[index])
  const current = same ? drawn : { ...within(seen.current ?? firstSeen(rowHeight), rows), of }
  if (!same) setDrawn(current)
  const last = useRef(current)
  last.current = current

  const topNow = useCallback(() => frame.current?.getBoundingClientRect().top ?? 0, [frame])
  /** The rows within some screens' heights of what is seen. */
  const around = useCallback(
    (screens: number, top: number): DrawnRows => {
      const height = window.innerHeight
      const start = Math.floor((-top - height * screens) / rowHeight)
      const end = Math.ceil((height * (1 + screens) - top) / rowHeight)
      return within({ start, end }, rows)
    },
    [rows, rowHeight],
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is new is drawn ahead anew
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const draw = (next: DrawnRows) => {
      const { start, end } = last.current
      if (next.start === start && next.end === end) return false
      setDrawn((before) => ({ ...before, ...next }))
      return true
    }
    const step = Math.ceil(STEP_PX / rowHeight)
    const ahead = () => {
      const top = topNow()
      if (draw(stepTowards(around(FAR, top), last.current, around(0, top), step)))
        timer = setTimeout(ahead, STEP_MS)
    }
    const rest = () => {
      clearTimeout(timer)
      timer = setTimeout(ahead, REST_MS)
    }
    const look = (top: number) => {
      if (rows > 0) seen.current = around(0, top)
    }
    const follow = () => {
      const top = topNow()
      look(top)
      draw(including(last.current, around(NEAR, top), around(FAR + 1, top), step))
      rest()
    }
    look(topNow())
    timer = setTimeout(ahead, STEP_MS)
    // Whichever ancestor scrolls, it is heard here on its way down.
    const options = { capture: true, passive: true }
    window.addEventListener('scroll', follow, options)
    window.addEventListener('resize', follow, options)
    window.addEventListener('keydown', rest, options)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('scroll', follow, options)
      window.removeEventListener('resize', follow, options)
      window.removeEventListener('keydown', rest, options)
    }
  }, [topNow, around, rows, items, render])
  return current
}

const firstSeen = (rowHeight: number): DrawnRows => ({
  start: 0,
  end: Math.ceil(window.innerHeight / rowHeight),
})

/** The same rows of a list that has only so many: as far up as its end. */
export function within({ start, end }: DrawnRows, rows: number): DrawnRows {
  const last = Math.min(Math.max(end, 0), rows)
  return { start: Math.max(0, Math.min(start, last - Math.max(1, end - start))), end: last }
}

/** With what is near, and a step more where that is not drawn yet; without what is far. After a jump only what is near. */
export function including(drawn: DrawnRows, near: DrawnRows, far: DrawnRows, step: number): DrawnRows {
  if (near.start > drawn.end || near.end < drawn.start) return near
  const start = near.start < drawn.start ? near.start - step : drawn.start
  const end = near.end > drawn.end ? near.end + step : drawn.end
  return { start: Math.max(far.start, start), end: Math.min(far.end, end) }
}

/** A step towards all that is wanted, on the side where less is drawn beyond what is seen. */
export function stepTowards(wanted: DrawnRows, drawn: DrawnRows, seen: DrawnRows, step: number): DrawnRows {
  const start = Math.min(drawn.start, seen.start)
  const end = Math.max(drawn.end, seen.end)
  const below = end < wanted.end
  const above = start > wanted.start
  if (below && (!above || end - seen.end <= seen.start - start))
    return { start, end: Math.min(end + step, wanted.end) }
  return { start: above ? Math.max(start - step, wanted.start) : start, end }
}
