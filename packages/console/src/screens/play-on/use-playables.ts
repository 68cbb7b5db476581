import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PlaySubject } from '#lib/play-on.ts'
import { cardQuery } from '#queries/cards.ts'
import { layoutQuery } from '#queries/layouts.ts'
import { mediaItemQuery } from '#queries/media.ts'
import { playedKind, shelfQuery } from '#queries/shelf.ts'
import { storyboardsQuery } from '#queries/storyboards.ts'
import { useCan } from '#ui/work/use-can.ts'
import type { Playable } from './play-plan.ts'

const PAUSE_MS = 150

export const keyOf = ({ kind, id }: Pick<Playable, 'kind' | 'id'>) => `${kind} ${id}`

/** Playable content by kind: the newest, the server's search results, and the selection. */
export function usePlayables(subject: PlaySubject | undefined) {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<Playable>()
  // The selected item's name in the field is not a search.
  const [search] = useDebouncedValue(typed === chosen?.name ? '' : typed.trim(), PAUSE_MS)
  const enabled = useCan('read', 'media')
  const storyboards = useQuery(storyboardsQuery())
  const shelf = useQuery({ ...shelfQuery(search), placeholderData: keepPreviousData, enabled })
  const known = useSubject(subject, storyboards.data)
  const found: Playable[] = [
    ...(shelf.data ?? []).map(({ kind, ...row }) => playable(playedKind(kind), row)),
    ...known,
  ]
  const missing = chosen && !found.some((one) => keyOf(one) === keyOf(chosen)) ? [chosen] : []
  return {
    all: [...new Map([...found, ...missing].map((one) => [keyOf(one), one])).values()],
    setTyped,
    setChosen,
    storyboards: storyboards.data ?? [],
    waiting: storyboards.isPending || shelf.isLoading,
  }
}

/** What the dialog was opened for. */
function useSubject(subject: PlaySubject | undefined, storyboards: readonly Named[] = []): Playable[] {
  const idOf = (kind: Playable['kind']) => (subject?.kind === kind && !subject.row ? subject.id : '')
  const card = useQuery({ ...cardQuery(idOf('card')), enabled: idOf('card') !== '' })
  const layout = useQuery({ ...layoutQuery(idOf('layout')), enabled: idOf('layout') !== '' })
  const media = useQuery({ ...mediaItemQuery(idOf('media')), enabled: idOf('media') !== '' })
  if (!subject) return []
  const { kind, id, row } = subject
  const loaded = [card, layout, media].find(({ data }) => data?.id === id)?.data
  const named = row ?? loaded ?? storyboards.find((storyboard) => storyboard.id === id)
  return named ? [playable(kind, { ...named, id })] : []
}

type Named = Omit<Playable, 'kind'>
const playable = (kind: Playable['kind'], { id, name, organizationId }: Named): Playable => ({
  kind,
  id,
  name,
  organizationId,
})
