import { type KeyboardEvent, type RefObject, useState } from 'react'
import { placingCommand } from './block-keys.ts'
import { dropped, type Edit } from './edit.ts'
import type { HandOptions } from './use-hand.ts'

/** Where the keyboard begins to place a storyboard. */
const MORNING = 9 * 60

interface Ends {
  /** It moved, or was just chosen. */
  onMove: (edit: Edit) => void
  onPlace: (edit: Edit) => void
}

/** A storyboard of the shelf that is placed with the keyboard, or with a press on a day. */
export function usePlacing(latest: RefObject<HandOptions>, { onMove, onPlace }: Ends) {
  const [placing, setPlacing] = useState<Edit>()
  const move = (edit: Edit) => {
    setPlacing(edit)
    onMove(edit)
  }
  /** Begins in the first group that can play it. */
  const choose = (storyboardId: string) => {
    const { groups, fits, slotsOf, days, today } = latest.current
    const group = groups.find(({ id }) => fits(id, storyboardId))
    const slots = group && slotsOf(group.id)
    const day = days.includes(today) ? today : days[0]
    if (slots && day) move(dropped(slots, { groupId: group.id, storyboardId, day, minute: MORNING }))
  }
  const toGroup = (edit: Edit, by: 1 | -1) => {
    const { groups, fits, slotsOf } = latest.current
    const slot = edit.slots[edit.index]
    const able = groups.filter(({ id }) => slot && fits(id, slot.storyboardId))
    const next = able[able.findIndex(({ id }) => id === edit.groupId) + by]
    const slots = next && slotsOf(next.id)
    if (slots && slot) move({ ...edit, groupId: next.id, slots: [...slots, slot], index: slots.length })
  }
  const onKey = (event: KeyboardEvent<HTMLElement>, edit: Edit, isRtl: boolean) => {
    const slot = edit.slots[edit.index]
    const command = slot && placingCommand(event, { slot, day: edit.day, days: latest.current.days, isRtl })
    if (!command) return
    event.preventDefault()
    event.stopPropagation()
    if (command.kind === 'change')
      return move({ ...edit, day: command.day, slots: edit.slots.with(edit.index, command.slot) })
    if (command.kind === 'group') return toGroup(edit, command.by)
    if (command.kind === 'cancel') focusInShelf(slot.storyboardId)
    setPlacing(undefined)
    if (command.kind === 'place') onPlace(edit)
  }
  return { placing, choose, drop: () => setPlacing(undefined), onPlacingKey: onKey }
}

/** Its block is about to disappear, and the focus with it. */
const focusInShelf = (storyboardId: string) =>
  document.querySelector<HTMLElement>(`[data-story="${CSS.escape(storyboardId)}"]`)?.focus()
