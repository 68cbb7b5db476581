import type { Storyboard, StoryboardInput } from '@vitrine/contract/api/content/storyboards'
import { api } from '#lib/api.ts'

interface OnePage {
  kind: 'card' | 'layout'
  id: string
  /** Seconds before the page restarts; the default if absent. */
  duration?: number
  organizationId?: string
}

/** A storyboard with one page, using that page's name and mode. */
export async function makeStoryboardOf(
  { kind, id, duration, organizationId }: OnePage,
  more: Pick<StoryboardInput, 'name' | 'mode'>,
): Promise<Storyboard> {
  const page = kind === 'card' ? { cardId: id } : { layoutId: id }
  const { storyboard } = await api.storyboards.create({
    body: {
      ...more,
      organizationId,
      type: kind === 'card' ? 'standard' : 'designed',
      items: [{ ...page, duration }],
    },
  })
  return storyboard
}

interface Pages {
  name: string
  cardIds: readonly string[]
  /** Seconds of each page. */
  duration: number
  organizationId?: string
}

/** A storyboard of cards, in order. */
export async function makeStoryboardOfCards({ name, cardIds, duration, organizationId }: Pages) {
  const items = cardIds.map((cardId) => ({ cardId, duration }))
  const body = { name, organizationId, type: 'standard', mode: 'AUTO', items } as const
  return (await api.storyboards.create({ body })).storyboard
}
