import { aligned, distributed, type Edge, matched } from '#content/pages/designer/geometry/arrange-rects.ts'
import { type Axis, intoPage, moved, type Rect } from '#content/pages/designer/geometry/rect.ts'
import { rectOf, seenRectOf } from '#content/pages/designer/state/page.ts'
import type { Designer, StepName } from '#content/pages/designer/state/store.ts'
import { type Command, hasMovable, hasMovables } from './command.ts'

/** Applies `change` to the selection's rects, in selection order. */
function rearrange(
  designer: Designer,
  name: StepName,
  change: (rects: readonly Rect[]) => readonly Rect[],
): void {
  const widgets = designer.movable()
  const rects = change(widgets.map(rectOf))
  const byId = new Map(
    widgets.flatMap(({ id }, index) => (rects[index] ? [[id, rects[index]] as const] : [])),
  )
  designer.moveTo(byId, { name, count: widgets.length })
}

/** Moves the selection to arrange its surfaces; boxes stay in the page. */
function place(
  designer: Designer,
  name: StepName,
  change: (rects: readonly Rect[]) => readonly Rect[],
): void {
  const seen = designer.movable().map(seenRectOf)
  const wanted = change(seen)
  rearrange(designer, name, (rects) =>
    rects.map((rect, index) => {
      const [from, to] = [seen[index] ?? rect, wanted[index] ?? rect]
      const next = moved(rect, { x: to.x - from.x, y: to.y - from.y })
      return moved(next, intoPage(next, designer.state.page))
    }),
  )
}

const align = (axis: Axis, edge: Edge) => (designer: Designer) =>
  place(designer, 'align', (rects) => aligned(rects, axis, edge, designer.state.page))
const distribute = (axis: Axis) => (designer: Designer) =>
  place(designer, 'distribute', (rects) => distributed(rects, axis))
const match =
  (...axes: Axis[]) =>
  (designer: Designer) =>
    rearrange(designer, 'match', (rects) => matched(rects, axes))

const hasThree = (designer: Designer) => designer.movable().length > 2

export const ALIGN = [
  { id: 'alignLeft', group: 'align', keys: ['alt+KeyA'], enabled: hasMovable, run: align('x', 'start') },
  { id: 'alignCentre', group: 'align', keys: ['alt+KeyH'], enabled: hasMovable, run: align('x', 'centre') },
  { id: 'alignRight', group: 'align', keys: ['alt+KeyD'], enabled: hasMovable, run: align('x', 'end') },
  { id: 'alignTop', group: 'align', keys: ['alt+KeyW'], enabled: hasMovable, run: align('y', 'start') },
  { id: 'alignMiddle', group: 'align', keys: ['alt+KeyV'], enabled: hasMovable, run: align('y', 'centre') },
  { id: 'alignBottom', group: 'align', keys: ['alt+KeyS'], enabled: hasMovable, run: align('y', 'end') },
  {
    id: 'distributeAcross',
    group: 'align',
    keys: ['alt+shift+KeyH'],
    enabled: hasThree,
    run: distribute('x'),
  },
  { id: 'distributeDown', group: 'align', keys: ['alt+shift+KeyV'], enabled: hasThree, run: distribute('y') },
  { id: 'matchWidth', group: 'align', enabled: hasMovables, run: match('x') },
  { id: 'matchHeight', group: 'align', enabled: hasMovables, run: match('y') },
  { id: 'matchSize', group: 'align', enabled: hasMovables, run: match('x', 'y') },
] as const satisfies readonly Command[]
