import { useQueries, useQuery } from '@tanstack/react-query'
import type { Storyboard, StoryboardItem } from '@vitrine/contract/api/content/storyboards'
import { useMemo } from 'react'
import { reviewQuery, storyboardsQuery } from '#queries/storyboards.ts'
import { innerOf, isInner } from './sequence.ts'

type Items = readonly Pick<StoryboardItem, 'storyboardId'>[]
const NONE: readonly Storyboard[] = []

/**
 * The storyboards that may be inside one with these items; not loaded for one without any. Those inside it are as screens play
 * them: their approved version, if there is one.
 */
export function useStories(items: Items): readonly Storyboard[] {
  const { data: saved = NONE } = useQuery({ ...storyboardsQuery(), enabled: items.some(isInner) })
  // The approved version may have others inside it than the saved one; there are no more levels than that.
  return useApproved(items, useApproved(items, saved))
}

function useApproved(items: Items, stories: readonly Storyboard[]): readonly Storyboard[] {
  const changed = innerOf(items, stories).filter(({ plays }) => plays !== undefined)
  const approved = useQueries({
    queries: changed.map(({ id }) => reviewQuery(id)),
    combine: (reviews) =>
      Object.fromEntries(changed.map(({ id }, n) => [id, reviews[n]?.data?.approved ?? undefined])),
  })
  return useMemo(() => stories.map((story) => ({ ...story, ...approved[story.id] })), [stories, approved])
}
