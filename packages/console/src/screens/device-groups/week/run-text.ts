import type { Slot } from '@vitrine/contract/api/playback/manifest'
import type { Run } from '@vitrine/contract/schedule/day'
import type { TFunction } from 'i18next'
import { dayTimeText, listText } from '#lib/text/format.ts'
import { repeatsText } from '#pictures/schedules/slot-text.ts'

type NameOf = (storyboardId: string | null) => string | undefined

export const stretchText = (t: TFunction, from: number, to: number, name: string | undefined) =>
  t('deviceGroups.stretch', {
    from: dayTimeText(from),
    to: dayTimeText(to),
    name: name ?? t('devices.unnamed'),
  })

/** A slot's short label, and a full one with its recurrence and the slots that cover it. */
export function wordsOf(t: TFunction, { slot, starts, ends, covered }: Run<Slot>, nameOf: NameOf) {
  const nameFor = (id: string) => nameOf(id) ?? t('devices.unnamed')
  const name = slot.storyboardId ? nameFor(slot.storyboardId) : t('deviceGroups.newSlot')
  const text = `${stretchText(t, starts, ends, name)}, ${repeatsText(t, slot)}`
  const by = [...new Set(covered.map(({ by: other }) => nameFor(other.storyboardId)))]
  const words = by.length > 0 ? t('deviceGroups.covered', { text, name: listText(by) }) : text
  return {
    name: slot.event ? `${slot.event}: ${name}` : name,
    from: dayTimeText(starts),
    to: dayTimeText(ends),
    times: `${dayTimeText(starts)}–${dayTimeText(ends)}`,
    words,
  }
}
