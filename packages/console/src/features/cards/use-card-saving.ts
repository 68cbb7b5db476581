import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import type { Card } from '@vitrine/contract/cards'
import { type LayoutDocument, readDocument } from '@vitrine/contract/layout-document'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { useRef } from 'react'
import { api } from '#lib/api.ts'
import { cardsKey } from './queries.ts'
import { returnPath } from './return-path.ts'

export const pageOf = (card: Card) => ({ name: card.name, ...readDocument(card, WIDGET_FIELDS) })

/** How a card is saved, loaded again and left. `card` absent: a new one. */
export function useCardSaving(card: Card | undefined, isTemplate: boolean) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const router = useRouter()
  const search: { redirect?: string; version?: number } = useSearch({ strict: false })
  const known = useRef(card?.version)
  const id = card?.id ?? ''

  const save = async (
    { name, document }: { name: string; document: LayoutDocument },
    overwrite: boolean,
    thumbnailId: string | undefined,
  ) => {
    const body = { name, ...document, isTemplate, ...(thumbnailId && { thumbnailId }) }
    const { card: saved } = id
      ? await api.cards.update({
          params: { id },
          body: { ...body, version: overwrite ? undefined : known.current },
        })
      : await api.cards.create({ body })
    known.current = saved.version
    void client.invalidateQueries({ queryKey: cardsKey })
  }
  const reload = async () => {
    const answer = await api.cards.get({ params: { id } })
    known.current = answer.card.version
    return pageOf(answer.card)
  }
  /** An update may go back to where it was called from; everything else goes to the list. */
  const onSaved = () => {
    const back = id ? returnPath(search.redirect, search.version) : undefined
    if (back) router.history.push(back)
    else void navigate({ to: '/app/cards' })
  }
  return { save, reload, onSaved }
}
