import type { Slot } from '@vitrine/contract/api/playback/manifest'
import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { changeOf, type Grip } from '#screens/device-groups/week/use-slot-drag.ts'
import { dropped, type Edit } from './edit.ts'

/** What a pointer gesture began on: a block or an empty place of a group, or a storyboard of the shelf. */
export type Taken = { groupId: string; grip: Grip } | { storyboardId: string }

interface DragOptions {
  slotsOf: (groupId: string) => readonly Slot[] | undefined
  /** Whether a group can play a storyboard. */
  fits: (groupId: string, storyboardId: string) => boolean
  editable: boolean
  onDrop: (edit: Edit) => void
  /** A click without a drag; `minute` is of the grip's day. */
  onTap: (taken: Taken, minute: number) => void
}

/** Pixels of pointer jitter that still count as a click. */
const CLICK_PIXELS = 4

/**
 * Moves, resizes, copies (Alt or Ctrl), draws, and drops blocks by mouse. Escape cancels. Touch scrolls instead. Places are
 * read at every move, because the page can scroll under the pointer.
 */
export function useBlockDrag(options: DragOptions) {
  const [draft, setDraft] = useState<Edit>()
  const latest = useRef(options)
  latest.current = options
  const end = useRef<() => void>(undefined)
  useEffect(() => () => end.current?.(), [])

  const begin = (event: PointerEvent<HTMLElement>, taken: Taken) => {
    if (event.button !== 0) return
    event.stopPropagation()
    const start = { x: event.clientX, y: event.clientY }
    const startMinute = 'grip' in taken ? minuteAt(cellOf(taken.groupId, taken.grip.day), start.y) : 0
    let last: Edit | undefined
    let hasMoved = false
    const move = (at: globalThis.PointerEvent) => {
      if (!hasMoved && Math.hypot(at.clientX - start.x, at.clientY - start.y) < CLICK_PIXELS) return
      hasMoved = true
      last = editAt(taken, at, startMinute, latest.current)
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
      if (last) latest.current.onDrop(last)
      else if (!hasMoved) latest.current.onTap(taken, startMinute)
    }
    const cancel = (key: KeyboardEvent) => {
      if (key.key !== 'Escape') return
      key.stopPropagation()
      stop()
    }
    end.current?.()
    end.current = stop
    if (latest.current.editable && event.pointerType !== 'touch') {
      // Otherwise the drag selects text, or drags a picture.
      event.preventDefault()
      window.addEventListener('pointermove', move)
    }
    window.addEventListener('pointerup', drop)
    window.addEventListener('pointercancel', stop)
    window.addEventListener('keydown', cancel, true)
  }
  return { draft, begin }
}

function editAt(
  taken: Taken,
  at: globalThis.PointerEvent,
  startMinute: number,
  { slotsOf, fits }: DragOptions,
): Edit | undefined {
  if ('storyboardId' in taken) {
    const { storyboardId } = taken
    const cell = document.elementFromPoint(at.clientX, at.clientY)?.closest<HTMLElement>('[data-cell]')
    const { group: groupId = '', day = '' } = cell?.dataset ?? {}
    const slots = slotsOf(groupId)
    if (!cell || !slots || !fits(groupId, storyboardId)) return undefined
    return dropped(slots, { groupId, storyboardId, day, minute: minuteAt(cell, at.clientY) })
  }
  const { groupId, grip } = taken
  const slots = slotsOf(groupId)
  if (!slots) return undefined
  const day = dayAt(groupId, at.clientX) ?? grip.day
  const minute = minuteAt(cellOf(groupId, grip.day), at.clientY)
  const change = changeOf(slots, grip, { startMinute, minute, day, isCopy: at.altKey || at.ctrlKey })
  return { ...change, groupId, day: grip.index === null || grip.part !== 'whole' ? grip.day : day }
}

const cellsOf = (groupId: string) => [
  ...document.querySelectorAll<HTMLElement>(`[data-cell][data-group="${CSS.escape(groupId)}"]`),
]
const cellOf = (groupId: string, day: string) => cellsOf(groupId).find((cell) => cell.dataset.day === day)

/** The minute of a day at a height of its cell; beyond the cell, of the days around it. */
function minuteAt(cell: HTMLElement | undefined, y: number): number {
  if (!cell) return 0
  const { top, height } = cell.getBoundingClientRect()
  return ((y - top) / height) * 1440
}

/** The day of a group's column at a place, or the nearest one. */
function dayAt(groupId: string, x: number): string | undefined {
  const places = cellsOf(groupId).map((cell) => {
    const { left, right } = cell.getBoundingClientRect()
    return { day: cell.dataset.day, off: Math.max(left - x, x - right, 0) }
  })
  return places.sort((a, b) => a.off - b.off)[0]?.day
}
