import type { Slot } from '@vitrine/contract/api/playback/manifest'
import { overlapsIn } from '@vitrine/contract/schedule/overlaps'
import type { SlotClocks } from '@vitrine/contract/schedule/slots'
import { drawn } from '#screens/device-groups/week/slot-change.ts'

/** The slots of a group as an edit in progress has them, and the edited one. */
export interface Edit {
  groupId: string
  slots: readonly Slot[]
  index: number
  /** The day of the block in hand. */
  day: string
  isNew: boolean
}

/** Minutes of a new slot. */
const NEW_MINUTES = 60

/** Adds a slot of an hour on a date's weekday. */
export function dropped(
  slots: readonly Slot[],
  {
    groupId,
    storyboardId,
    day,
    minute,
  }: { groupId: string; storyboardId: string; day: string; minute: number },
): Edit {
  const from = Math.min(Math.max(minute, 0), 1440 - NEW_MINUTES)
  const slot = { ...drawn(day, from, from + NEW_MINUTES), storyboardId }
  return { groupId, slots: [...slots, slot], index: slots.length, day, isNew: true }
}

/** The other slot that keeps an edit from being saved, because both would play in one layer. */
export function overlapOf(
  { slots, index }: Pick<Edit, 'slots' | 'index'>,
  clocks: SlotClocks,
): Slot | undefined {
  const own = slots[index]
  if (!own) return undefined
  const others = slots.filter((_, place) => place !== index)
  const first = overlapsIn({ ...clocks, slots: [...others, own] }).get(others.length)
  return first === undefined ? undefined : others[first]
}
