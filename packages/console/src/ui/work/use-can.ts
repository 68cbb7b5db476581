import {
  type Access,
  can,
  isWithin,
  type Placed,
  reachesAllPlaces,
  reachesWholeLibrary,
  reachOf,
} from '@vitrine/contract/permissions'
import { useCallback } from 'react'
import { useSession } from '#lib/session/session.ts'

/** One screen, group, floor, or building, what concerns all places, or the Root of the media library. */
type About = Placed | 'everywhere' | 'root'

/** Whether the current user has a permission, where it is needed; the server uses the same functions. */
export function useCan(level: 'read' | 'write', area: Access, about?: About): boolean {
  const isPermitted = useSession(({ profile }) => profile !== null && can(profile, level, area))
  const isReached = useReach(area)
  return isPermitted && (about === undefined || isReached(about))
}

/** Whether the current user's right to change an area holds for things. */
export function useReach(area: Access): (about: About) => boolean {
  const profile = useSession((state) => state.profile)
  return useCallback(
    (about) => {
      if (profile === null) return false
      const who = { write: area }
      if (about === 'everywhere') return reachesAllPlaces(profile, who)
      if (about === 'root') return reachesWholeLibrary(profile, who)
      return isWithin(reachOf(profile, who), about)
    },
    [profile, area],
  )
}
