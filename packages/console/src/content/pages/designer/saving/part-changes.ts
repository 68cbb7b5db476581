import type { LayoutDocument } from '@vitrine/contract/api/content/page-document'
import type { StyleUses } from '@vitrine/contract/api/content/styles'
import { api } from '#lib/api.ts'

/** The pages and screens that the save of a part would change; undefined if no page shows it. */
export async function partChanges(
  id: string,
  { name, document }: { name: string; document: LayoutDocument },
): Promise<StyleUses | undefined> {
  const body = { name, ...document }
  const asked = api.parts.update({ params: { id }, query: { dryRun: 'true' }, body })
  // A save that fails says why itself.
  const uses = (await asked.catch(() => undefined))?.uses
  return uses && uses.pages.total > 0 ? uses : undefined
}
