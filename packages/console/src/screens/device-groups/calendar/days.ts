import { weekdays } from '#lib/text/format.ts'
import { plusDays } from '#screens/device-groups/week/slot-change.ts'
import type { CalendarSearch } from './calendar-search.ts'

/** The dates of a date's week, from the locale's first weekday. */
function weekOf(date: string): string[] {
  const place = weekdays().indexOf(new Date(Date.parse(date)).getUTCDay())
  return Array.from({ length: 7 }, (_, day) => plusDays(date, day - place))
}

function monthOf(date: string): string[] {
  const days = Array.from({ length: 31 }, (_, day) => plusDays(`${date.slice(0, 7)}-01`, day))
  return days.filter((day) => day.startsWith(date.slice(0, 7)))
}

/** The dates that a view shows. */
export const daysOf = (view: CalendarSearch['view'], date: string): string[] =>
  view === 'month' ? monthOf(date) : weekOf(date)

/** A date in the week or month before (-1) or after (1). */
export function nextDate(view: CalendarSearch['view'], date: string, by: 1 | -1): string {
  if (view !== 'month') return plusDays(date, 7 * by)
  const [first = date, last = date] = [monthOf(date)[0], monthOf(date).at(-1)]
  return by === 1 ? plusDays(last, 1) : `${plusDays(first, -1).slice(0, 7)}-01`
}
