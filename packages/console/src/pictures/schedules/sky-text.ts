import { type HijriDays, hijriDate } from '@vitrine/contract/schedule/hijri'
import { type SkyPlace, type SkyTime, skyReader } from '@vitrine/contract/schedule/sky'
import { dayOf } from '@vitrine/contract/schedule/slots'
import { DAY, MINUTE } from '@vitrine/contract/schedule/time-zone'
import type { TFunction } from 'i18next'
import { dayTimeText, hijriMonthAt, numberText } from '#lib/text/format.ts'

/** `Sunset`, `30 min before sunset`. */
export function skyText(t: TFunction, { event, minutes = 0 }: SkyTime): string {
  const name = t(`deviceGroups.sky.events.${event}`)
  if (minutes === 0) return name
  const values = { event: name, minutes: numberText(Math.abs(minutes)) }
  return t(minutes < 0 ? 'deviceGroups.sky.before' : 'deviceGroups.sky.after', values)
}

/** A time that follows the sun on a date, in minutes since its midnight. */
export const skyMinutes = (
  place: SkyPlace,
  timezone: string,
  { date, time }: { date: string; time: SkyTime },
): number => Math.round(skyReader(place, timezone)(dayOf(date), time) / MINUTE)

/** The same as a time of the clock. */
export const skyClockText = (...args: Parameters<typeof skyMinutes>): string =>
  dayTimeText(((skyMinutes(...args) % 1440) + 1440) % 1440)

/** A day on which the Hijri date is the first day of a month. */
const FIRST_DAY = 17_785
const MONTH_DAYS = new Map<number, number>()
for (let day = FIRST_DAY; MONTH_DAYS.size < 12; day++) {
  const { month, day: ofMonth } = hijriDate(day)
  if (ofMonth === 15) MONTH_DAYS.set(month, day)
}

/** The name of a Hijri month, 1 to 12. */
export const hijriMonthText = (month: number): string => hijriMonthAt((MONTH_DAYS.get(month) ?? 0) * DAY)

/** `Ramadan`, `1 Shawwal – 3 Shawwal`. */
export function hijriText({ from, to }: HijriDays): string {
  const [[month, first], [lastMonth, last]] = [numbersOf(from), numbersOf(to)]
  if (month === lastMonth && first === 1 && last === 30) return hijriMonthText(month)
  const text = (day: number, of: number) => `${numberText(day)} ${hijriMonthText(of)}`
  return from === to ? text(first, month) : `${text(first, month)} – ${text(last, lastMonth)}`
}

/** Month and day of `MM-DD`. */
export const numbersOf = (day: string): [number, number] => [Number(day.slice(0, 2)), Number(day.slice(3))]
