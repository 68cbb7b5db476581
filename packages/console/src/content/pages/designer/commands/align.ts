import type { ReadWidget } from '@vitrine/contract/document/layout-document'
import { aligned, distributed, type Edge, matched } from '#content/pages/designer/geometry/arrange-rects.ts'
import { intoReach } from '#content/pages/designer/geometry/reach.ts'
import { type Axis, moved, type Rect } from '#content/pages/designer/geometry/rect.ts'
import type { StepName } from '#content/pages/designer/state/designer-state.ts'
import { rectOf, seenRectOf, widgetOf } from '#content/pages/designer/state/page.ts'
import type { Designer } from '#content/pages/designer/state/store.ts'
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

/** Moves the selection to arrange its surfaces; boxes stay in reach. */
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
      return moved(next, intoReach(next, designer.reach))
    }),
  )
}

/** The widget that the others are aligned to. It can be locked. */
function keyOf({ state: { page, key } }: Designer): ReadWidget | undefined {
  return key === null ? undefined : widgetOf(page, key)
}

/** Makes the next selected widget the one that the others are aligned to; after the last, none. */
function nextKey(designer: Designer): void {
  const { selection, key } = designer.state
  const at = key === null ? -1 : selection.indexOf(key)
  designer.set({ key: selection[at + 1] ?? null })
}

const align = (axis: Axis, edge: Edge) => (designer: Designer) => {
  const key = keyOf(designer)
  place(designer, 'align', (rects) => aligned(rects, axis, edge, designer.state.page, key && seenRectOf(key)))
}
const distribute = (axis: Axis) => (designer: Designer) =>
  place(designer, 'distribute', (rects) => distributed(rects, axis))
const match =
  (...axes: Axis[]) =>
  (designer: Designer) =>
    rearrange(designer, 'match', (rects) => matched(rects, axes, keyOf(designer)))

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
  {
    id: 'keyObject',
    group: 'align',
    keys: ['alt+KeyK'],
    enabled: (designer) => designer.selected().length > 1,
    run: nextKey,
  },
] as const satisfies readonly Command[]
