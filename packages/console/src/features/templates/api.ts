import { copyWidgets, type ReadDocument } from '@vitrine/contract/document/layout-document'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { newId } from '#lib/browser/new-id.ts'
import { type TemplateChoice, useBuiltInTemplates, useOwnTemplates } from './use-templates.ts'

/** A copy with new ids: pages made from one template share none. */
export const copyOf = (document: ReadDocument): ReadDocument => ({
  ...document,
  widgets: copyWidgets(document.widgets, WIDGET_FIELDS, newId),
})

/** The template in the address, with fresh ids; `undefined` while loading, null when there is none. */
export function useTemplate(key: string | undefined): TemplateChoice | null | undefined {
  const builtIn = useBuiltInTemplates({ enabled: key !== undefined })
  const own = useOwnTemplates()
  if (key === undefined) return null
  const found = builtIn?.find((one) => one.key === key) ?? own.choices.find((one) => one.key === key)
  if (found) return { ...found, document: copyOf(found.document) }
  return own.query.isPending || !builtIn ? undefined : null
}
