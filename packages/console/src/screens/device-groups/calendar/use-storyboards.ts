import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { spansIn, storyboardsQuery } from '#queries/storyboards.ts'

/** Storyboards by id, and those that can play. */
export function useStoryboards() {
  const { data, isPending } = useQuery(storyboardsQuery())
  return useMemo(() => {
    const known = new Map(data?.map((one) => [one.id, one]))
    return {
      storyboards: data ?? [],
      playable: (data ?? []).filter(({ approvedVersion }) => approvedVersion !== null),
      nameOf: (id: string | null) => (id === null ? undefined : isPending ? '…' : known.get(id)?.name),
      storyboardOf: (id: string) => known.get(id),
      spansOf: spansIn(data),
    }
  }, [data, isPending])
}
