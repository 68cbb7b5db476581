import type { ReadWidget } from '@vitrine/contract/document/layout-document'
import {
  isSame,
  type LinkedStyle,
  liveLinks,
  type StyleLinks,
  styledValue,
} from '@vitrine/contract/document/styles'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { type Page, widgetOf, withWidgets } from './page.ts'

/** The styles of the organization by id; undefined while they load. */
export type Styles = ReadonlyMap<string, LinkedStyle> | undefined

/** A widget with a field linked to a style; without an id: free, with its values. */
export function withLink({ styles, ...widget }: ReadWidget, name: string, id?: string | null): ReadWidget {
  const links = { ...styles }
  delete links[name]
  if (id) links[name] = id
  return Object.keys(links).length > 0 ? { ...widget, styles: links } : widget
}

/**
 * A page after a change: linked fields have the values of their styles. Whatever changed such a value otherwise made the
 * field free; a style that is gone leaves its values.
 */
export function linkedPage(page: Page, before: Page | undefined, styles: Styles): Page {
  const changed = page.widgets.flatMap((widget) => {
    const next = widget.styles && linked(widget, widget.styles, before && widgetOf(before, widget.id), styles)
    return next && next !== widget ? [next] : []
  })
  return changed.length > 0 ? withWidgets(page, changed) : page
}

function linked(
  widget: ReadWidget,
  links: StyleLinks,
  before: ReadWidget | undefined,
  styles: Styles,
): ReadWidget {
  const fields = WIDGET_FIELDS[widget.type] ?? {}
  const live = styles && widget.known ? (liveLinks(fields, links, styles) ?? {}) : links
  const settings: Record<string, unknown> = {}
  const left = Object.entries(live).filter(([name, id]) => {
    const [field, value, style] = [fields[name], widget.settings[name], styles?.get(id)]
    const wanted = field && style ? styledValue(field, value, style) : value
    const wasLinked = before?.styles?.[name] === id
    if (wasLinked && !isSame(value, style ? wanted : before.settings[name])) return false
    if (!isSame(value, wanted)) settings[name] = wanted
    return true
  })
  const isUnchanged = left.length === Object.keys(links).length && Object.keys(settings).length === 0
  if (isUnchanged) return widget
  const { styles: _, ...rest } = widget
  return {
    ...rest,
    settings: { ...widget.settings, ...settings },
    ...(left.length > 0 && { styles: Object.fromEntries(left) }),
  }
}
