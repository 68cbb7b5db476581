import { roomFor, stepWithin } from '#content/pages/designer/geometry/reach.ts'
import { moved, type Point, type Rect } from '#content/pages/designer/geometry/rect.ts'
import { type Handle, resizedRect } from '#content/pages/designer/geometry/resize-rect.ts'
import { frontFirst, leastSide, rectOf, withOrder, withWidgets } from '#content/pages/designer/state/page.ts'
import type { Designer } from '#content/pages/designer/state/store.ts'
import { clock } from '#lib/clock.ts'
import { type Command, hasMovable, hasSelection } from './command.ts'

/** Moves the selection in the stacking order; the selected widgets keep their relative order. */
function restack(designer: Designer, to: 'front' | 'forward' | 'backward' | 'back'): void {
  const { page, selection } = designer.state
  const ids = frontFirst(page).map(({ id }) => id)
  const isIn = (id: string | undefined) => id !== undefined && selection.includes(id)
  let order = [...ids]
  if (to === 'front') order = [...ids.filter(isIn), ...ids.filter((id) => !isIn(id))]
  if (to === 'back') order = [...ids.filter((id) => !isIn(id)), ...ids.filter(isIn)]
  const swap = (a: number, b: number) => {
    ;[order[a], order[b]] = [order[b] as string, order[a] as string]
  }
  if (to === 'forward')
    for (let i = 1; i < order.length; i += 1) if (isIn(order[i]) && !isIn(order[i - 1])) swap(i - 1, i)
  if (to === 'backward')
    for (let i = order.length - 2; i >= 0; i -= 1) if (isIn(order[i]) && !isIn(order[i + 1])) swap(i, i + 1)
  if (order.every((id, index) => id === ids[index])) return
  designer.commit(withOrder(page, order), { name: 'order', count: selection.length })
}

/** Moves a widget to an index of the front-first list. */
export function placeInOrder(designer: Designer, id: string, index: number): void {
  const { page } = designer.state
  const ids = frontFirst(page).map((widget) => widget.id)
  const rest = ids.filter((other) => other !== id)
  const order = [...rest.slice(0, index), id, ...rest.slice(index)]
  if (order.some((other, place) => other !== ids[place]))
    designer.commit(withOrder(page, order), { name: 'order', count: 1 })
}

/** Arrow keys with shorter pauses between them are one undo step, in milliseconds. */
const BURST_MS = 1000
const pressedAt = new WeakMap<Designer, number>()

/** A pause starts another undo step. */
function sealAfterPause(designer: Designer): void {
  const now = clock.now()
  if (now - (pressedAt.get(designer) ?? 0) > BURST_MS) designer.seal()
  pressedAt.set(designer, now)
}

function nudge(designer: Designer, by: Point): void {
  sealAfterPause(designer)
  const widgets = designer.movable()
  const way = stepWithin(by, roomFor(widgets.map(rectOf), designer.reach))
  const rects = new Map(widgets.map((widget) => [widget.id, moved(rectOf(widget), way)]))
  designer.moveTo(rects, { name: 'nudge', count: rects.size }, `nudge ${[...rects.keys()].join()}`)
}

function stretch(designer: Designer, handle: Handle, by: Point): void {
  sealAfterPause(designer)
  const rects = new Map<string, Rect>(
    designer
      .movable()
      .map((widget) => [
        widget.id,
        resizedRect(rectOf(widget), handle, by, {}, leastSide(widget), designer.reach),
      ]),
  )
  designer.moveTo(rects, { name: 'resize', count: rects.size }, `stretch ${[...rects.keys()].join()}`)
}

/** Toggles a flag of the selection: set for all, unless all have it. */
function mark(designer: Designer, which: 'locked' | 'hidden'): void {
  const widgets = designer.selected()
  const on = !widgets.every((widget) => widget[which])
  setMark(
    designer,
    widgets.map(({ id }) => id),
    which,
    on,
  )
}

export function setMark(
  designer: Designer,
  ids: readonly string[],
  which: 'locked' | 'hidden',
  on: boolean,
): void {
  const { page } = designer.state
  const changed = page.widgets.flatMap((widget) => {
    if (!ids.includes(widget.id) || Boolean(widget[which]) === on) return []
    const { [which]: _old, ...rest } = widget
    return [on ? { ...widget, [which]: true } : rest]
  })
  designer.commit(withWidgets(page, changed), {
    name: which === 'locked' ? 'lock' : 'hide',
    count: changed.length,
  })
}

const DIRECTIONS = [
  ['Left', -1, 0],
  ['Right', 1, 0],
  ['Up', 0, -1],
  ['Down', 0, 1],
] as const
/** Pixels per arrow key press, without and with Shift. */
const STEP = 1
const LEAP = 10

const nudges = DIRECTIONS.flatMap(
  ([name, x, y]) =>
    [
      {
        id: `nudge${name}`,
        group: 'arrange',
        keys: [`Arrow${name}`],
        enabled: hasMovable,
        run: (designer: Designer) => nudge(designer, { x: x * STEP, y: y * STEP }),
      },
      {
        id: `leap${name}`,
        group: 'arrange',
        keys: [`shift+Arrow${name}`],
        enabled: hasMovable,
        run: (designer: Designer) => nudge(designer, { x: x * LEAP, y: y * LEAP }),
      },
      {
        id: `stretch${name}`,
        group: 'arrange',
        keys: [`mod+Arrow${name}`],
        enabled: hasMovable,
        run: (designer: Designer) => stretch(designer, x ? 'e' : 's', { x: x * STEP, y: y * STEP }),
      },
      {
        id: `stretchMore${name}`,
        group: 'arrange',
        keys: [`mod+shift+Arrow${name}`],
        enabled: hasMovable,
        run: (designer: Designer) => stretch(designer, x ? 'e' : 's', { x: x * LEAP, y: y * LEAP }),
      },
    ] as const,
)

export const ARRANGE = [
  {
    id: 'bringToFront',
    group: 'arrange',
    keys: ['BracketRight'],
    menu: true,
    enabled: hasSelection,
    run: (designer) => restack(designer, 'front'),
  },
  {
    id: 'bringForward',
    group: 'arrange',
    keys: ['mod+BracketRight'],
    menu: true,
    enabled: hasSelection,
    run: (designer) => restack(designer, 'forward'),
  },
  {
    id: 'sendBackward',
    group: 'arrange',
    keys: ['mod+BracketLeft'],
    menu: true,
    enabled: hasSelection,
    run: (designer) => restack(designer, 'backward'),
  },
  {
    id: 'sendToBack',
    group: 'arrange',
    keys: ['BracketLeft'],
    menu: true,
    enabled: hasSelection,
    run: (designer) => restack(designer, 'back'),
  },
  {
    id: 'lock',
    group: 'arrange',
    keys: ['mod+shift+KeyL'],
    menu: true,
    enabled: hasSelection,
    checked: (designer) => designer.selected().every(({ locked }) => locked),
    run: (designer) => mark(designer, 'locked'),
  },
  {
    id: 'hide',
    group: 'arrange',
    keys: ['mod+shift+KeyH'],
    menu: true,
    enabled: hasSelection,
    checked: (designer) => designer.selected().every(({ hidden }) => hidden),
    run: (designer) => mark(designer, 'hidden'),
  },
  ...nudges,
] as const satisfies readonly Command[]
