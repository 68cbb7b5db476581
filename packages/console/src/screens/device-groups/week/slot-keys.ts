import type { Slot } from '@vitrine/contract/api/playback/manifest'
import { moved, resized, STEP, timesOf } from './slot-change.ts'

export type SlotCommand =
  | { kind: 'change'; slot: Slot; day: string }
  | { kind: 'copy' }
  | { kind: 'remove' }
  | { kind: 'edit' }
  /** Moves the focus to another slot: in the week's order, or to another row. */
  | { kind: 'focus'; by: 1 | -1; rows: boolean }

interface Pressed {
  key: string
  altKey: boolean
  shiftKey: boolean
  ctrlKey: boolean
  metaKey: boolean
}

const SIDES: Partial<Record<string, 1 | -1>> = { ArrowLeft: -1, ArrowRight: 1 }
const LINES: Partial<Record<string, 1 | -1>> = { ArrowUp: -1, ArrowDown: 1 }

/**
 * The command of a key on a slot. Arrows move the focus, Alt moves the slot, Shift its end, both its start. `days`
 * are the calendar's dates. Without `editable`, keys only move the focus.
 */
export function slotCommand(
  event: Pressed,
  {
    slot,
    day,
    days,
    isRtl,
    editable,
  }: { slot: Slot; day: string; days: readonly string[]; isRtl: boolean; editable: boolean },
): SlotCommand | undefined {
  const { key, altKey, shiftKey } = event
  const isControl = event.ctrlKey || event.metaKey
  const side = SIDES[key]
  const line = LINES[key]
  if (!altKey && !shiftKey && !isControl) {
    if (side) return { kind: 'focus', by: isRtl ? (-side as 1 | -1) : side, rows: false }
    if (line) return { kind: 'focus', by: line, rows: true }
  }
  if (!editable) return undefined
  if (isControl) return key.toLowerCase() === 'd' ? { kind: 'copy' } : undefined
  if (key === 'Enter') return { kind: 'edit' }
  if (key === 'Delete' || key === 'Backspace') return { kind: 'remove' }
  const { from, length } = timesOf(slot)
  const change = (next: Slot, on = day): SlotCommand => ({ kind: 'change', slot: next, day: on })
  if (side) {
    const by = (isRtl ? -side : side) * STEP
    if (altKey && shiftKey) return change(resized(slot, 'from', from + by))
    if (altKey) return change(moved(slot, from + by, { was: day, now: day }))
    return change(resized(slot, 'to', from + length + by))
  }
  const now = line && altKey ? days[days.indexOf(day) + line] : undefined
  return now === undefined ? undefined : change(moved(slot, from, { was: day, now }), now)
}
