import type { ReadDocument } from '@vitrine/contract/document/layout-document'
import { scaleIn } from '@vitrine/contract/document/page-shape'
import type { TemplateOwner } from '@vitrine/widgets/template'
import { templateDocument } from '@vitrine/widgets/template-document'
import { TEMPLATES } from '@vitrine/widgets/templates'
import { newId } from '#lib/browser/new-id.ts'

// With all templates, in a chunk that loads when the first run shows.

export const STARTERS = ['welcome', 'menu', 'prayer-times'] as const
export type Starter = (typeof STARTERS)[number]

interface Size {
  width: number
  height: number
}

/** The area of the screen that a page covers, for pages of all sizes. */
const shareOf = (page: Size, screen: Size) => scaleIn(page, screen) ** 2 * page.width * page.height

/** An unchanged template in the organization's colors, in the shape that fits the screen best. */
export function starterPage(starter: Starter, owner: TemplateOwner, screen: Size): ReadDocument {
  const pages = TEMPLATES.find(({ id }) => id === starter)?.pages ?? []
  const [page] = pages.toSorted((a, b) => shareOf(b, screen) - shareOf(a, screen))
  if (!page) throw new Error(`There is no template ${starter}`)
  return templateDocument(page, owner, newId)
}
