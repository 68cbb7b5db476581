import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'

interface ComingOf {
  /** Null or undefined: a screen of the group without tags. */
  deviceId: string | null | undefined
  groupId: string | undefined
  storyboardId: string | undefined
  /** Milliseconds since 1970. */
  from: number
}

/** What a screen plays in an hour. */
export const comingQuery = ({ deviceId, groupId, storyboardId, from }: ComingOf) =>
  queryOptions({
    queryKey: ['coming', deviceId ?? groupId, storyboardId, from],
    queryFn: async ({ signal }) => {
      const id = deviceId ?? ''
      const answer = deviceId
        ? await api.devices.coming({ params: { id }, query: { from, storyboardId } }, { signal })
        : await api.deviceGroups.coming({ params: { id: groupId ?? '' }, query: { from } }, { signal })
      return answer.coming
    },
    staleTime: 0,
  })
