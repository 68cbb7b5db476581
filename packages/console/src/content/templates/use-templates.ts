import { queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { Card } from '@vitrine/contract/api/content/cards'
import { type ReadDocument, readDocument } from '@vitrine/contract/document/layout-document'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import type { Industry, TemplateOwner } from '@vitrine/widgets/template'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { newId } from '#lib/browser/new-id.ts'
import { loadChunk } from '#lib/server/load-chunk.ts'
import { cardPiecesQuery } from '#queries/cards.ts'
import { useTemplateOwner } from '#queries/templates.ts'
import { type Shape, shapeOf } from './shapes.ts'

/** A document to start from. */
export interface TemplateChoice {
  /** A stable key: the id of an organization's own template, the name and size of a built-in one. */
  key: string
  /** The id of an organization's own template. */
  id?: string
  name: string
  industries?: readonly Industry[]
  shape: Shape
  document: ReadDocument
}

const builtInQuery = queryOptions({
  queryKey: ['templates', 'built-in'],
  queryFn: () => loadChunk(() => import('./built-in.ts')),
  staleTime: Number.POSITIVE_INFINITY,
  networkMode: 'always',
})

/** The organization's colors; the template's own if it hasn't set any. */
const paintedFor = (owner: TemplateOwner, colours: { primary: string; accent: string } | undefined) =>
  owner.primary || owner.accent ? owner : { ...owner, ...colours }

/**
 * The built-in templates in the organization's colors; `undefined` until loaded. @param language of the templates'
 * texts, by default the console's
 */
export function useBuiltInTemplates({
  enabled = true,
  language = '',
} = {}): readonly TemplateChoice[] | undefined {
  const builtIn = useQuery({ ...builtInQuery, enabled }).data
  const { t } = useTranslation()
  const owner = useTemplateOwner()
  const spoken = useMemo(() => (language ? { ...owner, language } : owner), [owner, language])
  const ready = spoken.city === undefined ? undefined : builtIn
  return useMemo(
    () =>
      ready?.TEMPLATES.flatMap(({ id, industries, colours, pages }) =>
        pages.map((page) => ({
          key: `${id}-${page.width}x${page.height}`,
          name: ready.nameOf(id, t),
          industries,
          shape: shapeOf(page),
          document: ready.templateDocument(page, paintedFor(spoken, colours), newId),
        })),
      ),
    [ready, spoken, t],
  )
}

/** A template saved by a user, which is a card. */
export const choiceOf = (card: Card): TemplateChoice => ({
  key: card.id,
  id: card.id,
  name: card.name,
  shape: shapeOf(card),
  document: readDocument(card, WIDGET_FIELDS),
})

/** The organization's own templates that match a search, loaded on scroll. */
export function useOwnTemplates(search: string) {
  const query = useInfiniteQuery(cardPiecesQuery(true, { q: search }))
  const choices = useMemo(() => query.data?.rows.map(choiceOf) ?? [], [query.data])
  return { query, choices }
}
