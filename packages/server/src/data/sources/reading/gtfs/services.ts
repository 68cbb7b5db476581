import { DAY, weekdayOf } from '@vitrine/contract/schedule/time-zone'
import type { FeedFiles } from './feed-files.ts'

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const

interface Service {
  /** Weekdays from Sunday. */
  days: boolean[]
  from: string
  to: string
}

export interface Services {
  /** `date`: 2026-11-26. */
  runsOn: (service: string, date: string) => boolean
  /** The last day with any service, '' if there is none. */
  lastDay: string
}

/** Days on which the given services run; exceptions only for the given days. */
export async function readServices(
  feed: FeedFiles,
  wanted: ReadonlySet<string>,
  dates: ReadonlySet<string>,
): Promise<Services> {
  const services = new Map<string, Service>()
  const exceptions = new Map<string, boolean>()
  let lastDay = ''
  const reaches = (day: string) => {
    if (day > lastDay) lastDay = day
  }
  await feed.each('calendar', ['service_id', ...WEEKDAYS, 'start_date', 'end_date'], (row) => {
    if (!wanted.has(row.service_id)) return
    const [from, to] = [dayOf(row.start_date), dayOf(row.end_date)]
    services.set(row.service_id, { days: WEEKDAYS.map((name) => row[name] === '1'), from, to })
    reaches(to)
  })
  await feed.each('calendar_dates', ['service_id', 'date', 'exception_type'], (row) => {
    if (!wanted.has(row.service_id)) return
    const day = dayOf(row.date)
    if (row.exception_type === '1') reaches(day)
    if (dates.has(day)) exceptions.set(`${day} ${row.service_id}`, row.exception_type === '1')
  })
  const runsOn = (service: string, date: string) => {
    const exception = exceptions.get(`${date} ${service}`)
    if (exception !== undefined) return exception
    const found = services.get(service)
    if (!found || date < found.from || date > found.to) return false
    return found.days[weekdayOf(Date.parse(`${date}T00:00:00Z`) / DAY)] ?? false
  }
  return { runsOn, lastDay }
}

const dayOf = (date: string) => date.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')
