import type { DeviceGroup } from '@vitrine/contract/api/screens/device-groups'
import { useMemo } from 'react'
import { useStableCallback } from '#lib/use-stable-callback.ts'
import { plusDays } from '#screens/device-groups/week/slot-change.ts'
import { dropped } from './edit.ts'
import type { Shared } from './row-props.ts'
import { type Taken, useBlockDrag } from './use-block-drag.ts'
import { useEdits } from './use-edits.ts'
import { useHand } from './use-hand.ts'
import type { useStoryboards } from './use-storyboards.ts'

interface EditingOptions {
  groups: readonly DeviceGroup[]
  days: readonly string[]
  today: string
  stories: ReturnType<typeof useStoryboards>
  editable: boolean
  /** The id of the text that explains the keys. */
  hint: string
}

/** Edits by pointer and keyboard, and what rows need for them. */
export function useEditing({ groups, days, today, stories, editable, hint }: EditingOptions) {
  const { nameOf, storyboardOf, spansOf } = stories
  const { saving, save } = useEdits()
  const slotsOf = useStableCallback(
    (groupId: string) => saving.get(groupId) ?? groups.find(({ id }) => id === groupId)?.schedule.slots,
  )
  const fits = (groupId: string, storyboardId: string) => {
    const own = groups.find(({ id }) => id === groupId)?.organizationId
    return own !== undefined && own === storyboardOf(storyboardId)?.organizationId
  }
  const hand = useHand({ groups, slotsOf, fits, days, today, editable, nameOf, save })
  const onTap = (taken: Taken, minute: number) => {
    if ('storyboardId' in taken) return hand.choose(taken.storyboardId)
    const { groupId, grip } = taken
    const { placing } = hand
    const story = placing?.slots[placing.index]?.storyboardId
    const slots = slotsOf(groupId)
    if (story && slots && fits(groupId, story)) {
      hand.drop()
      return hand.commit(dropped(slots, { groupId, storyboardId: story, day: grip.day, minute }))
    }
    if (grip.index !== null)
      return hand.open({ groupId, index: grip.index, day: plusDays(grip.day, grip.fromDayBefore ? -1 : 0) })
    const hour = minute - (minute % 60)
    if (slots && editable)
      hand.setOpened(dropped(slots, { groupId, storyboardId: '', day: grip.day, minute: hour }))
  }
  const drag = useBlockDrag({
    ...{ slotsOf, fits, editable, onTap },
    // One that was drawn has no storyboard yet.
    onDrop: (edit) => (edit.slots[edit.index]?.storyboardId ? hand.commit(edit) : hand.setOpened(edit)),
  })
  const inHand = drag.draft ?? hand.placing ?? hand.held ?? (hand.opened?.isNew ? hand.opened : undefined)
  const begin = useStableCallback(drag.begin)
  const onKey = useStableCallback(hand.onKey)
  const onOpen = useStableCallback(hand.open)
  const shared = useMemo(
    (): Shared => ({
      ...{ nameOf, storyboardOf, spansOf, editable, begin, onKey, onOpen },
      hint: editable ? hint : undefined,
    }),
    [nameOf, storyboardOf, spansOf, editable, begin, onKey, onOpen, hint],
  )
  return { saving, hand: { ...hand, save }, begin, inHand, shared }
}
