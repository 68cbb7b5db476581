import { expandedUse } from '@vitrine/contract/document/expanded-page'
import {
  copyWidgets,
  PAGE_MIN,
  type ReadDocument,
  type ReadWidget,
  WIDGETS_MAX,
} from '@vitrine/contract/document/layout-document'
import {
  canBeValue,
  isUse,
  PART_TYPE,
  PART_VALUE_NAME_MAX,
  PART_WIDGETS_MAX,
  type PartValue,
  USES_MAX,
} from '@vitrine/contract/document/part-use'
import { styleKindOf } from '@vitrine/contract/document/styles'
import type { Values } from '@vitrine/contract/fields/values'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { freePlace } from '#content/pages/designer/geometry/free-place.ts'
import { boundsOf, type Point } from '#content/pages/designer/geometry/rect.ts'
import { toPage } from '#content/pages/designer/geometry/view.ts'
import { freeGroupName, groupNames } from './groups.ts'
import { withLink } from './links.ts'
import {
  freeName,
  frontFirst,
  namesOf,
  type Page,
  widgetOf,
  withAdded,
  withOrder,
  withWidgets,
} from './page.ts'
import type { Designer } from './store.ts'

/** Why widgets can't become a part. */
export function whyNoPart(widgets: readonly ReadWidget[]): 'nested' | 'tooMany' | undefined {
  if (widgets.some(isUse)) return 'nested'
  return widgets.length > PART_WIDGETS_MAX ? 'tooMany' : undefined
}

/** The part that widgets become, on a canvas of their size with the background of their page. */
export function partOf(page: Page, widgets: readonly ReadWidget[]): ReadDocument {
  const { x, y, width, height } = boundsOf(widgets) ?? { x: 0, y: 0, width: 0, height: 0 }
  const { background } = page
  return {
    width: Math.max(PAGE_MIN, Math.round(width)),
    height: Math.max(PAGE_MIN, Math.round(height)),
    ...(background !== undefined && { background }),
    widgets: widgets.map((widget) => ({ ...widget, x: widget.x - x, y: widget.y - y })),
  }
}

type Stored = Pick<ReadDocument, 'width' | 'height'> & { id: string; name: string }

const newUse = (part: Stored, id: string, name: string, at: Point): ReadWidget => ({
  ...{ id, type: PART_TYPE, name, zIndex: 1, x: Math.round(at.x), y: Math.round(at.y) },
  ...{ width: part.width, height: part.height, use: { part: part.id, values: {} } },
  ...{ known: false, settings: {} },
})

/** Puts a part in the place of the widgets that it was made of, as one step. */
export function replacedByPart(designer: Designer, ids: readonly string[], part: Stored): void {
  const { page } = designer.state
  const widgets = page.widgets.filter(({ id }) => ids.includes(id))
  const bounds = boundsOf(widgets)
  if (!bounds) return
  const rest = { ...page, widgets: page.widgets.filter(({ id }) => !ids.includes(id)) }
  const use = newUse(part, designer.newId(), freeName(namesOf(rest), part.name), bounds)
  const order = frontFirst(page).map(({ id }) => id)
  const front = order.findIndex((id) => ids.includes(id))
  const stay = (some: readonly string[]) => some.filter((id) => !ids.includes(id))
  const next = withOrder(withAdded(rest, [use]), [
    ...stay(order.slice(0, front)),
    use.id,
    ...stay(order.slice(front)),
  ])
  designer.commit(next, { name: 'makePart', count: widgets.length })
  designer.select([use.id])
}

/** Adds a use of a part where it was dropped, or in free space near the middle of the view; at most as large as the page. */
export function addedPart(designer: Designer, part: Stored, at?: Point): void {
  const { page, view, viewport } = designer.state
  const uses = page.widgets.filter(isUse).length
  if (page.widgets.length >= WIDGETS_MAX || uses >= USES_MAX) {
    designer.request('full')
    return
  }
  const by = Math.min(1, page.width / part.width, page.height / part.height)
  const size = { width: Math.round(part.width * by), height: Math.round(part.height * by) }
  const middle = toPage(view, { x: viewport.width / 2, y: viewport.height / 2 })
  const place = freePlace(size, page, at ? [] : page.widgets, at ?? middle)
  const use = newUse(part, designer.newId(), freeName(namesOf(page), part.name), place)
  designer.commit(withAdded(page, [{ ...use, ...size }]), { name: 'add', count: 1 })
  designer.select([use.id])
}

/** Replaces a use by ordinary widgets in a group, drawn the same, as one step. */
export function detached(designer: Designer, id: string): void {
  const { page } = designer.state
  const use = widgetOf(page, id)
  const part = use?.use && designer.parts.get(use.use.part)
  if (!use || !isUse(use) || !part) return
  if (page.widgets.length - 1 + part.widgets.length > WIDGETS_MAX) {
    designer.request('full')
    return
  }
  const rest = { ...page, widgets: page.widgets.filter((widget) => widget !== use) }
  const names = namesOf(rest)
  const group = freeGroupName(groupNames(rest), use.name)
  const inside = copyWidgets(expandedUse(use, part, WIDGET_FIELDS), WIDGET_FIELDS, () => designer.newId())
  const isScaled = Math.min(use.width / part.width, use.height / part.height) !== 1
  const free = inside.map(({ of: _, ...widget }) => {
    const name = freeName(names, widget.name)
    names.add(name)
    const own = isScaled ? withoutTextStyles(widget) : widget
    return { ...own, name, ...(inside.length > 1 && { group }) }
  })
  const order = frontFirst(page).flatMap((widget) =>
    widget === use ? free.map((one) => one.id).reverse() : [widget.id],
  )
  designer.commit(withOrder(withAdded(rest, free), order), { name: 'detachPart', count: free.length })
  designer.select(free.map((widget) => widget.id))
}

/** Scaled letters have another size than their style. */
const withoutTextStyles = (widget: ReadWidget): ReadWidget =>
  Object.entries(WIDGET_FIELDS[widget.type] ?? {})
    .filter(([, field]) => styleKindOf(field) === 'text')
    .reduce((free, [name]) => withLink(free, name), widget)

/** Another value of a use. */
export function setValue(designer: Designer, id: string, key: string, value: unknown): void {
  const use = widgetOf(designer.state.page, id)?.use
  if (use) withValues(designer, id, { ...use.values, [key]: value }, `value ${id} ${key}`)
}

/** A use has the part's own values again. */
export function resetValues(designer: Designer, id: string, keys: readonly string[]): void {
  const values = Object.entries(widgetOf(designer.state.page, id)?.use?.values ?? {})
  withValues(designer, id, Object.fromEntries(values.filter(([key]) => !keys.includes(key))))
}

function withValues(designer: Designer, id: string, values: Values, merge?: string): void {
  const { page } = designer.state
  const widget = widgetOf(page, id)
  if (!widget?.use) return
  const next = { ...widget, use: { ...widget.use, values } }
  designer.commit(withWidgets(page, [next]), { name: 'edit', count: 1 }, merge)
}

/** The fields of a widget that can be values of a part, in the order of its form. */
export const valueFieldsOf = ({ type }: ReadWidget) =>
  Object.entries(WIDGET_FIELDS[type] ?? {}).filter(([, field]) => canBeValue(field))

export const valueAt = (page: Page, widget: string, field: string): PartValue | undefined =>
  page.values?.find(({ at }) => at.some((one) => one.widget === widget && one.field === field))

/**
 * Makes a field a value of the part under a label, or none without one. Fields of one kind with the same label are one value.
 * A value keeps its name with another label, and has its former name again once it is made again.
 */
export function namedValue(designer: Designer, id: string, field: string, label: string): void {
  const { page } = designer.state
  const before = valueAt(page, id, field)
  const wanted = label.trim()
  if ((before?.label ?? '') === wanted) return
  const rest = (page.values ?? []).flatMap((value) => {
    const at = value.at.filter((one) => one.widget !== id || one.field !== field)
    return at.length > 0 ? [{ ...value, at }] : []
  })
  const target = { widget: id, field }
  const kind = kindAt(page, target)
  const same = rest.find(
    (value) => value.label === wanted && value.at.some((one) => kindAt(page, one) === kind),
  )
  const isAlone = before?.at.length === 1
  const made = { name: isAlone ? before.name : freeValueName(rest, wanted), label: wanted, at: [target] }
  const values =
    wanted === ''
      ? rest
      : same
        ? rest.map((value) => (value === same ? { ...value, at: [...value.at, target] } : value))
        : [...rest, made]
  const { values: _, ...others } = page
  const next = values.length > 0 ? { ...others, values } : others
  designer.commit(next, { name: 'value', count: 1 }, `named ${id} ${field}`)
}

function kindAt(page: Page, { widget, field }: PartValue['at'][number]): string | undefined {
  const fields = WIDGET_FIELDS[widgetOf(page, widget)?.type ?? '']
  return fields?.[field]?.type
}

const freeValueName = (values: readonly PartValue[], label: string) =>
  freeName(new Set(values.map(({ name }) => name)), label, PART_VALUE_NAME_MAX)
