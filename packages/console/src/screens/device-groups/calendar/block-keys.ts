import type { Slot } from '@vitrine/contract/api/playback/manifest'
import { moved, plusDays, resized, STEP, timesOf } from '#screens/device-groups/week/slot-change.ts'
import { type SlotCommand, slotCommand } from '#screens/device-groups/week/slot-keys.ts'

interface Pressed {
  key: string
  altKey: boolean
  shiftKey: boolean
  ctrlKey: boolean
  metaKey: boolean
}

interface Block {
  slot: Slot
  day: string
  days: readonly string[]
  isRtl: boolean
}

/** Time runs down a column here and along a row in a group's week: the same keys, turned. */
const TURNED: Partial<Record<string, string>> = {
  ArrowUp: 'ArrowLeft',
  ArrowDown: 'ArrowRight',
  ArrowLeft: 'ArrowUp',
  ArrowRight: 'ArrowDown',
}
const MIRRORED: Partial<Record<string, string>> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' }
const turned = (key: string, isRtl: boolean): string => {
  const shown = isRtl ? (MIRRORED[key] ?? key) : key
  return TURNED[shown] ?? shown
}

/** The command of a key on a block: arrows move the focus, Alt moves the block, Shift its end, both its start. */
export const blockCommand = (
  event: Pressed,
  { isRtl, ...block }: Block & { editable: boolean },
): SlotCommand | undefined => {
  const { altKey, shiftKey, ctrlKey, metaKey } = event
  const pressed = { altKey, shiftKey, ctrlKey, metaKey, key: turned(event.key, isRtl) }
  return slotCommand(pressed, { ...block, isRtl: false })
}

export type PlacingCommand =
  | { kind: 'place' | 'cancel' }
  | { kind: 'group'; by: 1 | -1 }
  | { kind: 'change'; slot: Slot; day: string }

const LINES: Partial<Record<string, 1 | -1>> = { ArrowLeft: -1, ArrowRight: 1 }

/** The command of a key on a block that isn't placed yet: arrows move it, with Shift its end, Page keys between groups. */
export function placingCommand(
  event: Pressed,
  { slot, day, days, isRtl }: Block,
): PlacingCommand | undefined {
  const key = turned(event.key, isRtl)
  if (key === 'Enter' || key === ' ') return { kind: 'place' }
  if (key === 'Escape') return { kind: 'cancel' }
  if (key === 'PageUp' || key === 'PageDown') return { kind: 'group', by: key === 'PageUp' ? -1 : 1 }
  const { from, length } = timesOf(slot)
  const by = LINES[key]
  if (by && event.shiftKey)
    return { kind: 'change', slot: resized(slot, 'to', from + length + by * STEP), day }
  if (by) return { kind: 'change', slot: moved(slot, from + by * STEP, { was: day, now: day }), day }
  const side = key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : undefined
  const now = side && plusDays(day, side)
  if (!now || !days.includes(now)) return undefined
  return { kind: 'change', slot: moved(slot, from, { was: day, now }), day: now }
}
