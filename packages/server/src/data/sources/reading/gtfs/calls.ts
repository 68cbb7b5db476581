import { Unreadable } from '#data/sources/reading/table.ts'
import type { FeedFiles } from './feed-files.ts'
import type { Platforms } from './stop.ts'

/** Maximum calls of all trips at one stop: a large station has some ten thousand. */
const CALLS_MAX = 100_000

/** A trip calls at a stop; times in seconds after the noon of its day minus twelve hours. */
interface Call {
  time: number
  sequence: number
  platform: string
  /** Overrides the trip's headsign. */
  headsign: string
}

export interface Trip {
  calls: Call[]
  /** Start at its first stop, for trips that repeat. */
  start: number
  route: string
  service: string
  headsign: string
  /** Repetitions; empty for a trip that runs once a day. */
  repeats: { from: number; to: number; every: number }[]
}

/** The trips that depart from any of these platforms. */
export async function tripsAt(feed: FeedFiles, platforms: Platforms): Promise<Map<string, Trip>> {
  const trips = await calling(feed, platforms)
  await feed.each('trips', ['trip_id', 'route_id', 'service_id', 'trip_headsign'], (row) => {
    const trip = trips.get(row.trip_id)
    if (trip)
      Object.assign(trip, { route: row.route_id, service: row.service_id, headsign: row.trip_headsign })
  })
  await feed.each('frequencies', ['trip_id', 'start_time', 'end_time', 'headway_secs'], (row) => {
    const [from, to, every] = [secondsOf(row.start_time), secondsOf(row.end_time), Number(row.headway_secs)]
    if (from !== undefined && to !== undefined && every >= 30)
      trips.get(row.trip_id)?.repeats.push({ from, to, every })
  })
  return trips
}

/** Assumes that the records of a trip are consecutive and in stop order, as in nearly every feed. */
async function calling(feed: FeedFiles, platforms: Platforms): Promise<Map<string, Trip>> {
  const trips = new Map<string, Trip>()
  const ends = new Map<string, number>()
  let count = 0
  let present = ''
  let start = 0
  const columns = [
    'trip_id',
    'arrival_time',
    'departure_time',
    'stop_id',
    'stop_sequence',
    'stop_headsign',
    'pickup_type',
  ] as const
  await feed.each('stop_times', columns, (row) => {
    const { trip_id: id, stop_id: stop } = row
    const sequence = Number(row.stop_sequence)
    const platform = platforms.get(stop)
    if (id !== present) {
      present = id
      start = secondsOf(row.departure_time) ?? 0
    }
    const trip = trips.get(id)
    if (trip) ends.set(id, Math.max(ends.get(id) ?? 0, sequence))
    if (platform === undefined || row.pickup_type === '1') return
    const time = secondsOf(row.departure_time) ?? secondsOf(row.arrival_time)
    if (time === undefined) return
    if (++count > CALLS_MAX)
      throw new Unreadable('Too many trips call at this stop. Choose one platform.', 'stop')
    const call = { time, sequence, platform, headsign: row.stop_headsign }
    if (trip) trip.calls.push(call)
    else {
      trips.set(id, { calls: [call], start, route: '', service: '', headsign: '', repeats: [] })
      ends.set(id, sequence)
    }
  })
  // A trip that ends here doesn't depart.
  for (const [id, trip] of trips) {
    trip.calls = trip.calls.filter(({ sequence }) => sequence < (ends.get(id) ?? 0))
    if (trip.calls.length === 0) trips.delete(id)
  }
  return trips
}

/** `25:10:00` is 01:10 on the next day. */
function secondsOf(time: string): number | undefined {
  const [, hours, minutes, seconds] = /^(\d{1,3}):([0-5]\d):([0-5]\d)$/.exec(time) ?? []
  return hours === undefined ? undefined : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}
