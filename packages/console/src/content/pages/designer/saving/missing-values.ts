import type { Impact } from '@vitrine/contract/api/base/impact'
import type { LayoutDocument } from '@vitrine/contract/api/content/page-document'
import { screenFieldsIn } from '@vitrine/contract/document/screen-values'
import { api } from '#lib/api.ts'

/** The values that a page would show in vain on the screens that play it. None for a new page, which no screen plays. */
export async function missingValues(
  kind: 'cards' | 'layouts',
  id: string,
  { name, document }: { name: string; document: LayoutDocument },
): Promise<Impact['missing']> {
  if (id === '' || screenFieldsIn(document).every(({ hasFallback }) => hasFallback)) return []
  const body = { name, ...document }
  const asked = { params: { id }, query: { dryRun: 'true' } } as const
  const ask =
    kind === 'cards'
      ? api.cards.update({ ...asked, body })
      : api.layouts.update({ ...asked, body: { ...body, type: 'designed' } })
  // A save that fails says why itself.
  return (await ask.catch(() => undefined))?.impact?.missing ?? []
}
