import fc from 'fast-check'
import type { Slot } from '#api/playback/manifest.ts'
import { timeOfMinutes } from '#rules.ts'
import { hijriDate } from '#schedule/hijri.ts'
import { playsInYear, slotsOverlap } from '#schedule/overlaps.ts'
import { SKY_EVENTS, skyOfDay } from '#schedule/prayer-times.ts'
import type { SkyTime } from '#schedule/sky.ts'
import { layerOf, type SlotClocks } from '#schedule/slots.ts'

// What the tests of schedules share.

export const MINUTE = 60_000
export const DAY = 24 * 60 * MINUTE
export const at = (text: string) => Date.parse(text)

/** Zones with their nearest clock changes, half-hour changes and changes at midnight among them. */
export const CHANGES: Record<string, string[]> = {
  'Africa/Cairo': ['2026-04-23T22:00:00Z', '2026-10-29T21:00:00Z'],
  'Europe/Berlin': ['2026-03-29T01:00:00Z', '2026-10-25T01:00:00Z'],
  'America/New_York': ['2026-03-08T07:00:00Z', '2026-11-01T06:00:00Z'],
  'Australia/Lord_Howe': ['2026-04-04T15:00:00Z', '2026-10-03T15:30:00Z'],
  'Africa/Casablanca': ['2026-02-15T02:00:00Z', '2026-03-22T02:00:00Z'],
  'Pacific/Apia': ['2011-12-30T10:00:00Z'],
  'America/Sao_Paulo': ['2018-11-04T03:00:00Z', '2019-02-17T02:00:00Z'],
  'Asia/Kathmandu': [],
  'Etc/GMT-2': [],
  'Etc/GMT+12': [],
}
export const zones = Object.keys(CHANGES)

/** One place per zone: the tropics, where the sun doesn't set in summer, and where clocks are hours from solar time. */
const LATITUDES = [30, 69.65, -13.8, 52.5, 78.2]
export const clocksIn = (zone: string): SlotClocks => {
  const index = Math.max(0, zones.indexOf(zone))
  return {
    timezone: zone,
    sky: {
      name: 'Here',
      latitude: LATITUDES[index % LATITUDES.length] ?? 0,
      longitude: [31.2, 18.9, -171.7, 13.4, 15.6, 170][index % 6] ?? 0,
      method: index % 2 === 0 ? 5 : 4,
      ...(index % 3 === 0 && { isHanafi: true as const }),
    },
    ...(index % 3 === 1 && { hijriShift: 1 }),
  }
}

const formats = new Map(
  zones.map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }),
  ]),
)
/** What the clocks show, by another way than the one under test: read from text. */
export function shownAt(zone: string, instant: number): number {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  return Date.parse(`${format.format(instant).replace(' ', 'T')}Z`)
}

/** The active slot by wall clock; after clocks were set back, the hour's first pass counts. */
export function slotByClock(zone: string, slots: Slot[], instant: number): Slot | null {
  const changed = (CHANGES[zone] ?? [])
    .map(at)
    .filter((change) => change <= instant && instant - change < DAY)
  const furthest = Math.max(
    shownAt(zone, instant),
    ...changed.map((change) => shownAt(zone, change - MINUTE)),
  )
  return strongest(slots.filter((slot) => holdsAt(slot, furthest, clocksIn(zone))))
}
/** The last slot of the highest layer. */
const strongest = (slots: Slot[]): Slot | null =>
  ['event', 'dated', 'weekly']
    .map((layer) => slots.findLast((slot) => layerOf(slot) === layer))
    .find((slot) => slot !== undefined) ?? null

/** Whether a slot holds at a reading: by its run of that day, or by one of the days around it. */
export function holdsAt(slot: Slot, reading: number, clocks: SlotClocks): boolean {
  const midnight = Math.floor(reading / DAY) * DAY
  const minutes = (reading - midnight) / MINUTE
  return [-3, -2, -1, 0, 1, 2].some((days) =>
    holds(slot, midnight + days * DAY, minutes - days * 1440, clocks),
  )
}

const events = new Map<string, number>()
/** Minutes from a midnight to an event of the sun, by the clocks as text shows them. */
function eventAt({ event, minutes = 0 }: SkyTime, midnight: number, { sky, timezone }: SlotClocks): number {
  const key = JSON.stringify([event, midnight, sky, timezone])
  let found = events.get(key)
  if (found === undefined) {
    if (!sky) throw new Error('No place')
    const { latitude, longitude, method, isHanafi = false } = sky
    const instant = skyOfDay({ latitude, longitude, timezone }, { method, isHanafi }, midnight)[event]
    found = (shownAt(timezone, instant) - midnight) / MINUTE
    events.set(key, found)
  }
  return found + minutes
}

const minutesOf = (time: string) => {
  const [hours = '', rest = ''] = time.split(':')
  return (Number(hours) % 12) * 60 + Number(rest.slice(0, 2)) + (rest.endsWith('PM') ? 720 : 0)
}

/** The reading at which a slot would start on a day, given by its midnight. */
export const startOn = ({ from, fromSky }: Slot, midnight: number, clocks: SlotClocks): number =>
  midnight + (fromSky ? eventAt(fromSky, midnight, clocks) : minutesOf(from)) * MINUTE

/** Whether a slot that starts on a day holds so many minutes after its midnight. */
function holds(slot: Slot, midnight: number, minutes: number, clocks: SlotClocks): boolean {
  const { to, toSky, overnight, days, startDate, endDate, except, hijri } = slot
  const day = new Date(midnight).toISOString().slice(0, 10)
  if (
    (days && !days.includes(new Date(day).getUTCDay())) ||
    (startDate && day < startDate) ||
    (endDate && day > endDate) ||
    except?.includes(day)
  )
    return false
  const date = hijriDate(midnight / DAY - (clocks.hijriShift ?? 0))
  const monthDay = [date.month, date.day].map((n) => `${n}`.padStart(2, '0')).join('-')
  if (hijri && (monthDay < hijri.from || monthDay > hijri.to)) return false
  const start = (startOn(slot, midnight, clocks) - midnight) / MINUTE
  const endOn = (at: number) => (toSky ? eventAt(toSky, at, clocks) : minutesOf(to) || 1440)
  const end = endOn(midnight)
  return minutes >= start && minutes < (overnight && end <= start ? endOn(midnight + DAY) + 1440 : end)
}

export const instantIn = (zone: string) => {
  const anywhere = fc.integer({ min: at('2026-01-01T00:00:00Z'), max: at('2027-12-31T00:00:00Z') })
  const near = (CHANGES[zone] ?? []).map((change) =>
    fc.integer({ min: -30 * 60, max: 30 * 60 }).map((minutes) => at(change) + minutes * MINUTE),
  )
  return fc.oneof(
    anywhere.map((instant) => instant - (instant % MINUTE)),
    ...near,
  )
}

/** Days of the tests, and days on which clocks change. */
const EXCEPTIONS = ['2026-03-05', '2026-03-08', '2026-03-29', '2026-04-24', '2026-10-25', '2011-12-29']

const skyArb: fc.Arbitrary<SkyTime> = fc.record(
  { event: fc.constantFrom(...SKY_EVENTS), minutes: fc.constantFrom(-90, -1, 0, 30) },
  { requiredKeys: ['event'] },
)

export const slotArb = (dates: [string[], string[]]) =>
  fc
    .record(
      {
        edges: fc.uniqueArray(fc.integer({ min: 0, max: 48 }), { minLength: 2, maxLength: 2 }),
        overnight: fc.boolean(),
        days: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 4 }),
        startDate: fc.constantFrom(...dates[0]),
        endDate: fc.constantFrom(...dates[1]),
        except: fc.constantFrom(...EXCEPTIONS).map((day) => [day]),
        event: fc.constant('Holiday'),
        fromSky: skyArb,
        toSky: skyArb,
        hijri: fc.constantFrom({ from: '09-01', to: '09-30' }, { from: '10-01', to: '12-09' }),
      },
      { requiredKeys: ['edges', 'overnight'] },
    )
    .map(({ edges, overnight, ...rest }): Slot => {
      const [a = 0, b = 0] = edges.sort((x, y) => x - y).map((half) => half * 30)
      // An event without dates is refused, but has an answer.
      const slot = { storyboardId: `${a} ${b}`, ...rest }
      return overnight
        ? { from: timeOfMinutes(b), to: timeOfMinutes(a), overnight, ...slot }
        : { from: timeOfMinutes(a), to: timeOfMinutes(b), ...slot }
    })

/** Slots that overlap between layers only. */
export const slotsArb = (zone: string) =>
  fc
    .array(
      slotArb([
        ['2026-03-01', '2026-10-25', '2011-12-29'],
        ['2026-10-26', '2027-06-30', '2011-12-31'],
      ]),
      { maxLength: 10 },
    )
    .map((slots) => slots.filter((slot) => playsInYear(slot, clocksIn(zone))))
    .map((slots) =>
      slots.filter(
        (slot, index) => !slots.slice(0, index).some((other) => slotsOverlap(slot, other, clocksIn(zone))),
      ),
    )
