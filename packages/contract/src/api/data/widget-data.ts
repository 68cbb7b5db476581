import { z } from 'zod'
import { Id, Instant } from '#api/base/entity.ts'
import { CALLS } from '#player/calls.ts'
import { route } from '#route.ts'
import { rule, URL_PATTERN } from '#rules.ts'
import { SourceTable } from './sources.ts'

/** Live data for widgets on screens. The server fetches or computes it; a widget never fetches. */

const text = (max: number) => z.string().max(max)

export const WEATHER_CONDITIONS = [
  'clear',
  'partly-cloudy',
  'cloudy',
  'fog',
  'drizzle',
  'rain',
  'snow',
  'thunder',
] as const
export const WeatherCondition = z.enum(WEATHER_CONDITIONS)
export type WeatherCondition = z.infer<typeof WeatherCondition>

/** Degrees Celsius, km/h, percent. */
export const Weather = z.object({
  place: text(100),
  temperature: z.number(),
  condition: WeatherCondition,
  isDay: z.boolean(),
  humidity: z.number().optional(),
  wind: z.number().optional(),
  /** Today first; `date` is `YYYY-MM-DD` of the place. */
  days: z
    .array(z.object({ date: text(10), high: z.number(), low: z.number(), condition: WeatherCondition }))
    .max(10),
  /** When it was measured, milliseconds since 1970 UTC. */
  at: Instant,
  /** Sample data for a design, marked as such on the page. */
  sample: z.boolean().optional(),
})
export type Weather = z.infer<typeof Weather>

/** Prayer times of some days, today's among them, as milliseconds since 1970 UTC. */
export const PrayerTimes = z.object({
  place: text(100),
  timezone: text(64),
  /** Degrees; with them a screen computes the times of any day. */
  latitude: z.number().optional(),
  longitude: z.number().optional(),
  days: z
    .array(
      z.object({
        /** `YYYY-MM-DD` of the place. */
        date: text(10),
        fajr: Instant,
        sunrise: Instant,
        dhuhr: Instant,
        asr: Instant,
        maghrib: Instant,
        isha: Instant,
      }),
    )
    .max(60),
  sample: z.boolean().optional(),
})
export type PrayerTimes = z.infer<typeof PrayerTimes>

/** A news feed as plain text: the server strips markup. */
export const Feed = z.object({
  title: text(300),
  items: z
    .array(z.object({ title: text(500), text: text(2000).optional(), at: Instant.optional() }))
    .max(100),
  at: Instant,
  sample: z.boolean().optional(),
})
export type Feed = z.infer<typeof Feed>

/** Failures in a row after which live data counts as failing. */
export const LOAD_FAILURES_REPORTED = 3
/** Maximum failing loads in an answer, and uses of each. */
export const FAILING_MAX = 20
export const FAILING_USES_MAX = 20

const FailingUse = z.object({ kind: z.enum(['card', 'layout', 'part', 'package']), id: Id, name: z.string() })
export type FailingUse = z.infer<typeof FailingUse>

/** A feed, a place's weather, a data source, or the picture of a web page that fails to load. Screens keep the last good copy. */
export const Failing = z.object({
  kind: z.enum(['feed', 'weather', 'source', 'picture']),
  /** A feed's URL, a value of the lookup `cities`, or the id of a data source or of a web page's media item. */
  address: text(2100),
  name: text(2100),
  /** The last successful load; the first failure if that isn't known. */
  since: Instant,
  /** A sentence; of a picture, one of PHOTO_PROBLEMS and a detail. */
  reason: text(300),
  /** The pages and packages that use it. */
  uses: z.array(FailingUse).max(FAILING_USES_MAX),
})
export type Failing = z.infer<typeof Failing>

/** What a viewer entered in a touch widget. */
export const WidgetAnswer = z.object({
  widgetId: text(64),
  pageId: text(64),
  value: z.union([text(5000), z.number(), z.array(text(500)).max(100)]),
  at: Instant,
})
export type WidgetAnswer = z.infer<typeof WidgetAnswer>

/** Numbers of the well-known public list of calculation methods; it has no 6. */
const PRAYER_METHOD_MAX = 14
const Place = z.object({ location: z.string().max(100, rule('max', 100)).default('cairo') })
const Calculation = Place.extend({
  method: z.coerce
    .number({ error: rule('numeric') })
    .int()
    .min(0, rule('min_value', 0))
    .max(PRAYER_METHOD_MAX, rule('max_value', PRAYER_METHOD_MAX))
    .refine((method) => method !== 6, rule('invalid'))
    .default(5),
})
const Address = z.object({
  url: z
    .string()
    .trim()
    .max(2000, rule('max', 2000))
    .refine((url) => url === '' || URL_PATTERN.test(url), rule('url'))
    .default(''),
})
/** Null: none yet. */
const WeatherAnswer = z.object({ weather: Weather.nullable() })
const PrayerAnswer = z.object({ prayer: PrayerTimes })
const FeedAnswer = z.object({ feed: Feed.nullable() })
/** A data source by name, case-insensitive. */
const Named = z.object({ name: z.string().trim().max(100, rule('max', 100)).default('') })
const SourceAnswer = z.object({ source: SourceTable.extend({ at: Instant }).nullable() })

/** For designs and previews. `location` is a value of the lookup `cities`. */
export const widgetData = {
  weather: route({
    method: 'GET',
    path: '/widget-data/weather',
    summary: 'Get the weather in a city',
    who: { read: 'lookups' },
    query: Place,
    response: WeatherAnswer,
    errors: ['NOT_FOUND'],
    budget: 'places',
  }),
  prayer: route({
    method: 'GET',
    path: '/widget-data/prayer',
    summary: 'Get prayer times in a city, from yesterday to one month ahead',
    who: { read: 'lookups' },
    query: Calculation,
    response: PrayerAnswer,
    errors: ['NOT_FOUND'],
    budget: 'places',
  }),
  feed: route({
    method: 'GET',
    path: '/widget-data/feed',
    summary: 'Get a news feed as plain text',
    who: { read: 'lookups' },
    query: Address,
    response: FeedAnswer,
    errors: ['TOO_MANY_REQUESTS'],
  }),
  source: route({
    method: 'GET',
    path: '/widget-data/source',
    summary:
      "Get the last good copy of a data source by its name; null when there isn't one. Also `weather/CITY` and `trigger/ID`",
    who: { read: 'lookups' },
    query: Named,
    response: SourceAnswer,
    errors: ['NOT_FOUND'],
  }),
  failing: route({
    method: 'GET',
    path: '/widget-data/failing',
    summary:
      'List feeds, weather, and data sources that fail to load, with the pages that use them (an addition)',
    who: { read: 'layouts' },
    response: z.object({ failing: z.array(Failing).max(FAILING_MAX) }),
  }),
}

/** The same for screens. */
export const screenData = {
  weather: route({
    ...CALLS.screenData.weather,
    summary: 'Get the weather in a city, for a screen',
    who: 'device',
    query: Place,
    response: WeatherAnswer,
    errors: ['NOT_FOUND'],
  }),
  prayer: route({
    ...CALLS.screenData.prayer,
    summary: 'Get prayer times in a city, for a screen',
    who: 'device',
    query: Calculation,
    response: PrayerAnswer,
    errors: ['NOT_FOUND'],
  }),
  feed: route({
    ...CALLS.screenData.feed,
    summary: 'Get a news feed as plain text, for a screen',
    who: 'device',
    query: Address,
    response: FeedAnswer,
    errors: ['TOO_MANY_REQUESTS'],
  }),
  source: route({
    ...CALLS.screenData.source,
    summary:
      "Get a data source by its name, for a screen; null when there isn't one. Also `weather/CITY` and `trigger/ID`",
    who: 'device',
    query: Named,
    response: SourceAnswer,
    errors: ['NOT_FOUND'],
  }),
}
