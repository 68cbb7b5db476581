import type { Schedule } from '@vitrine/contract/api/screens/device-groups'
import { minutesOfTime, timeOfMinutes } from '@vitrine/contract/rules'
import type { HijriDays } from '@vitrine/contract/schedule/hijri'
import { SKY_EVENTS, type SkyEvent } from '@vitrine/contract/schedule/prayer-times'
import { RULE_PARTS, ruleKey, type ScreenRule } from '@vitrine/contract/schedule/screen-rule'
import { clockTimeOf, SKY_MINUTES_MAX, type SkyTime } from '@vitrine/contract/schedule/sky'
import type { SlotClocks } from '@vitrine/contract/schedule/slots'

export type Slot = Schedule['slots'][number]
export const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

/** A time slot as the file has it: 24 hours or `sunset-30`, days by name. A slot that ends before it starts ends on the next day. */
export interface SlotEntry {
  storyboard: string
  from: string
  to: string
  days?: string[]
  startDate?: string
  endDate?: string
  except?: string[]
  hijri?: HijriDays
  event?: string
  screens?: ScreenRule
}

const two = (n: number) => String(n).padStart(2, '0')
const written = (time: string) => {
  const minutes = minutesOfTime(time)
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}
const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

const isTime = (text: string): boolean => /^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/.test(text)

const SKY = /^([a-z]+)([+-]\d+)?$/
/** `sunset`, `sunset-30`, `fajr+15`; undefined for other texts. */
function skyTimeOf(text: string): SkyTime | undefined {
  const [, event = '', minutes] = SKY.exec(text) ?? []
  if (!SKY_EVENTS.includes(event as SkyEvent) || Math.abs(Number(minutes ?? 0)) > SKY_MINUTES_MAX)
    return undefined
  return { event: event as SkyEvent, ...(Number(minutes) && { minutes: Number(minutes) }) }
}
const writtenSky = ({ event, minutes = 0 }: SkyTime) =>
  `${event}${minutes > 0 ? '+' : ''}${minutes === 0 ? '' : minutes}`

export const isSlotTime = (text: string): boolean => isTime(text) || skyTimeOf(text) !== undefined
/** Whether a slot of the file needs the schedule's place. */
export const followsSun = ({ from, to }: SlotEntry): boolean => !isTime(from) || !isTime(to)

/** The day whose times are those for players that don't follow the sun: day and night are equal. */
const EQUINOX = Date.parse('2026-03-20') / 86_400_000

/** A time of the file as the server has it. */
function timeOf(text: string, { sky, timezone }: SlotClocks) {
  const time = skyTimeOf(text)
  if (!time) return { minutes: minutesOf(text) }
  const clock = sky ? clockTimeOf(sky, timezone, EQUINOX, time) : '12:00 PM'
  return { time, minutes: minutesOfTime(clock) }
}

/** The slot for the server. Absent fields are left out: the server refuses null. */
export function slotOf(entry: SlotEntry, storyboardId: string, clocks: SlotClocks): Slot {
  const { days, startDate, endDate, except, hijri, event, screens } = entry
  const [from, to] = [timeOf(entry.from, clocks), timeOf(entry.to, clocks)]
  const isOvernight = to.minutes <= from.minutes
  return {
    from: timeOfMinutes(from.minutes),
    to: timeOfMinutes(to.minutes % 1440),
    ...(from.time && { fromSky: from.time }),
    ...(to.time && { toSky: to.time }),
    storyboardId,
    ...(isOvernight && { overnight: true as const }),
    ...(days && { days: days.map((day) => DAYS.indexOf(day)).sort() }),
    ...(startDate && { startDate }),
    ...(endDate && { endDate }),
    ...(except?.length && { except }),
    ...(hijri && { hijri }),
    ...(event && { event }),
    ...(screens && { screens }),
  }
}

export function entryOf(slot: Slot, storyboard: string): SlotEntry {
  const { from, to, fromSky, toSky, days, startDate, endDate, except, hijri, event, screens } = slot
  const rule = RULE_PARTS.flatMap((part) => (screens?.[part]?.length ? [[part, screens[part]]] : []))
  return {
    storyboard,
    from: fromSky ? writtenSky(fromSky) : written(from),
    to: toSky ? writtenSky(toSky) : minutesOfTime(to) === 0 ? '24:00' : written(to),
    ...(days && days.length < 7 && { days: days.toSorted().map((day) => DAYS[day] ?? '') }),
    ...(startDate && { startDate }),
    ...(endDate && { endDate }),
    ...(except?.length && { except: except.toSorted() }),
    ...(hijri && { hijri: { from: hijri.from, to: hijri.to } }),
    ...(event && { event }),
    ...(rule.length > 0 && { screens: Object.fromEntries(rule) }),
  }
}

/** The same for slots that mean the same, in whichever order they are. */
export const slotsKey = (slots: readonly Slot[]): string =>
  JSON.stringify(
    slots
      .map((slot) => JSON.stringify({ ...entryOf(slot, slot.storyboardId), screens: ruleKey(slot.screens) }))
      .sort(),
  )
