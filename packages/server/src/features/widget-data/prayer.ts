import type { PrayerTimes } from '@vitrine/contract/api/widget-data'
import {
  CalculationMethod,
  CalculationParameters,
  Coordinates,
  HighLatitudeRule,
  PrayerTimes as Times,
} from 'adhan'
import type { City } from '#features/cities/api.ts'

const MINUTE = 60_000
const DAY = 24 * 3_600_000
/** Yesterday, today, and a month in which a screen may be without the server. */
const DAYS_BEFORE = 1
const DAYS_AFTER = 31

const byAngles = (fajr: number, isha: number, ishaMinutes = 0, maghrib = 0) =>
  new CalculationParameters(null, fajr, isha, ishaMinutes, maghrib)

/** The well-known public numbering; angles in degrees below the horizon. */
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

const hijriMonth = new Intl.DateTimeFormat('en-u-ca-islamic-umalqura-nu-latn', {
  month: 'numeric',
  timeZone: 'UTC',
})
const isRamadan = (midnight: number) =>
  hijriMonth.formatToParts(midnight).find(({ type }) => type === 'month')?.value === RAMADAN

/** Prayer times of a place around an instant, by one of PRAYER_METHODS; computed, no network. */
export function prayerTimes(
  { name, latitude, longitude, timezone }: Omit<City, 'slug' | 'label'>,
  method: number,
  now: number,
): PrayerTimes {
  const coordinates = new Coordinates(latitude, longitude)
  const today = midnightOf(dateAt(timezone, now))
  const days = Array.from({ length: DAYS_BEFORE + 1 + DAYS_AFTER }, (_, index) => {
    const midnight = today + (index - DAYS_BEFORE) * DAY
    const parameters = parametersOf(method, coordinates, midnight)
    const timesOf = (day: number) => nearestTimes(coordinates, localDay(day), parameters)
    const reckoned = timesOf(midnight)
    // Beyond the date line a place is a day ahead of its longitude.
    const ahead = midnightOf(dateAt(timezone, reckoned.dhuhr.getTime())) - midnight
    const times = ahead === 0 ? reckoned : timesOf(midnight - ahead)
    const [fajr, sunrise, dhuhr, asr, maghrib, isha] = inMinutes(times)
    return { date: new Date(midnight).toISOString().slice(0, 10), fajr, sunrise, dhuhr, asr, maghrib, isha }
  })
  return { place: name, timezone, days }
}

function parametersOf(method: number, coordinates: Coordinates, midnight: number): CalculationParameters {
  const parameters = METHODS[method]?.()
  if (!parameters) throw new Error(`There is no prayer method ${method}`)
  parameters.highLatitudeRule = HighLatitudeRule.recommended(coordinates)
  if (method === UMM_AL_QURA && isRamadan(midnight)) parameters.adjustments.isha = 30
  return parameters
}

/** Degrees by which a nearer latitude is looked for. */
const STEP = 0.5

/**
 * Near the poles the sun may not rise, not set, or stay so low that no shadow tells the afternoon. There the times of
 * the nearest latitude on the same meridian count at which all six follow each other; the equator always has them.
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

type Six = [number, number, number, number, number, number]
/** Where nights are parted by rule, the library leaves parts of a minute. */
function inMinutes({ fajr, sunrise, dhuhr, asr, maghrib, isha }: Times): Six {
  const whole = (time: Date) => Math.round(time.getTime() / MINUTE) * MINUTE
  return [whole(fajr), whole(sunrise), whole(dhuhr), whole(asr), whole(maghrib), whole(isha)]
}

/** The library reads year, month and day of a date in the zone of this machine. */
function localDay(midnight: number): Date {
  const day = new Date(midnight)
  return new Date(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate())
}

const midnightOf = (date: string): number => Date.parse(`${date}T00:00:00Z`)

/** `YYYY-MM-DD` of a place. */
const dateAt = (timezone: string, instant: number): string =>
  new Intl.DateTimeFormat('en-CA', {
    timeZone: timezone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(instant)
