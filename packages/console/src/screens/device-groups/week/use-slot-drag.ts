import type { Slot } from '@vitrine/contract/api/playback/manifest'
import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { copied, drawn, moved, plusDays, resized, timesOf } from './slot-change.ts'

/** The target of a pointer gesture: a slot, one of its ends, or an empty place. */
export interface Grip {
  /** The slot's index in the schedule; null for an empty place. */
  index: number | null
  part: 'whole' | 'from' | 'to'
  /** The row that the pointer is in. */
  day: string
  /** Where the slot starts the day before that row: the pointer has its part after midnight. */
  fromDayBefore?: boolean
}

/** The schedule during a drag, and the dragged slot. */
export interface Draft {
  slots: readonly Slot[]
  index: number
}

interface DragOptions {
  slots: readonly Slot[]
  /** The calendar's dates, in order; each has an element with `data-day` that contains one with `data-track`. */
  days: readonly string[]
  /** The length of a track in minutes. */
  span: number
  /** Read-only: a click only chooses its moment. */
  editable: boolean
  onChange: (index: number, slot: Slot) => void
  onAdd: (slot: Slot) => void
  /** Gets the day and the minute of a click. */
  onChoose: (day: string, minute: number) => void
}

/** Pixels of pointer jitter that still count as a click. */
const CLICK_PIXELS = 4

/** Moves, resizes, copies (Alt or Ctrl) and creates slots by mouse. Escape cancels. Touch scrolls instead. */
export function useSlotDrag(options: DragOptions) {
  const [draft, setDraft] = useState<Draft>()
  const latest = useRef(options)
  latest.current = options
  const end = useRef<() => void>(undefined)
  useEffect(() => () => end.current?.(), [])

  const begin = (event: PointerEvent<HTMLElement>, grip: Grip) => {
    if (event.button !== 0) return
    event.stopPropagation()
    const calendar = event.currentTarget.closest<HTMLElement>('[data-calendar]')
    if (!calendar) return
    const { slots, days, span, editable } = latest.current
    const places = placesOf(calendar, days, span)
    const start = { x: event.clientX, y: event.clientY }
    const startMinute = places.minuteAt(start.x)
    let last: { slots: readonly Slot[]; index: number; isNew: boolean } | undefined
    const move = (at: globalThis.PointerEvent) => {
      if (Math.hypot(at.clientX - start.x, at.clientY - start.y) < CLICK_PIXELS && !last) return
      last = changeOf(slots, grip, {
        startMinute,
        minute: places.minuteAt(at.clientX),
        day: places.dayAt(at.clientY) ?? grip.day,
        isCopy: at.altKey || at.ctrlKey,
      })
      setDraft(last)
    }
    const stop = () => {
      window.removeEventListener('pointermove', move)
      window.removeEventListener('pointerup', drop)
      window.removeEventListener('pointercancel', stop)
      window.removeEventListener('keydown', cancel, true)
      end.current = undefined
      setDraft(undefined)
    }
    const drop = () => {
      stop()
      const slot = last?.slots[last.index]
      if (!last || !slot) latest.current.onChoose(...momentAt(grip.day, Math.floor(startMinute)))
      else if (last.isNew) latest.current.onAdd(slot)
      else latest.current.onChange(last.index, slot)
    }
    const cancel = (key: KeyboardEvent) => {
      if (key.key !== 'Escape') return
      key.stopPropagation()
      stop()
    }
    end.current?.()
    end.current = stop
    if (editable && event.pointerType !== 'touch') window.addEventListener('pointermove', move)
    window.addEventListener('pointerup', drop)
    window.addEventListener('pointercancel', stop)
    window.addEventListener('keydown', cancel, true)
  }
  return { draft, begin }
}

/** Right of midnight a row shows the day after. */
function momentAt(day: string, minute: number): [string, number] {
  const days = Math.floor(minute / 1440)
  return [plusDays(day, days), minute - days * 1440]
}

interface Pull {
  startMinute: number
  minute: number
  day: string
  isCopy: boolean
}

/** The slots after a pull at a grip. */
export function changeOf(slots: readonly Slot[], grip: Grip, { startMinute, minute, day, isCopy }: Pull) {
  const slot = grip.index === null ? undefined : slots[grip.index]
  if (grip.index === null || !slot)
    return { slots: [...slots, drawn(grip.day, startMinute, minute)], index: slots.length, isNew: true }
  const before = grip.fromDayBefore ? -1 : 0
  const days = { was: plusDays(grip.day, before), now: plusDays(day, before) }
  const { from, length } = timesOf(slot)
  const by = minute - startMinute
  if (grip.part !== 'whole') {
    const edge = grip.part === 'from' ? from : from + length
    return {
      slots: slots.with(grip.index, resized(slot, grip.part, edge + by)),
      index: grip.index,
      isNew: false,
    }
  }
  if (isCopy) return { slots: [...slots, copied(slot, from + by, days)], index: slots.length, isNew: true }
  return { slots: slots.with(grip.index, moved(slot, from + by, days)), index: grip.index, isNew: false }
}

/** The positions of days and minutes when the drag starts. */
function placesOf(calendar: HTMLElement, days: readonly string[], span: number) {
  const rows = [...calendar.querySelectorAll<HTMLElement>('[data-day]')]
  const track = calendar.querySelector('[data-track]')?.getBoundingClientRect()
  const isRtl = getComputedStyle(calendar).direction === 'rtl'
  const lines = rows.map((row) => row.getBoundingClientRect())
  return {
    minuteAt: (x: number) => {
      if (!track) return 0
      return ((isRtl ? track.right - x : x - track.left) / track.width) * span
    },
    dayAt: (y: number) => days[lines.findIndex(({ top, bottom }) => top <= y && y < bottom)],
  }
}
