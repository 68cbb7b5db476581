import type { ReadWidget } from '@vitrine/contract/document/layout-document'
import { repeated } from '#content/pages/designer/state/copies.ts'
import { membersOf, unitOf } from '#content/pages/designer/state/groups.ts'
import { lookOf, withLook } from '#content/pages/designer/state/look.ts'
import { frontFirst, widgetOf, without, withWidgets } from '#content/pages/designer/state/page.ts'
import type { Designer } from '#content/pages/designer/state/store.ts'
import { copyText } from '#lib/browser/clipboard.ts'
import { clipboard, readWidgets, writeWidgets } from './clipboard.ts'
import { type Command, hasMovable, hasSelection } from './command.ts'
import { leaveGroup, selectedGroup } from './groups.ts'
import { openSelection } from './open.ts'
import { usesOfZones } from './zone-uses.ts'

/** Offset of a copy from its original. */
const BESIDE = { x: 20, y: 20 }

/** Serializes the selection for the clipboard, with an in-memory copy for browsers that don't allow reading it. */
export function copied(designer: Designer): string {
  clipboard.widgets = writeWidgets(designer.state.page, designer.selected())
  return clipboard.widgets
}

export async function pasted(designer: Designer, text: string, inPlace = false): Promise<boolean> {
  const widgets = await readWidgets(text)
  if (!widgets || widgets.length === 0) return false
  const { page } = designer.state
  const covered = widgets.some((one) => page.widgets.some(({ x, y }) => x === one.x && y === one.y))
  return designer.addCopies(widgets, covered && !inPlace ? BESIDE : { x: 0, y: 0 }, {
    name: 'paste',
    count: widgets.length,
  })
}

/**
 * Removes the selection. Undo brings it back, so nothing is asked first, unless an action elsewhere on the page would no
 * longer find its zone.
 */
export function remove(designer: Designer, name: 'delete' | 'cut'): void {
  const widgets = designer.movable()
  if (usesOfZones(designer.state.page, widgets).length > 0) designer.request('delete')
  else removed(designer, widgets, name)
}

export function removed(designer: Designer, widgets: readonly ReadWidget[], name: 'delete' | 'cut'): void {
  const ids = widgets.map(({ id }) => id)
  designer.commit(without(designer.state.page, ids), { name, count: ids.length })
}

/** Whether another widget has this name: actions find their zone by name. */
export const isNameTaken = ({ state }: Designer, id: string, wanted: string): boolean =>
  state.page.widgets.some((widget) => widget.id !== id && widget.name === wanted.trim())

/** Renames a widget; an empty or taken name is ignored. */
export function renamed(designer: Designer, id: string, wanted: string): void {
  const { page } = designer.state
  const widget = widgetOf(page, id)
  const name = wanted.trim()
  if (!widget || name === '' || name === widget.name || isNameTaken(designer, id, name)) return
  designer.commit(withWidgets(page, [{ ...widget, name }]), { name: 'rename', count: 1 })
}

/** Selects the previous or next widget, front first, wrapping around. */
function step(designer: Designer, direction: 1 | -1): void {
  const { page, entered, selection } = designer.state
  const ids = frontFirst(page)
    .filter(({ group }) => entered === null || group === entered)
    .map(({ id }) => id)
  // A group is one stop.
  const units = ids.map((id) => unitOf(page, id, entered))
  const stops = units.filter((unit, at) => ids.findIndex((id) => unit.includes(id)) === at)
  if (stops.length === 0) return
  const last = selection.at(-1)
  const at = stops.findIndex((stop) => last !== undefined && stop.includes(last))
  const next =
    at < 0 ? (direction > 0 ? 0 : stops.length - 1) : (at + direction + stops.length) % stops.length
  designer.select(stops[next] ?? [])
}

export const EDIT = [
  {
    id: 'undo',
    group: 'edit',
    keys: ['mod+KeyZ'],
    enabled: (designer) => designer.state.history.past.length > 0,
    run: (designer) => designer.undo(),
  },
  {
    id: 'redo',
    group: 'edit',
    keys: ['mod+shift+KeyZ', 'mod+KeyY'],
    enabled: (designer) => designer.state.history.future.length > 0,
    run: (designer) => designer.redo(),
  },
  {
    id: 'cut',
    group: 'edit',
    keys: ['mod+KeyX'],
    native: true,
    menu: true,
    enabled: hasMovable,
    run: (designer) => {
      copyText(copied(designer)).catch(() => {})
      remove(designer, 'cut')
    },
  },
  {
    id: 'copy',
    group: 'edit',
    keys: ['mod+KeyC'],
    native: true,
    menu: true,
    enabled: hasSelection,
    run: (designer) => {
      copyText(copied(designer)).catch(() => {})
    },
  },
  {
    id: 'paste',
    group: 'edit',
    keys: ['mod+KeyV'],
    native: true,
    menu: true,
    enabled: () => clipboard.widgets !== '',
    run: (designer) => {
      void pasted(designer, clipboard.widgets)
    },
  },
  {
    id: 'pasteInPlace',
    group: 'edit',
    keys: ['mod+shift+KeyV'],
    native: true,
    enabled: () => clipboard.widgets !== '',
    run: (designer) => {
      void pasted(designer, clipboard.widgets, true)
    },
  },
  {
    id: 'duplicate',
    group: 'edit',
    keys: ['mod+KeyD'],
    menu: true,
    enabled: hasSelection,
    run: (designer) => {
      const { page, selection } = designer.state
      const widgets = designer.selected()
      const by = repeated(page, selection, designer.copied) ?? BESIDE
      designer.addCopies(widgets, by, { name: 'duplicate', count: widgets.length })
    },
  },
  {
    id: 'delete',
    group: 'edit',
    keys: ['Delete', 'Backspace'],
    menu: true,
    enabled: hasMovable,
    run: (designer) => remove(designer, 'delete'),
  },
  {
    id: 'copyLook',
    group: 'edit',
    keys: ['mod+alt+KeyC'],
    menu: true,
    enabled: (designer) => designer.selected().length === 1,
    run: (designer) => {
      const [widget] = designer.selected()
      if (widget) clipboard.look = lookOf(widget)
    },
  },
  {
    id: 'pasteLook',
    group: 'edit',
    keys: ['mod+alt+KeyV'],
    menu: true,
    enabled: (designer) => clipboard.look !== undefined && hasSelection(designer),
    run: (designer) => {
      const look = clipboard.look
      if (!look) return
      const widgets = designer.selected().map((widget) => withLook(widget, look))
      designer.commit(withWidgets(designer.state.page, widgets), { name: 'look', count: widgets.length })
    },
  },
  {
    id: 'rename',
    group: 'edit',
    keys: ['F2'],
    menu: true,
    enabled: (designer) => designer.selected().length === 1 || selectedGroup(designer) !== undefined,
    run: (designer) => designer.request('rename'),
  },
  {
    id: 'selectAll',
    group: 'edit',
    keys: ['mod+KeyA'],
    run: (designer) => {
      const { page, entered } = designer.state
      const inside = entered === null ? page.widgets : membersOf(page, entered)
      designer.select(inside.flatMap(({ id, locked, hidden }) => (locked || hidden ? [] : [id])))
    },
  },
  {
    id: 'selectNone',
    group: 'edit',
    keys: ['Escape'],
    enabled: (designer) => designer.state.brush !== null || hasSelection(designer),
    run: (designer) => {
      if (designer.state.brush) designer.set({ brush: null })
      else if (!leaveGroup(designer)) designer.select([])
    },
  },
  {
    id: 'selectNext',
    group: 'edit',
    keys: ['Tab'],
    enabled: hasSelection,
    run: (designer) => step(designer, 1),
  },
  {
    id: 'selectPrevious',
    group: 'edit',
    keys: ['shift+Tab'],
    enabled: hasSelection,
    run: (designer) => step(designer, -1),
  },
  {
    id: 'openContent',
    group: 'edit',
    keys: ['Enter'],
    enabled: (designer) => designer.state.page.widgets.length > 0,
    run: (designer) => (hasSelection(designer) ? openSelection(designer) : step(designer, 1)),
  },
] as const satisfies readonly Command[]
