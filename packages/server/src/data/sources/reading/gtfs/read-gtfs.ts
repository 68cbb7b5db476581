import type { SourcePreview, SourceReading } from '@vitrine/contract/api/data/sources'
import { DAY, instantOf, isTimeZone, localTime, MINUTE } from '@vitrine/contract/schedule/time-zone'
import { tableOf, Unreadable } from '#data/sources/reading/table.ts'
import { type Trip, tripsAt } from './calls.ts'
import { FeedFiles } from './feed-files.ts'
import { readServices } from './services.ts'
import { findStop } from './stop.ts'

/** `Departure` is ISO 8601 in UTC; `Date` and `Time` are in the feed's time zone. */
const COLUMNS = [
  'Line',
  'Destination',
  'Date',
  'Time',
  'Platform',
  'Kind',
  'Color',
  'Text color',
  'Departure',
] as const
const REQUIRED = ['agency', 'stops', 'routes', 'trips', 'stop_times']
/** Maximum departures per day, and to sort; a thousand are kept. */
const DEPARTURES_MAX = 200_000
const NOON = 720

/** By route type of the GTFS reference; extended types by their hundreds. */
const KINDS = ['tram', 'subway', 'rail', 'bus', 'ferry', 'cable tram', 'aerial lift', 'funicular'] as const
const EXTENDED: Readonly<Record<number, string>> = {
  1: 'rail',
  2: 'bus',
  4: 'subway',
  7: 'bus',
  8: 'bus',
  9: 'tram',
  10: 'ferry',
  11: 'plane',
  12: 'ferry',
  13: 'aerial lift',
  14: 'funicular',
  15: 'taxi',
}

interface Route {
  line: string
  kind: string
  color: string
  textColor: string
}

/** The next departures of one stop, from the ZIP of a timetable in the GTFS format. */
export async function readGtfs(
  path: string,
  { stop, days, now }: Pick<SourceReading, 'stop' | 'days'> & { now: number },
): Promise<SourcePreview> {
  const feed = await FeedFiles.open(path, REQUIRED)
  try {
    if (!feed.has('calendar') && !feed.has('calendar_dates'))
      throw new Unreadable('This GTFS feed lacks calendar.txt and calendar_dates.txt')
    const zone = await zoneOf(feed)
    const trips = await tripsAt(feed, await findStop(feed, stop.trim()))
    const routes = await readRoutes(feed, new Set([...trips.values()].map(({ route }) => route)))
    // A trip that began yesterday may call after midnight.
    const dates = Array.from({ length: days + 2 }, (_, n) => localTime(zone, now + (n - 1) * DAY).date)
    const wanted = new Set([...trips.values()].map(({ service }) => service))
    const { runsOn, lastDay } = await readServices(feed, wanted, new Set(dates))
    const today = localTime(zone, now).date
    if (trips.size > 0 && lastDay < today)
      throw new Unreadable(`The timetable of this stop ended on ${lastDay || 'an unknown day'}`)
    const running = [...trips.values()]
    const found: Departure[] = []
    for (const date of dates) {
      const start = instantOf(zone, date, NOON) - NOON * MINUTE
      const onDate = running.filter(({ service }) => runsOn(service, date))
      for (const departure of departuresOf(onDate, start))
        if (departure.at >= now && departure.at < now + days * DAY) {
          found.push(departure)
          if (found.length > DEPARTURES_MAX) throw tooMany()
        }
    }
    found.sort((a, b) => a.at - b.at)
    return tableOf(
      COLUMNS,
      found.map((each) => rowOf(each, routes.get(each.trip.route), zone)),
    )
  } finally {
    feed.close()
  }
}

interface Departure {
  trip: Trip
  call: Trip['calls'][number]
  at: number
}

/** Departures of one day; a repeating trip calls at the same offset from each of its starts. */
function* departuresOf(trips: readonly Trip[], day: number): Generator<Departure> {
  let left = DEPARTURES_MAX
  for (const trip of trips)
    for (const call of trip.calls) {
      const departure = (time: number) => ({ trip, call, at: day + time * 1000 })
      if (trip.repeats.length === 0) yield departure(call.time)
      for (const { from, to, every } of trip.repeats)
        for (let next = from; next < to; next += every) {
          if (left-- === 0) throw tooMany()
          yield departure(next + call.time - trip.start)
        }
    }
}

const tooMany = () => new Unreadable('Too many trips call at this stop. Choose one platform.', 'stop')

function rowOf({ trip, call, at }: Departure, route: Route | undefined, zone: string): unknown[] {
  const { date, minutes } = localTime(zone, at)
  const time = `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
  const headsign = call.headsign || trip.headsign
  const { line, kind, color, textColor } = route ?? {}
  return [line, headsign, date, time, call.platform, kind, color, textColor, new Date(at).toISOString()]
}

async function zoneOf(feed: FeedFiles): Promise<string> {
  let zone = ''
  await feed.each('agency', ['agency_timezone'], (agency) => {
    zone = agency.agency_timezone
    return false
  })
  if (!isTimeZone(zone)) throw new Unreadable('agency.txt of this feed has no valid time zone')
  return zone
}

async function readRoutes(feed: FeedFiles, wanted: ReadonlySet<string>): Promise<Map<string, Route>> {
  const routes = new Map<string, Route>()
  const columns = [
    'route_id',
    'route_short_name',
    'route_long_name',
    'route_type',
    'route_color',
    'route_text_color',
  ] as const
  await feed.each('routes', columns, (row) => {
    if (!wanted.has(row.route_id)) return
    const type = Number(row.route_type)
    routes.set(row.route_id, {
      line: row.route_short_name || row.route_long_name,
      kind: KINDS[type] ?? EXTENDED[Math.floor(type / 100)] ?? '',
      color: colorOf(row.route_color),
      textColor: colorOf(row.route_text_color),
    })
  })
  return routes
}

const colorOf = (hex: string) => (/^[0-9a-f]{6}$/i.test(hex) ? `#${hex.toLowerCase()}` : '')
const two = (n: number) => String(n).padStart(2, '0')
