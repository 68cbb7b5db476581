import type { Schedule } from '@vitrine/contract/api/screens/device-groups'
import { whatPlays } from '@vitrine/contract/schedule/schedule'

const DAY = 86_400_000

/** The next changes of a group's schedule within a day, at most `count`. */
export function comingChanges(
  schedule: Schedule,
  now: number,
  count: number,
): { at: number; storyboardId: string | null }[] {
  const state = { current: { ...schedule, activeFrom: 0 }, next: null, override: null }
  const found: { at: number; storyboardId: string | null }[] = []
  for (let at = whatPlays(state, now).until; at !== null && at < now + DAY && found.length < count; ) {
    const { storyboardId, until } = whatPlays(state, at)
    found.push({ at, storyboardId })
    at = until
  }
  return found
}
