import type { Storyboard, StoryboardInput } from '@vitrine/contract/api/storyboards'
import { api } from '#lib/api.ts'

interface OnePage {
  kind: 'card' | 'layout'
  id: string
  /** Seconds before the page restarts; absent: the default. */
  duration?: number
  organizationId?: string
}

/** A storyboard of one page, and what else is to be said of it. */
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
