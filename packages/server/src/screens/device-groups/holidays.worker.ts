import Holidays from 'date-holidays'
import { watchLimits } from '#lib/work/limit-watch.ts'
import type { HolidayAnswer, HolidayWork } from './holidays.ts'

/** Limits of the whole process per country: bytes of memory, and seconds of processor time. */
const begin = watchLimits({ memory: 300 * 2 ** 20, cpu: 10 })
const DAY = 86_400_000

process.on('message', (work: HolidayWork) => {
  begin()
  process.send?.(answerTo(work))
})
process.on('disconnect', () => process.exit())

function answerTo({ country, year, language }: HolidayWork): HolidayAnswer {
  const all = new Holidays().getCountries()
  const countries = Object.keys(all).sort()
  if (country === null || !countries.includes(country)) return { countries, holidays: [] }
  const calendar = new Holidays(country, { types: ['public'] })
  // A name in English can be read by more people than one in the country's script.
  calendar.setLanguages([language, 'en', ...calendar.getLanguages()])
  const found = new Map<string, { day: string; name: string }>()
  for (const { date, start, end, name } of calendar.getHolidays(year)) {
    // Days of the moon begin the evening before: `date` is the day that people have off.
    const first = Date.parse(date.slice(0, 10))
    const days = Math.max(1, Math.round((end.getTime() - start.getTime()) / DAY))
    for (let at = 0; at < days; at++) {
      const day = new Date(first + at * DAY).toISOString().slice(0, 10)
      found.set(`${day} ${name}`, { day, name })
    }
  }
  return { countries, holidays: [...found.values()] }
}
