import fc from 'fast-check'
import type { Slot } from '#api/playback/manifest.ts'
import { timeOfMinutes } from '#rules.ts'
import { layerOf, slotsOverlap } from '#schedule/slots.ts'

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
  return strongest(slots.filter((slot) => holdsAt(slot, furthest)))
}
/** The slot of the highest layer, which a valid schedule has once. */
const strongest = (slots: Slot[]): Slot | null =>
  ['event', 'dated', 'weekly']
    .map((layer) => slots.find((slot) => layerOf(slot) === layer))
    .find((slot) => slot !== undefined) ?? null

/** Whether a slot holds at a reading: by its run of that day, or by an overnight one of the day before. */
export function holdsAt(slot: Slot, reading: number): boolean {
  const day = (at: number) => new Date(at).toISOString().slice(0, 10)
  const minutes = (reading - at(`${day(reading)}T00:00:00Z`)) / MINUTE
  return holds(slot, day(reading), minutes) || holds(slot, day(reading - DAY), minutes + 1440)
}
/** Whether a slot that starts on a day holds so many minutes after its midnight. */
function holds(
  { from, to, overnight, days, startDate, endDate, except }: Slot,
  day: string,
  minutes: number,
): boolean {
  const number = (time: string) => {
    const [hours = '', rest = ''] = time.split(':')
    return (Number(hours) % 12) * 60 + Number(rest.slice(0, 2)) + (rest.endsWith('PM') ? 720 : 0)
  }
  const end = number(to) || 1440
  return (
    minutes >= number(from) &&
    minutes < (overnight && end <= number(from) ? end + 1440 : end) &&
    (!days || days.includes(new Date(day).getUTCDay())) &&
    (!startDate || day >= startDate) &&
    (!endDate || day <= endDate) &&
    !except?.includes(day)
  )
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
export const slotsArb = fc
  .array(
    slotArb([
      ['2026-03-01', '2026-10-25', '2011-12-29'],
      ['2026-10-26', '2027-06-30', '2011-12-31'],
    ]),
    { maxLength: 10 },
  )
  .map((slots) =>
    slots.filter((slot, index) => !slots.slice(0, index).some((other) => slotsOverlap(slot, other))),
  )
