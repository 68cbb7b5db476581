import { daysOfEach, isOn, type ReadSlot, readSlot, type SlotClocks, type SlotTimes } from './slots.ts'
import { DAY } from './time-zone.ts'

/**
 * Whether two slots of one layer for the same screens would both hold at some instant, which is refused. Between layers
 * one simply wins.
 */
export const slotsOverlap = (one: SlotTimes, other: SlotTimes, clocks: SlotClocks): boolean =>
  readSlotsOverlap(readSlot(one, clocks), readSlot(other, clocks))

/** The slots that overlap an earlier one, by index, each with the first of those. Reads each slot once. */
export function overlapsIn({
  slots,
  ...clocks
}: SlotClocks & { slots: readonly SlotTimes[] }): Map<number, number> {
  const read = slots.map((slot) => readSlot(slot, clocks))
  const found = new Map<number, number>()
  for (const [index, slot] of read.entries()) {
    const first = read.findIndex((other, place) => place >= index || readSlotsOverlap(other, slot))
    if (first < index) found.set(index, first)
  }
  return found
}

/** Whether both of two slots hold at some instant, in whichever layer each is. */
export const slotsMeet = (one: SlotTimes, other: SlotTimes, clocks: SlotClocks): boolean =>
  meetingDay(one, other, clocks) !== undefined

/** A day on which both of two slots hold, counted from 1970-01-01; undefined if there is none. */
export const meetingDay = (one: SlotTimes, other: SlotTimes, clocks: SlotClocks): number | undefined =>
  readMeetingDay(readSlot(one, clocks), readSlot(other, clocks))

const readSlotsOverlap = (a: ReadSlot, b: ReadSlot) =>
  a.rank === b.rank && a.rule === b.rule && readMeetingDay(a, b) !== undefined

/** An overnight slot also meets slots of the day after; one that follows the sun may meet those of two days after. */
function readMeetingDay(a: ReadSlot, b: ReadSlot): number | undefined {
  for (const later of a.isVaried || b.isVaried ? [0, 1, -1, 2, -2] : [0, 1, -1]) {
    const day = meetingLater(a, b, later)
    if (day !== undefined) return day
  }
  return undefined
}

/** Slots without dates that follow the sun are compared from 2026-01-01, for a year of the sun. */
const SKY_COMPARED_FROM = 20_454
const SKY_COMPARED_DAYS = 366
/** Hijri days are compared for three of their years. */
const HIJRI_COMPARED = 3 * 355

/** A day on which they meet if `b` starts so many days after `a`. */
function meetingLater(a: ReadSlot, b: ReadSlot, later: number): number | undefined {
  const shift = later * DAY
  if (a.earliest >= b.latest + b.longest + shift || b.earliest + shift >= a.latest + a.longest)
    return undefined
  const first = Math.max(a.first, b.first - later)
  const last = Math.min(a.last, b.last - later)
  const isVaried = a.isVaried || b.isVaried
  const exceptions = daysOfEach(a.except.size + b.except.size)
  const hasHijri = a.hijri !== undefined || b.hijri !== undefined
  const enough = exceptions + (hasHijri ? HIJRI_COMPARED : isVaried ? SKY_COMPARED_DAYS : 0)
  // In an unbounded range, any of them will do.
  const anywhere = isVaried ? SKY_COMPARED_FROM : 0
  const start = Number.isFinite(first) ? first : Number.isFinite(last) ? last - enough + 1 : anywhere
  for (let day = start; day < start + enough && day <= last; day++) {
    if (!isOn(a, day) || !isOn(b, day + later)) continue
    if (!isVaried) return day
    const [one, other] = [a.runOf(day), b.runOf(day + later)]
    if (one && other && one.from < other.to + shift && other.from + shift < one.to) return day
  }
  return undefined
}

/** Days of the year from 2026-01-01 on which the sun leaves a slot no time, counted from 1970-01-01. Doesn't look at its dates. */
export function daysWithoutTime(slot: SlotTimes, clocks: SlotClocks): number[] {
  const { runOf } = readSlot(slot, clocks)
  const days = Array.from({ length: SKY_COMPARED_DAYS - 1 }, (_, n) => SKY_COMPARED_FROM + n)
  return days.filter((day) => runOf(day) === undefined)
}

/** Whether the sun leaves a slot some time on one day of a year. */
export function playsInYear(slot: SlotTimes, clocks: SlotClocks): boolean {
  const { runOf } = readSlot(slot, clocks)
  for (let n = 0; n < SKY_COMPARED_DAYS; n++) if (runOf(SKY_COMPARED_FROM + n)) return true
  return false
}
