import type { DocumentInput, LayoutDocument } from '#api/content/page-document.ts'

/** Inputs by widget and field. An input belongs to the widget with the longest id that its name begins with. */
export function inputsByWidget(document: Pick<LayoutDocument, 'widgets' | 'config'>) {
  const found = new Map<string, Map<string, Omit<DocumentInput, 'name'>>>(
    document.widgets.map((widget) => [widget.id, new Map()]),
  )
  for (const { name, ...input } of document.config.inputs) {
    for (let dash = name.lastIndexOf('-'); dash > 0; dash = name.lastIndexOf('-', dash - 1)) {
      const widget = found.get(name.slice(0, dash))
      if (!widget) continue
      widget.set(name.slice(dash + 1), input)
      break
    }
  }
  return found
}
