import { intoReach, mostSide } from '#content/pages/designer/geometry/reach.ts'
import { moved, type Rect } from '#content/pages/designer/geometry/rect.ts'
import type { StepLabel } from '#content/pages/designer/state/designer-state.ts'
import { leastSide, type Page, rectOf, widgetOf, withRects } from '#content/pages/designer/state/page.ts'
import type { Designer } from '#content/pages/designer/state/store.ts'
import { loadChunk } from '#lib/server/load-chunk.ts'

/** The numeric equivalents of a drag. */
export const SIDES = ['x', 'y', 'width', 'height'] as const
export type Side = (typeof SIDES)[number]

/** Rects after setting some sides, kept in reach. Locked widgets stay. */
function rectsWith(
  { reach }: Designer,
  page: Page,
  ids: readonly string[],
  sidesOf: (rect: Rect) => Partial<Rect>,
) {
  const widgets = ids.flatMap((id) => widgetOf(page, id) ?? []).filter(({ locked }) => !locked)
  return new Map(
    widgets.map((widget): [string, Rect] => {
      const { x, y, width, height } = { ...rectOf(widget), ...sidesOf(widget) }
      const rect: Rect = {
        x: Math.round(x),
        y: Math.round(y),
        width: within(width, leastSide(widget), mostSide('x', reach)),
        height: within(height, leastSide(widget), mostSide('y', reach)),
      }
      return [widget.id, moved(rect, intoReach(rect, reach))]
    }),
  )
}
const within = (length: number, least: number, most: number) =>
  Math.round(Math.min(Math.max(length, least), most))

/** Numbers typed so far: a place may be in reach only with the size that is typed next. */
interface Typed {
  key: string
  /** The page with these numbers; another change forgets them. */
  page: Page
  sides: Partial<Rect>
}
const typed = new WeakMap<Designer, Typed>()

/** Sets one side of several widgets to a typed number. The order of typing several sides makes no difference. */
export function typeSide(designer: Designer, ids: readonly string[], side: Side, value: number): void {
  const key = ids.join()
  const before = typed.get(designer)
  const isSame = before?.key === key && before.page === designer.state.page
  const sides = { ...(isSame && before.sides), [side]: value }
  const rects = rectsWith(designer, designer.state.page, ids, () => sides)
  designer.moveTo(rects, sideLabel(side, rects.size), `${side} ${key}`)
  typed.set(designer, { key, page: designer.state.page, sides })
}

export const sideLabel = (side: Side, count: number): StepLabel => ({
  name: side === 'x' || side === 'y' ? 'move' : 'resize',
  count,
})

/** Sets one side of several widgets, each to its own number; consecutive input is one undo step. */
export function setSide(
  designer: Designer,
  ids: readonly string[],
  side: Side,
  valueFor: (rect: Rect) => number,
): void {
  const rects = rectsWith(designer, designer.state.page, ids, (rect) => ({ [side]: valueFor(rect) }))
  designer.moveTo(rects, sideLabel(side, rects.size), `${side} ${ids.join()}`)
}

/** Computes one side of several widgets, each from its own number; shares are of the page. */
export async function sumSide(
  designer: Designer,
  ids: readonly string[],
  side: Side,
  sum: string,
): Promise<void> {
  const { computed } = await loadChunk(() => import('#ui/form/fields/arithmetic.ts'))
  const { width, height } = designer.state.page
  const whole = side === 'x' || side === 'width' ? width : height
  setSide(designer, ids, side, (rect) => computed(sum, { value: rect[side], whole }) ?? rect[side])
  designer.seal()
}

/** Changes one side by a distance from the start of a gesture in progress. */
export function scrubSide(designer: Designer, ids: readonly string[], side: Side, by: number): void {
  const { present } = designer.state.history
  const rects = rectsWith(designer, present, ids, (rect) => ({ [side]: rect[side] + by }))
  designer.show(withRects(present, rects))
}
