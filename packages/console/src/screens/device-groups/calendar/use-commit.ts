import type { Slot } from '@vitrine/contract/api/playback/manifest'
import { type RefObject, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '#lib/toasts.ts'
import { repeatsText } from '#pictures/schedules/slot-text.ts'
import { stretchText } from '#screens/device-groups/week/run-text.ts'
import { timesOf } from '#screens/device-groups/week/slot-change.ts'
import { type Edit, overlapOf } from './edit.ts'
import type { HandOptions } from './use-hand.ts'

/** Saves edits, and announces them. */
export function useCommit(latest: RefObject<HandOptions>) {
  const { t } = useTranslation()
  const [said, setSaid] = useState('')
  const textOf = (slot: Slot) => {
    const name = latest.current.nameOf(slot.storyboardId) ?? t('deviceGroups.newSlot')
    const { from, length } = timesOf(slot)
    return `${stretchText(t, from, from + length, name)} ${repeatsText(t, slot)}`
  }
  const say = (edit: Pick<Edit, 'slots' | 'index'>) => {
    const slot = edit.slots[edit.index]
    if (slot) setSaid(textOf(slot))
  }
  const sayPlacing = ({ groupId, slots, index }: Edit) => {
    const group = latest.current.groups.find(({ id }) => id === groupId)
    const slot = slots[index]
    if (slot) setSaid(`${group?.name ?? ''}: ${textOf(slot)}. ${t('calendar.placingHint')}`)
  }
  /** Saves an edit, unless its slot overlaps another one. */
  const commit = (edit: Pick<Edit, 'groupId' | 'slots' | 'index'>) => {
    const own = edit.slots[edit.index]
    const group = latest.current.groups.find(({ id }) => id === edit.groupId)
    const other = group && overlapOf(edit, group.schedule)
    if (own && other) {
      const message = t('deviceGroups.overlaps', { one: textOf(other), other: textOf(own) })
      return notify({ kind: 'negative', message })
    }
    say(edit)
    void latest.current.save(edit.groupId, edit.slots)
  }
  return { said, say, sayPlacing, commit }
}
