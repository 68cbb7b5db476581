import { useQuery } from '@tanstack/react-query'
import { copyWidgets, type ReadDocument } from '@vitrine/contract/document/layout-document'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { newId } from '#lib/browser/new-id.ts'
import { cardQuery } from '#queries/cards.ts'
import { choiceOf, type TemplateChoice, useBuiltInTemplates } from './use-templates.ts'

export type { TemplateChoice } from './use-templates.ts'
export { useBuiltInTemplates } from './use-templates.ts'

/** A copy with new ids: pages from one template must not share ids. */
export const copyOf = (document: ReadDocument): ReadDocument => ({
  ...document,
  widgets: copyWidgets(document.widgets, WIDGET_FIELDS, newId),
})

/** The template in the URL, with new ids; `undefined` while loading, null if there is none. */
export function useTemplate(key: string | undefined): TemplateChoice | null | undefined {
  const builtIn = useBuiltInTemplates({ enabled: key !== undefined })
  const product = builtIn?.find((one) => one.key === key)
  const isOwn = key !== undefined && builtIn !== undefined && product === undefined
  const own = useQuery({ ...cardQuery(key ?? ''), enabled: isOwn })
  if (key === undefined) return null
  const found = product ?? (own.data && choiceOf(own.data))
  if (found) return { ...found, document: copyOf(found.document) }
  return own.isError ? null : undefined
}
