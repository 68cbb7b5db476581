import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import type { Card } from '@vitrine/contract/api/cards'
import type { LayoutDocument } from '@vitrine/contract/api/page-document'
import { readDocument } from '@vitrine/contract/document/layout-document'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { useRef } from 'react'
import { api } from '#lib/api.ts'
import { ApiError } from '#lib/server/transport.ts'
import { cardsKey } from '#queries/cards.ts'
import { returnPath } from './return-path.ts'

export const pageOf = (card: Card) => ({ name: card.name, ...readDocument(card, WIDGET_FIELDS) })

/** Drafts of new pages are offered to those that begin alike: the locked parts of another template are others. */
export const newDraftKey = (kind: 'card' | 'template', templateId = ''): string =>
  `${kind} new ${templateId}`.trim()

/** How a card is saved, loaded again and left. `card` absent: a new one, begun from a template of that id if from any. */
export function useCardSaving(card: Card | undefined, isTemplate: boolean, templateId?: string) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const router = useRouter()
  const search: { redirect?: string; version?: number } = useSearch({ strict: false })
  const base = useRef(card?.version)
  /** A new card has an id from its first save on, also if its editor stays open. */
  const saved = useRef(card?.id)

  /** A template that was deleted in the meantime doesn't keep the card from being saved. */
  const template = async () => {
    if (templateId === undefined) return undefined
    try {
      return (await api.cards.get({ params: { id: templateId } })).card.id
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return undefined
      throw error
    }
  }

  const save = async (
    { name, document }: { name: string; document: LayoutDocument },
    overwrite: boolean,
    thumbnailId: string | undefined,
    designing: boolean,
  ) => {
    const body = { name, ...document, isTemplate, ...(thumbnailId && { thumbnailId }) }
    const calls = designing || isTemplate ? api.designs : api.cards
    const id = saved.current
    const answer = id
      ? await calls.update({
          params: { id },
          body: { ...body, version: overwrite ? undefined : base.current },
        })
      : await calls.create({ body: { ...body, templateId: await template() } })
    base.current = answer.card.version
    saved.current = answer.card.id
    void client.invalidateQueries({ queryKey: cardsKey })
    return isTemplate ? undefined : answer.card.id
  }
  const reload = async () => {
    const answer = await api.cards.get({ params: { id: saved.current ?? '' } })
    base.current = answer.card.version
    return pageOf(answer.card)
  }
  /** An update may go back to where it was called from; everything else goes to the list. */
  const onSaved = () => {
    const back = card ? returnPath(search.redirect, search.version) : undefined
    if (back) router.history.push(back)
    else void navigate({ to: '/app/cards' })
  }
  return { base, save, reload, onSaved }
}
