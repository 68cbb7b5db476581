import { GROUP_NAME_MAX, type ReadWidget } from '@vitrine/contract/document/layout-document'
import { freeName, frontFirst, type Page, widgetOf, withOrder, withWidgets } from './page.ts'

/** Groups of widgets. They are flat, and are nothing but their name, which their members share. */

export const groupNames = (page: Page): Set<string> =>
  new Set(page.widgets.flatMap(({ group }) => group ?? []))

export const membersOf = (page: Page, group: string): ReadWidget[] =>
  page.widgets.filter((widget) => widget.group === group)

/** The ids that are selected with a widget: those of its group, unless it is the entered one. */
export function unitOf(page: Page, id: string, entered: string | null): string[] {
  const group = widgetOf(page, id)?.group
  return group === undefined || group === entered ? [id] : membersOf(page, group).map((member) => member.id)
}

/** The ids with all that are selected with them, each once. */
export function unitsOf(page: Page, ids: readonly string[], entered: string | null): string[] {
  const found = new Set(ids)
  const groups = new Set(ids.flatMap((id) => widgetOf(page, id)?.group ?? []))
  if (entered !== null) groups.delete(entered)
  if (groups.size > 0) for (const { id, group } of page.widgets) if (group && groups.has(group)) found.add(id)
  return [...found]
}

/** The group whose members, all of them, are these widgets. */
export function groupOf(page: Page, widgets: readonly ReadWidget[]): string | undefined {
  const [first] = widgets
  const group = first?.group
  if (group === undefined || widgets.some((widget) => widget.group !== group)) return undefined
  return membersOf(page, group).length === widgets.length ? group : undefined
}

/** A group's name that no other group has. */
export const freeGroupName = (names: ReadonlySet<string>, wanted: string): string =>
  freeName(names, wanted.trim(), GROUP_NAME_MAX)

/** Groups widgets, which come together in the stack, where the front one is. */
export function grouped(page: Page, ids: readonly string[], name: string): Page {
  const order = frontFirst(page).map(({ id }) => id)
  const front = order.findIndex((id) => ids.includes(id))
  const rest = order.filter((id) => !ids.includes(id))
  const inside = order.filter((id) => ids.includes(id))
  const next = withOrder(page, [...rest.slice(0, front), ...inside, ...rest.slice(front)])
  return withWidgets(
    next,
    next.widgets.filter(({ id }) => ids.includes(id)).map((widget) => ({ ...widget, group: name })),
  )
}

export const withoutGroup = ({ group: _, ...widget }: ReadWidget): ReadWidget => widget

/** Copies of whole groups are separate groups; copies in the entered group stay in it; of others, nothing is kept. */
export function copiedGroups(
  page: Page,
  originals: readonly ReadWidget[],
  entered: string | null,
): (widget: ReadWidget) => ReadWidget {
  const names = groupNames(page)
  const found = new Map<string, string | undefined>()
  return (widget) => {
    const { group } = widget
    if (group === undefined || (group === entered && names.has(group))) return widget
    if (!found.has(group)) {
      const isWhole = originals.filter((one) => one.group === group).length > 1
      const name = isWhole ? freeGroupName(names, group) : undefined
      if (name) names.add(name)
      found.set(group, name)
    }
    const name = found.get(group)
    return name === undefined ? withoutGroup(widget) : { ...widget, group: name }
  }
}
