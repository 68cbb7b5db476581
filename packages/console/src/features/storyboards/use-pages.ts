import { useQuery } from '@tanstack/react-query'
import type { LayoutDocument } from '@vitrine/contract/api/page-document'
import type { StoryboardType } from '@vitrine/contract/api/storyboards'
import { type ReadDocument, readDocument } from '@vitrine/contract/document/layout-document'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { cardsQuery } from '#features/cards/queries.ts'
import { layoutsQuery } from '#features/layouts/queries.ts'

/** A card or a layout: what a storyboard is made of. */
export interface StoryPage extends LayoutDocument {
  id: string
  name: string
  organizationId: string
  version: number
}

export type PagesById = ReadonlyMap<string, StoryPage>

const byId = (pages: readonly StoryPage[]): PagesById => new Map(pages.map((page) => [page.id, page]))

/**
 * All cards (standard) or layouts (designed), in the order of their lists. Always refetched: a page that another user
 * has just created must not look deleted.
 */
export function usePages(type: StoryboardType, enabled = true) {
  const standard = type === 'standard'
  const shared = { refetchOnMount: 'always', select: byId } as const
  const cards = useQuery({ ...cardsQuery(), ...shared, enabled: enabled && standard })
  const layouts = useQuery({ ...layoutsQuery(), ...shared, enabled: enabled && !standard })
  return standard ? cards : layouts
}

const read = new WeakMap<StoryPage, ReadDocument>()

/** A page's document, read once. */
export function documentOf(page: StoryPage): ReadDocument {
  const known = read.get(page) ?? readDocument(page, WIDGET_FIELDS)
  read.set(page, known)
  return known
}
