import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import type { Card } from '@vitrine/contract/api/content/cards'
import type { LayoutDocument } from '@vitrine/contract/api/content/page-document'
import { readDocument } from '@vitrine/contract/document/layout-document'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { useRef } from 'react'
import { api } from '#lib/api.ts'
import { ApiError } from '#lib/server/transport.ts'
import { cardsKey } from '#queries/cards.ts'
import { returnPath } from './return-path.ts'

export const pageOf = (card: Card) => ({ name: card.name, ...readDocument(card, WIDGET_FIELDS) })

/** A new page's draft is restored only for the same template: another template has other locked parts. */
export const newDraftKey = (kind: 'card' | 'template', templateId = ''): string =>
  `${kind} new ${templateId}`.trim()

/**
 * Saving, reloading and leaving the editor of a card. `card` is absent for a new one, optionally from the template
 * `templateId`.
 */
export function useCardSaving(card: Card | undefined, isTemplate: boolean, templateId?: string) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const router = useRouter()
  const search: { redirect?: string; version?: number } = useSearch({ strict: false })
  const base = useRef(card?.version)
  /** A new card has an id after its first save, while its editor stays open. */
  const saved = useRef(card?.id)

  /** If the template was deleted in the meantime, save the card without it. */
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
  /** An update may return to the page that linked here; otherwise show the list. */
  const onSaved = () => {
    const back = card ? returnPath(search.redirect, search.version) : undefined
    if (back) router.history.push(back)
    else void navigate({ to: '/app/cards' })
  }
  return { base, save, reload, onSaved }
}
