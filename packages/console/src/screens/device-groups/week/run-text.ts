import type { Slot } from '@vitrine/contract/api/playback/manifest'
import type { Run } from '@vitrine/contract/schedule/day'
import type { TFunction } from 'i18next'
import { dayTimeText, listText } from '#lib/text/format.ts'
import { repeatsText } from '#pictures/schedules/slot-text.ts'
import { timesOf } from './slot-change.ts'

type NameOf = (storyboardId: string | null) => string | undefined

export const stretchText = (t: TFunction, from: number, to: number, name: string | undefined) =>
  t('deviceGroups.stretch', {
    from: dayTimeText(from),
    to: dayTimeText(to),
    name: name ?? t('devices.unnamed'),
  })

/** A slot's short label, and a full one with its recurrence and the slots that cover it. */
export function wordsOf(t: TFunction, { slot, from, covered }: Run<Slot>, nameOf: NameOf) {
  const nameFor = (id: string) => nameOf(id) ?? t('devices.unnamed')
  const name = slot.storyboardId ? nameFor(slot.storyboardId) : t('deviceGroups.newSlot')
  const end = from + timesOf(slot).length
  const text = `${stretchText(t, from, end, name)}, ${repeatsText(t, slot)}`
  const by = [...new Set(covered.map(({ by: other }) => nameFor(other.storyboardId)))]
  const words = by.length > 0 ? t('deviceGroups.covered', { text, name: listText(by) }) : text
  return {
    name: slot.event ? `${slot.event}: ${name}` : name,
    from: dayTimeText(from),
    to: dayTimeText(end),
    times: `${dayTimeText(from)}–${dayTimeText(end)}`,
    words,
  }
}
