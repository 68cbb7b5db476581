import type { Schedule } from '@vitrine/contract/api/screens/device-groups'
import { minutesOfTime, timeOfMinutes } from '@vitrine/contract/rules'
import { RULE_PARTS, ruleKey, type ScreenRule } from '@vitrine/contract/schedule/screen-rule'

export type Slot = Schedule['slots'][number]
export const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

/** A time slot as the file has it: 24 hours, days by name. A slot that ends before it starts ends on the next day. */
export interface SlotEntry {
  storyboard: string
  from: string
  to: string
  days?: string[]
  startDate?: string
  endDate?: string
  except?: string[]
  event?: string
  screens?: ScreenRule
}

const two = (n: number) => String(n).padStart(2, '0')
const written = (time: string) => {
  const minutes = minutesOfTime(time)
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}
const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

export const isTime = (text: string): boolean => /^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/.test(text)

/** The slot for the server. Absent fields are left out: the server refuses null. */
export function slotOf(entry: SlotEntry, storyboardId: string): Slot {
  const { from, to, days, startDate, endDate, except, event, screens } = entry
  const isOvernight = minutesOf(to) <= minutesOf(from)
  return {
    from: timeOfMinutes(minutesOf(from)),
    to: timeOfMinutes(minutesOf(to) % 1440),
    storyboardId,
    ...(isOvernight && { overnight: true as const }),
    ...(days && { days: days.map((day) => DAYS.indexOf(day)).sort() }),
    ...(startDate && { startDate }),
    ...(endDate && { endDate }),
    ...(except?.length && { except }),
    ...(event && { event }),
    ...(screens && { screens }),
  }
}

export function entryOf(slot: Slot, storyboard: string): SlotEntry {
  const { from, to, days, startDate, endDate, except, event, screens } = slot
  const rule = RULE_PARTS.flatMap((part) => (screens?.[part]?.length ? [[part, screens[part]]] : []))
  return {
    storyboard,
    from: written(from),
    to: minutesOfTime(to) === 0 ? '24:00' : written(to),
    ...(days && days.length < 7 && { days: days.toSorted().map((day) => DAYS[day] ?? '') }),
    ...(startDate && { startDate }),
    ...(endDate && { endDate }),
    ...(except?.length && { except: except.toSorted() }),
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
