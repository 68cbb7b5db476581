import type { Slot } from '@vitrine/contract/api/playback/manifest'
import type { TFunction } from 'i18next'
import { dateText, listText, weekdays, weekdayText } from '#lib/text/format.ts'
import { hijriText, skyText } from './sky-text.ts'

/** Formats a `YYYY-MM-DD` date. */
const dayText = (date: string): string => dateText(Date.parse(date), 'day', 'UTC')

/** `Mon–Fri, Sun`: three or more consecutive days become a range. */
function daysText(days: readonly number[]): string {
  const rows: number[][] = []
  for (const [place, day] of weekdays().entries()) {
    if (!days.includes(day)) continue
    if (place > 0 && rows.at(-1)?.at(-1) === weekdays()[place - 1]) rows.at(-1)?.push(day)
    else rows.push([day])
  }
  const named = (day: number | undefined) => weekdayText(day ?? 0, 'short')
  return listText(
    rows.flatMap((row) => (row.length < 3 ? row.map(named) : [`${named(row[0])}–${named(row.at(-1))}`])),
  )
}

type Times = Pick<
  Slot,
  'days' | 'startDate' | 'endDate' | 'except' | 'event' | 'overnight' | 'fromSky' | 'toSky' | 'hijri'
>

/** Days of a slot's exceptions that its text names. */
const NAMED_EXCEPTIONS = 3

function exceptText(t: TFunction, except: readonly string[]): string {
  const days = except.toSorted().map(dayText)
  const more = days.length - NAMED_EXCEPTIONS
  const named = more > 1 ? [...days.slice(0, NAMED_EXCEPTIONS), `+${more}`] : days
  return t('deviceGroups.repeats.except', { dates: listText(named) })
}

/** `from 30 min before Sunset to Sunrise`. */
function sunText(t: TFunction, { fromSky, toSky }: Times): string | undefined {
  const [from, to] = [fromSky && skyText(t, fromSky), toSky && skyText(t, toSky)]
  if (from && to) return t('deviceGroups.sky.between', { from, to })
  if (from) return t('deviceGroups.sky.begins', { from })
  return to && t('deviceGroups.sky.ends', { to })
}

/** A slot's recurrence as text: the sun, weekdays, dates, exceptions and event. */
export function repeatsText(t: TFunction, slot: Times): string {
  const { days, startDate, endDate, except = [], event, overnight, hijri } = slot
  const isDaily = !days || days.length === 7
  const dates = !startDate
    ? endDate && t('deviceGroups.repeats.until', { to: dayText(endDate) })
    : !endDate
      ? t('deviceGroups.repeats.from', { from: dayText(startDate) })
      : startDate === endDate
        ? t('deviceGroups.repeats.on', { date: dayText(startDate) })
        : t('deviceGroups.repeats.between', { from: dayText(startDate), to: dayText(endDate) })
  return [
    event,
    sunText(t, slot),
    hijri && hijriText(hijri),
    isDaily
      ? startDate && startDate === endDate
        ? undefined
        : t('deviceGroups.repeats.daily')
      : daysText(days),
    dates,
    except.length > 0 && exceptText(t, except),
    overnight && t('deviceGroups.repeats.overnight'),
  ]
    .filter(Boolean)
    .join(' · ')
}
