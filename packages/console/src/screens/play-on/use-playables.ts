import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { SHOWN_KINDS } from '@vitrine/contract/api/content/media-kinds'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import type { PlaySubject } from '#lib/play-on.ts'
import { cardQuery, cardsKey } from '#queries/cards.ts'
import { layoutQuery, layoutsKey } from '#queries/layouts.ts'
import { mediaItemQuery, mediaKey } from '#queries/media.ts'
import { storyboardsQuery } from '#queries/storyboards.ts'
import { useCan } from '#ui/work/use-can.ts'
import type { Playable } from './play-plan.ts'

/** Results per kind; a search finds the others. */
const SHOWN = 20
const PAUSE_MS = 150

export const keyOf = ({ kind, id }: Pick<Playable, 'kind' | 'id'>) => `${kind} ${id}`

/** Playable content by kind: the selection, and the server's search results. */
export function usePlayables(subject: PlaySubject | undefined) {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<Playable>()
  // The selected item's name in the field is not a search.
  const [search] = useDebouncedValue(typed === chosen?.name ? '' : typed.trim(), PAUSE_MS)
  const storyboards = useQuery(storyboardsQuery())
  const { cards, layouts } = useFoundPages(search)
  const files = useFoundFiles(search)
  const known = useSubject(subject, chosen)
  const found: Playable[] = [
    ...ofKind('storyboard', storyboards.data),
    ...ofKind('card', cards.data),
    ...ofKind('layout', layouts.data),
    ...ofKind('media', files.data),
    ...known.playables,
  ]
  const missing = chosen && !found.some((one) => keyOf(one) === keyOf(chosen)) ? [chosen] : []
  return {
    all: [...new Map([...found, ...missing].map((one) => [keyOf(one), one])).values()],
    setTyped,
    setChosen,
    storyboards: storyboards.data ?? [],
    media: known.media,
    waiting: [storyboards, cards, layouts, files].some(({ isPending }) => isPending),
  }
}

function useFoundPages(search: string) {
  const query = { search: search || undefined, page: 1, pageSize: SHOWN, sort: 'name' }
  const cards = useQuery({
    queryKey: [...cardsKey, 'playable', search],
    queryFn: async ({ signal }) => (await api.cards.list({ query }, { signal })).cards,
    placeholderData: keepPreviousData,
  })
  const layouts = useQuery({
    queryKey: [...layoutsKey, 'playable', search],
    queryFn: async ({ signal }) => (await api.layouts.list({ query }, { signal })).layoutList,
    placeholderData: keepPreviousData,
  })
  return { cards, layouts }
}

/** Files that screens can show; cards among them are found as cards. */
function useFoundFiles(search: string) {
  const enabled = useCan('read', 'media')
  const query = { search: search || undefined, page: 1, pageSize: SHOWN, sort: '-createdAt' }
  return useQuery({
    queryKey: [...mediaKey, 'playable', search],
    queryFn: async ({ signal }) => {
      const found = await api.media.list({ query: { ...query, kinds: SHOWN_KINDS.join(',') } }, { signal })
      return found.media.media.filter(({ cardId }) => cardId === null)
    },
    placeholderData: keepPreviousData,
    enabled,
  })
}

/** The page or file the dialog was opened for, and the full record of a selected file. */
function useSubject(subject: PlaySubject | undefined, chosen: Playable | undefined) {
  const idOf = (kind: Playable['kind']) => (subject?.kind === kind ? subject.id : '')
  const card = useQuery({ ...cardQuery(idOf('card')), enabled: idOf('card') !== '' })
  const layout = useQuery({ ...layoutQuery(idOf('layout')), enabled: idOf('layout') !== '' })
  const fileId = chosen ? (chosen.kind === 'media' ? chosen.id : '') : idOf('media')
  const media = useQuery({ ...mediaItemQuery(fileId), enabled: fileId !== '' })
  return {
    media: media.data,
    playables: [
      ...ofKind('card', card.data && [card.data]),
      ...ofKind('layout', layout.data && [layout.data]),
      ...ofKind('media', media.data && [media.data]),
    ],
  }
}

type Named = Omit<Playable, 'kind'>
const ofKind = (kind: Playable['kind'], items: readonly Named[] = []): Playable[] =>
  items.map(({ id, name, organizationId }) => ({ kind, id, name, organizationId }))
