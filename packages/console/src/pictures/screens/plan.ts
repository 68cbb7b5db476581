import type { DeviceGroup } from '@vitrine/contract/api/screens/device-groups'
import type { Device } from '@vitrine/contract/api/screens/devices'
import { type SpansOf, whatPlays } from '@vitrine/contract/schedule/schedule'
import { NO_TRAITS, type ScreenTraits } from '@vitrine/contract/schedule/screen-rule'

/** Storyboard ids; null means nothing plays. Instants are milliseconds since 1970 UTC. */
export interface Plan {
  now: string | null
  byDefault: string | null
  /** What plays next, and when; null if nothing changes. */
  next: { at: number; storyboardId: string | null } | null
}

const NOTHING: Plan = { now: null, byDefault: null, next: null }

/**
 * What a screen plays by its group's schedule and a manual switch. While a saved schedule settles, `now` is the
 * screen's report and `next` the saved schedule.
 */
export function planOf(
  {
    storyboardId: byHand,
    playing,
    traits = NO_TRAITS,
  }: Pick<Device, 'storyboardId' | 'playing'> & { traits?: ScreenTraits | undefined },
  group: Pick<DeviceGroup, 'schedule' | 'delivery'> | undefined,
  instant: number,
  spansOf?: SpansOf,
): Plan {
  if (!group) return { ...NOTHING, now: byHand }
  const { schedule, delivery } = group
  const current = { ...schedule, activeFrom: 0 }
  const byDefault = schedule.defaultStoryboardId
  const at = delivery.activateAt
  if (at !== null && at > instant) {
    const later = whatPlays({ current, next: null, override: null, traits }, at, spansOf).storyboardId
    const now = byHand ?? playing?.storyboardId ?? null
    return { now, byDefault, next: later === now ? null : { at, storyboardId: later } }
  }
  const override = byHand === null ? null : { storyboardId: byHand, since: instant }
  const state = { current, next: null, override, traits }
  const { storyboardId, until } = whatPlays(state, instant, spansOf)
  const next =
    until === null ? null : { at: until, storyboardId: whatPlays(state, until, spansOf).storyboardId }
  return { now: storyboardId, byDefault, next }
}
