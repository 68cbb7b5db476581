import { useQuery } from '@tanstack/react-query'
import { cardsQuery } from '#features/cards/queries.ts'
import { layoutsQuery } from '#features/layouts/queries.ts'
import { mediaItemQuery } from '#features/media/queries.ts'
import { storyboardsQuery } from '#features/storyboards/queries.ts'
import type { PlaySubject } from '#lib/play-on.ts'
import type { Playable } from './play-plan.ts'

/** What there is to play, by kind. The library is asked for its one item only: it may hold very many. */
export function usePlayables(subject: PlaySubject | undefined) {
  const storyboards = useQuery(storyboardsQuery())
  const cards = useQuery(cardsQuery())
  const layouts = useQuery(layoutsQuery())
  const mediaId = subject?.kind === 'media' ? subject.id : ''
  const media = useQuery({ ...mediaItemQuery(mediaId), enabled: mediaId !== '' })
  const all: Playable[] = [
    ...ofKind('storyboard', storyboards.data),
    ...ofKind('card', cards.data),
    ...ofKind('layout', layouts.data),
    ...ofKind('media', media.data && [media.data]),
  ]
  return {
    all,
    storyboards: storyboards.data ?? [],
    media: media.data,
    waiting: [storyboards, cards, layouts].some(({ isPending }) => isPending),
  }
}

type Named = Omit<Playable, 'kind'>
const ofKind = (kind: Playable['kind'], items: readonly Named[] = []): Playable[] =>
  items.map(({ id, name, organizationId }) => ({ kind, id, name, organizationId }))
