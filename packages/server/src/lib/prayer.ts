import type { PrayerTimes } from '@vitrine/contract/widget-data'
import {
  CalculationMethod,
  CalculationParameters,
  Coordinates,
  HighLatitudeRule,
  PolarCircleResolution,
  PrayerTimes as Times,
} from 'adhan'
import type { City } from './cities.ts'

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
    const timesOf = (day: number) => new Times(coordinates, localDay(day), parameters)
    const reckoned = timesOf(midnight)
    // Beyond the date line a place is a day ahead of its longitude.
    const ahead = midnightOf(dateAt(timezone, reckoned.dhuhr.getTime())) - midnight
    const times = ahead === 0 ? reckoned : timesOf(midnight - ahead)
    return {
      date: new Date(midnight).toISOString().slice(0, 10),
      fajr: times.fajr.getTime(),
      sunrise: times.sunrise.getTime(),
      dhuhr: times.dhuhr.getTime(),
      asr: times.asr.getTime(),
      maghrib: times.maghrib.getTime(),
      isha: times.isha.getTime(),
    }
  })
  return { place: name, timezone, days }
}

function parametersOf(method: number, coordinates: Coordinates, midnight: number): CalculationParameters {
  const parameters = METHODS[method]?.()
  if (!parameters) throw new Error(`There is no prayer method ${method}`)
  parameters.highLatitudeRule = HighLatitudeRule.recommended(coordinates)
  // Where the sun does not rise or set, the nearest day on which it does counts.
  parameters.polarCircleResolution = PolarCircleResolution.AqrabYaum
  if (method === UMM_AL_QURA && isRamadan(midnight)) parameters.adjustments.isha = 30
  return parameters
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
