import type { Impact } from '@vitrine/contract/api/base/impact'
import type { LayoutDocument } from '@vitrine/contract/api/content/page-document'
import { screenFieldsIn } from '@vitrine/contract/document/screen-values'
import { entryRules } from '@vitrine/contract/schedule/entry-rules'
import { api } from '#lib/api.ts'

export type PageKind = 'cards' | 'layouts' | 'parts'
interface Content {
  name: string
  document: LayoutDocument
}

/** What saving a page would change on the screens that play it; undefined for a new page, and for parts, which none plays alone. */
export async function pageImpact(
  kind: PageKind,
  id: string,
  { name, document }: Content,
): Promise<Impact | undefined> {
  if (kind === 'parts' || id === '') return undefined
  const body = { name, ...document }
  const asked = { params: { id }, query: { dryRun: 'true' } } as const
  const ask =
    kind === 'cards'
      ? api.cards.update({ ...asked, body })
      : api.layouts.update({ ...asked, body: { ...body, type: 'designed' } })
  // A save that fails says why itself.
  return (await ask.catch(() => undefined))?.impact
}

/** What people should know before a save: values that screens lack, and screens for which no entry is. */
export type PageWarnings = Pick<Impact, 'missing' | 'nothing'>

/** Undefined: nothing. Only pages that show values, or have entries for some screens, are asked about. */
export async function warningsOf(
  kind: PageKind,
  id: string,
  content: Content,
): Promise<PageWarnings | undefined> {
  const { document } = content
  const isSure = screenFieldsIn(document).every(({ hasFallback }) => hasFallback)
  if (isSure && entryRules(document).length === 0) return undefined
  const impact = await pageImpact(kind, id, content)
  return impact && (impact.missing.length > 0 || impact.nothing) ? impact : undefined
}
