import type { PrayerTimes } from '@vitrine/contract/api/data/widget-data'
import { PRAYERS, type Prayer } from '@vitrine/contract/document/prayers'
import { localTime } from '@vitrine/contract/schedule/time-zone'
import {
  CalculationMethod,
  CalculationParameters,
  Coordinates,
  HighLatitudeRule,
  Madhab,
  PrayerTimes as Times,
} from 'adhan'

const MINUTE = 60_000
const DAY = 24 * 3_600_000

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
const RAMADAN = '9'

const hijri = new Intl.DateTimeFormat('en-u-ca-islamic-umalqura-nu-latn', {
  month: 'numeric',
  timeZone: 'UTC',
})
/** Browsers without this calendar fall back to another one. */
const knowsHijri = hijri.resolvedOptions().calendar === 'islamic-umalqura'
const isRamadan = (midnight: number) =>
  knowsHijri && hijri.formatToParts(midnight).find(({ type }) => type === 'month')?.value === RAMADAN

export interface PrayerPlace {
  /** In degrees. */
  latitude: number
  longitude: number
  /** An IANA name. */
  timezone: string
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
): PrayerTimes['days'] {
  const coordinates = new Coordinates(place.latitude, place.longitude)
  const today = midnightOf(localTime(place.timezone, now).date)
  return Array.from({ length: before + 1 + after }, (_, index) => {
    const midnight = today + (index - before) * DAY
    const parameters = parametersOf(calculation, coordinates, midnight)
    const timesOf = (day: number) => nearestTimes(coordinates, localDay(day), parameters)
    const reckoned = timesOf(midnight)
    // Across the date line, a place is a day ahead of its longitude.
    const ahead = midnightOf(localTime(place.timezone, reckoned.dhuhr.getTime()).date) - midnight
    const times = inMinutes(ahead === 0 ? reckoned : timesOf(midnight - ahead))
    const at = (prayer: Prayer) =>
      (times[PRAYERS.indexOf(prayer)] ?? 0) + (calculation.minutes?.[prayer] ?? 0) * MINUTE
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

function parametersOf(
  { method, isHanafi = false }: PrayerCalculation,
  coordinates: Coordinates,
  midnight: number,
): CalculationParameters {
  const parameters = METHODS[method]?.()
  if (!parameters) throw new Error(`There is no prayer method ${method}`)
  parameters.highLatitudeRule = HighLatitudeRule.recommended(coordinates)
  parameters.madhab = isHanafi ? Madhab.Hanafi : Madhab.Shafi
  if (method === UMM_AL_QURA && isRamadan(midnight)) parameters.adjustments.isha = 30
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
  for (let away = 0; ; away += STEP) {
    const nearer = Math.sign(latitude) * Math.max(0, Math.abs(latitude) - away)
    const times = new Times(new Coordinates(nearer, longitude), day, parameters)
    const minutes = inMinutes(times)
    if (nearer === 0 || minutes.every((time, index) => index === 0 || time > Number(minutes[index - 1])))
      return times
  }
}

/** In the order of PRAYERS, rounded to minutes, because night-division rules produce fractions. */
const inMinutes = (times: Times): number[] =>
  PRAYERS.map((prayer) => Math.round(times[prayer].getTime() / MINUTE) * MINUTE)

/** The library reads a date's year, month and day in the machine's time zone. */
function localDay(midnight: number): Date {
  const day = new Date(midnight)
  return new Date(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate())
}

const midnightOf = (date: string): number => Date.parse(`${date}T00:00:00Z`)
