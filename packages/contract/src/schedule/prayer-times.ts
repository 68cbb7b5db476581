import {
  CalculationMethod,
  CalculationParameters,
  Coordinates,
  HighLatitudeRule,
  Madhab,
  PrayerTimes as Times,
} from 'adhan'
import { hijriDate } from './hijri.ts'
import { PRAYERS, type Prayer } from './prayers.ts'
import { DAY, localTime, MINUTE } from './time-zone.ts'

const byAngles = (fajr: number, isha: number, ishaMinutes = 0, maghrib = 0) =>
  new CalculationParameters(null, fajr, isha, ishaMinutes, maghrib)

/** The common public numbering; angles in degrees below the horizon. */
const METHODS: Readonly<Record<number, () => CalculationParameters>> = {
  0: () => byAngles(16, 14, 0, 4),
  1: CalculationMethod.Karachi,
  2: CalculationMethod.NorthAmerica,
  3: CalculationMethod.MuslimWorldLeague,
  4: CalculationMethod.UmmAlQura,
  5: CalculationMethod.Egyptian,
  7: CalculationMethod.Tehran,
  8: () => byAngles(19.5, 0, 90),
  9: CalculationMethod.Kuwait,
  10: CalculationMethod.Qatar,
  11: CalculationMethod.Singapore,
  12: () => byAngles(12, 12),
  13: CalculationMethod.Turkey,
  14: () => byAngles(16, 15),
}
export const PRAYER_METHODS: readonly number[] = Object.keys(METHODS).map(Number)
const UMM_AL_QURA = 4
const RAMADAN = 9

export interface PrayerPlace {
  /** In degrees. */
  latitude: number
  longitude: number
  /** An IANA name. */
  timezone: string
}

/** Instants, in milliseconds since 1970 UTC. */
interface PrayerDay extends Record<Prayer, number> {
  /** `YYYY-MM-DD` of the place. */
  date: string
}

export interface PrayerCalculation {
  /** A key of PRAYER_METHODS. */
  method: number
  /** Asr starts when a shadow is twice as long as its object, instead of once. */
  isHanafi?: boolean
  /** Minutes that a mosque adds to the computed times, or subtracts. */
  minutes?: Partial<Record<Prayer, number>>
}

/** Prayer times from `before` days before an instant's day until `after` days after it; computed, without a network. */
export function prayerDays(
  place: PrayerPlace,
  calculation: PrayerCalculation,
  now: number,
  { before, after }: { before: number; after: number },
): PrayerDay[] {
  const today = midnightOf(localTime(place.timezone, now).date)
  return Array.from({ length: before + 1 + after }, (_, index) => {
    const midnight = today + (index - before) * DAY
    const { nearest } = timesOfDay(place, calculation, midnight)
    const at = (prayer: Prayer) => inMinutes(nearest[prayer]) + (calculation.minutes?.[prayer] ?? 0) * MINUTE
    return {
      date: new Date(midnight).toISOString().slice(0, 10),
      fajr: at('fajr'),
      sunrise: at('sunrise'),
      dhuhr: at('dhuhr'),
      asr: at('asr'),
      maghrib: at('maghrib'),
      isha: at('isha'),
    }
  })
}

/** The times of a local day: at the place itself, and at the nearest latitude that has all of them. */
function timesOfDay(
  { latitude, longitude, timezone }: PrayerPlace,
  calculation: PrayerCalculation,
  midnight: number,
): { here: Times; nearest: Times } {
  const coordinates = new Coordinates(latitude, longitude)
  const parameters = parametersOf(calculation, coordinates, midnight)
  const timesAt = (day: number) => {
    const here = new Times(coordinates, localDay(day), parameters)
    return { here, nearest: areInOrder(here) ? here : nearestTimes(coordinates, localDay(day), parameters) }
  }
  const reckoned = timesAt(midnight)
  // Across the date line, a place is a day ahead of its longitude.
  const ahead = midnightOf(localTime(timezone, reckoned.nearest.dhuhr.getTime()).date) - midnight
  return ahead === 0 ? reckoned : timesAt(midnight - ahead)
}

/** As they are called in the API, in the order of a day. */
export const SKY_EVENTS = ['fajr', 'sunrise', 'dhuhr', 'asr', 'sunset', 'maghrib', 'isha'] as const
export type SkyEvent = (typeof SKY_EVENTS)[number]

/**
 * The instants of the sun and of the prayers on a local day, given by its midnight as if its clocks showed UTC. Prayers are those of the
 * widget. A sun that doesn't set rises half a day before noon, and sets half a day and a minute after it, so that no night is
 * left between two noons; one that doesn't rise does both at noon.
 */
export function skyOfDay(
  place: PrayerPlace,
  calculation: PrayerCalculation,
  midnight: number,
): Record<SkyEvent, number> {
  const { here, nearest } = timesOfDay(place, calculation, midnight)
  const prayers = {
    fajr: inMinutes(nearest.fajr),
    dhuhr: inMinutes(nearest.dhuhr),
    asr: inMinutes(nearest.asr),
    maghrib: inMinutes(nearest.maghrib),
    isha: inMinutes(nearest.isha),
  }
  const [sunrise, sunset] = [inMinutes(here.sunrise), inMinutes(here.sunset)]
  if (sunrise < sunset) return { ...prayers, sunrise, sunset }
  // The nearest latitude with both says which of the two it is: a day there is longer or shorter than a night.
  const isUp = nearest.sunset.getTime() - nearest.sunrise.getTime() > DAY / 2
  if (!isUp) return { ...prayers, sunrise: prayers.dhuhr, sunset: prayers.dhuhr }
  return { ...prayers, sunrise: prayers.dhuhr - DAY / 2, sunset: prayers.dhuhr + DAY / 2 + MINUTE }
}

function parametersOf(
  { method, isHanafi = false }: PrayerCalculation,
  coordinates: Coordinates,
  midnight: number,
): CalculationParameters {
  const parameters = METHODS[method]?.()
  if (!parameters) throw new Error(`There is no prayer method ${method}`)
  parameters.highLatitudeRule = HighLatitudeRule.recommended(coordinates)
  parameters.madhab = isHanafi ? Madhab.Hanafi : Madhab.Shafi
  if (method === UMM_AL_QURA && hijriDate(midnight / DAY).month === RAMADAN) parameters.adjustments.isha = 30
  return parameters
}

/** The step in degrees of the search for a nearer latitude. */
const STEP = 0.5

/**
 * Near the poles the sun may not rise, not set, or stay so low that no shadow marks asr. Use the times of the nearest
 * latitude on the same meridian whose six times are in order; the equator always has them.
 */
function nearestTimes(
  { latitude, longitude }: Coordinates,
  day: Date,
  parameters: CalculationParameters,
): Times {
  for (let away = STEP; ; away += STEP) {
    const nearer = Math.sign(latitude) * Math.max(0, Math.abs(latitude) - away)
    const times = new Times(new Coordinates(nearer, longitude), day, parameters)
    if (nearer === 0 || areInOrder(times)) return times
  }
}

function areInOrder(times: Times): boolean {
  const minutes = PRAYERS.map((prayer) => inMinutes(times[prayer]))
  return minutes.every((time, index) => index === 0 || time > Number(minutes[index - 1]))
}

/** Rounded to minutes, because night-division rules produce fractions. */
const inMinutes = (time: Date): number => Math.round(time.getTime() / MINUTE) * MINUTE

/** The library reads a date's year, month and day in the machine's time zone. */
function localDay(midnight: number): Date {
  const day = new Date(midnight)
  return new Date(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate())
}

const midnightOf = (date: string): number => Date.parse(`${date}T00:00:00Z`)
