import type { Slot } from '@vitrine/contract/api/playback/manifest'
import type { DeviceGroup } from '@vitrine/contract/api/screens/device-groups'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { copiedBeside } from '#screens/device-groups/week/slot-change.ts'
import { blockCommand } from './block-keys.ts'
import type { Edit } from './edit.ts'
import type { BlockPlace } from './row-props.ts'
import { useBlockFocus } from './use-block-focus.ts'
import { useCommit } from './use-commit.ts'
import { usePlacing } from './use-placing.ts'

export interface HandOptions {
  groups: readonly DeviceGroup[]
  slotsOf: (groupId: string) => readonly Slot[] | undefined
  fits: (groupId: string, storyboardId: string) => boolean
  days: readonly string[]
  today: string
  editable: boolean
  nameOf: (storyboardId: string | null) => string | undefined
  save: (groupId: string, slots: readonly Slot[]) => Promise<void>
}

/** Key presses in a row are one save. */
const PAUSE_MS = 900

/** An edit that is saved once no more keys follow. */
function useHeld(commit: (edit: Edit) => void) {
  const [held, setHeld] = useState<Edit>()
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  const flush = useRef<() => void>(undefined)
  flush.current = () => {
    clearTimeout(pause.current)
    if (held) commit(held)
    setHeld(undefined)
  }
  useEffect(() => () => flush.current?.(), [])
  const hold = (edit: Edit) => {
    setHeld(edit)
    clearTimeout(pause.current)
    pause.current = setTimeout(() => flush.current?.(), PAUSE_MS)
  }
  const drop = () => {
    clearTimeout(pause.current)
    setHeld(undefined)
  }
  return { held, hold, drop, flush: () => flush.current?.() }
}

/**
 * The edit in hand: moved by keys and not saved yet, a storyboard to be placed, or a slot that is open. Announces it, and
 * keeps the focus on its block.
 */
export function useHand(options: HandOptions) {
  const latest = useRef(options)
  latest.current = options
  const [opened, setOpened] = useState<Edit>()
  const { current, focusOn, step } = useBlockFocus()
  const { said, say, sayPlacing, commit } = useCommit(latest)
  const { held, hold, drop, flush } = useHeld(commit)
  const { onPlacingKey, ...place } = usePlacing(latest, {
    onMove: (edit) => {
      focusOn(edit)
      sayPlacing(edit)
    },
    onPlace: (edit) => {
      commit(edit)
      focusOn(edit)
    },
  })
  const open = ({ groupId, day, index }: BlockPlace) => {
    flush()
    const slots = latest.current.slotsOf(groupId)
    if (slots?.[index]) setOpened({ groupId, day, index, slots, isNew: false })
  }
  const change = (edit: Edit) => {
    hold(edit)
    focusOn(edit)
    say(edit)
  }
  const onKey = (event: KeyboardEvent<HTMLElement>, at: BlockPlace) => {
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    const { placing } = place
    if (placing && placing.groupId === at.groupId && placing.index === at.index)
      return onPlacingKey(event, placing, isRtl)
    const { slotsOf, days, editable, save } = latest.current
    const slots = held?.groupId === at.groupId ? held.slots : slotsOf(at.groupId)
    const slot = slots?.[at.index]
    const command = slot && blockCommand(event, { slot, day: at.day, days, isRtl, editable })
    if (!slots || !command) return
    event.preventDefault()
    event.stopPropagation()
    if (command.kind === 'focus') return step(event.currentTarget, command)
    if (command.kind === 'edit') return open(at)
    if (held && held.groupId !== at.groupId) flush()
    const edit = { ...at, slots, isNew: false }
    if (command.kind === 'copy')
      return change({ ...edit, slots: [...slots, copiedBeside(slot)], index: slots.length })
    if (command.kind === 'change')
      return change({ ...edit, day: command.day, slots: slots.with(at.index, command.slot) })
    drop()
    step(event.currentTarget, { by: -1, rows: false })
    void save(at.groupId, slots.toSpliced(at.index, 1))
  }
  return { ...place, held, opened, setOpened, said, current, commit, open, onKey }
}
