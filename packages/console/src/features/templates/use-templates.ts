import { queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { Card } from '@vitrine/contract/api/cards'
import { type ReadDocument, readDocument } from '@vitrine/contract/document/layout-document'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import type { TemplatePurpose } from '@vitrine/widgets/template'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { cardPiecesQuery } from '#features/cards/queries.ts'
import { newId } from '#lib/browser/new-id.ts'
import { loadChunk } from '#lib/server/load-chunk.ts'
import { useTemplateOwner } from './queries.ts'
import { type Shape, shapeOf } from './shapes.ts'

/** A page to begin with. */
export interface TemplateChoice {
  /** Stable: an organization's own by its id, one of the product's by its name and size. */
  key: string
  /** Of an organization's own template. */
  id?: string
  name: string
  purpose?: TemplatePurpose
  shape: Shape
  document: ReadDocument
}

const builtInQuery = queryOptions({
  queryKey: ['templates', 'built-in'],
  queryFn: async () => {
    const [{ TEMPLATES }, { templateDocument }] = await Promise.all([
      loadChunk(() => import('@vitrine/widgets/templates')),
      loadChunk(() => import('@vitrine/widgets/template-document')),
    ])
    return { templates: TEMPLATES, documentOf: templateDocument }
  },
  staleTime: Number.POSITIVE_INFINITY,
  networkMode: 'always',
})

/** The product's templates in the organization's colors; `undefined` until loaded. */
export function useBuiltInTemplates({ enabled = true } = {}): readonly TemplateChoice[] | undefined {
  const builtIn = useQuery({ ...builtInQuery, enabled }).data
  const { t } = useTranslation()
  const owner = useTemplateOwner()
  return useMemo(
    () =>
      builtIn?.templates.flatMap(({ id, purpose, pages }) =>
        pages.map((page) => ({
          key: `${id}-${page.width}x${page.height}`,
          name: t(`templates.names.${id}` as 'templates.names.welcome'),
          purpose,
          shape: shapeOf(page),
          document: builtIn.documentOf(page, owner, newId),
        })),
      ),
    [builtIn, owner, t],
  )
}

/** A template that a user saved; templates are cards. */
export const choiceOf = (card: Card): TemplateChoice => ({
  key: card.id,
  id: card.id,
  name: card.name,
  shape: shapeOf(card),
  document: readDocument(card, WIDGET_FIELDS),
})

/** The organization's own templates that a search finds, as far as they have been scrolled to. */
export function useOwnTemplates(search: string) {
  const query = useInfiniteQuery(cardPiecesQuery(true, search))
  const choices = useMemo(() => query.data?.rows.map(choiceOf) ?? [], [query.data])
  return { query, choices }
}
