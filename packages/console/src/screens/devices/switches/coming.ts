import type { Override } from '@vitrine/contract/api/playback/manifest'
import type { Schedule } from '@vitrine/contract/api/screens/device-groups'
import { type SpansOf, whatPlays } from '@vitrine/contract/schedule/schedule'
import type { ScreenTraits } from '@vitrine/contract/schedule/screen-rule'

const DAY = 86_400_000

interface Followed {
  schedule: Schedule
  override: Override | null
  planned?: readonly Override[]
  traits?: ScreenTraits
}

/**
 * A screen's next changes within a day, at most `count`: slots of its group, the end of its manual switch, and
 * planned switches.
 */
export function comingChanges(
  { schedule, override, planned, traits }: Followed,
  now: number,
  count: number,
  spansOf?: SpansOf,
): { at: number; storyboardId: string | null }[] {
  const state = { current: { ...schedule, activeFrom: 0 }, next: null, override, planned, traits }
  const found: { at: number; storyboardId: string | null }[] = []
  for (
    let at = whatPlays(state, now, spansOf).until;
    at !== null && at < now + DAY && found.length < count;
  ) {
    const { storyboardId, until } = whatPlays(state, at, spansOf)
    found.push({ at, storyboardId })
    at = until
  }
  return found
}
