import type { Weather, WeatherCondition } from '@vitrine/contract/api/data/widget-data'
import { z } from 'zod'
import type { City } from '#data/cities/api.ts'
import { fetchPublic } from '#lib/http/egress/egress.ts'
import { Unloadable } from './unloadable.ts'

const numbers = z.array(z.number()).max(16)
/** Response of Open-Meteo's `/v1/forecast`; times in seconds since 1970 UTC. */
const Forecast = z.object({
  utc_offset_seconds: z.number(),
  current: z.object({
    time: z.number(),
    temperature_2m: z.number(),
    relative_humidity_2m: z.number().optional(),
    wind_speed_10m: z.number().optional(),
    is_day: z.number(),
    weather_code: z.number(),
  }),
  daily: z.object({
    time: numbers,
    weather_code: numbers,
    temperature_2m_max: numbers,
    temperature_2m_min: numbers,
  }),
})

/** Highest WMO code (table 4677, as used by Open-Meteo) of each condition. */
const CONDITIONS: readonly [number, WeatherCondition][] = [
  [0, 'clear'],
  [2, 'partly-cloudy'],
  [3, 'cloudy'],
  [48, 'fog'],
  [57, 'drizzle'],
  [67, 'rain'],
  [77, 'snow'],
  [82, 'rain'],
  [86, 'snow'],
  [99, 'thunder'],
]
export const conditionOf = (code: number): WeatherCondition =>
  CONDITIONS.find(([highest]) => code <= highest)?.[1] ?? 'cloudy'

/** Current weather and forecast of a place. `base`: a server with Open-Meteo's API, chosen by the operator. */
export async function fetchWeather(
  base: string,
  { name, latitude, longitude, timezone }: City,
): Promise<Weather> {
  const url = new URL(`${base}/v1/forecast`)
  url.search = new URLSearchParams({
    latitude: latitude.toFixed(4),
    longitude: longitude.toFixed(4),
    current: 'temperature_2m,relative_humidity_2m,wind_speed_10m,is_day,weather_code',
    daily: 'weather_code,temperature_2m_max,temperature_2m_min',
    forecast_days: '7',
    timezone,
    timeformat: 'unixtime',
  }).toString()
  const { status, body } = await fetchPublic(url.href, {
    accept: 'application/json',
    maxBytes: 200_000,
    localHosts: [url.host],
  })
  if (status !== 200) throw new Unloadable(`The weather server returned status ${status}`)
  const { current, daily, utc_offset_seconds } = Forecast.parse(JSON.parse(body.toString()))
  return {
    place: name,
    temperature: current.temperature_2m,
    condition: conditionOf(current.weather_code),
    isDay: current.is_day === 1,
    humidity: current.relative_humidity_2m,
    wind: current.wind_speed_10m,
    days: daily.time.slice(0, 10).map((time, day) => ({
      // Local midnight falls on another UTC day: adding the UTC offset gives the local date.
      date: new Date((time + utc_offset_seconds) * 1000).toISOString().slice(0, 10),
      high: daily.temperature_2m_max[day] ?? Number.NaN,
      low: daily.temperature_2m_min[day] ?? Number.NaN,
      condition: conditionOf(daily.weather_code[day] ?? -1),
    })),
    at: current.time * 1000,
  }
}
