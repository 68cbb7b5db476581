import { screenData, widgetData } from '@vitrine/contract/api/data/widget-data'
import { subjectOfKey } from '@vitrine/contract/document/conditions'
import type { SourceData } from '@vitrine/contract/document/source-data'
import { WEATHER_FIELDS } from '@vitrine/contract/schedule/conditions'
import { feature } from '#base/handler.ts'
import type { Db } from '#db/schema.ts'
import { loadRows } from '#db/sources.ts'
import { listFailing } from './list-failing.ts'
import type { LiveData } from './live-data.ts'

interface Needs {
  live: LiveData
}

/** The rows with a key of `rowsKey`. Throws NOT_FOUND for the weather in an unlisted city. */
async function rowsOf(
  live: LiveData,
  db: Db,
  key: string,
  { organizationId, now }: { organizationId: string; now: number },
): Promise<SourceData | null> {
  const subject = subjectOfKey(key)
  if (subject?.of !== 'weather') return loadRows(db, key, now)
  const weather = await live.weather(subject.from, organizationId)
  if (!weather) return null
  const { condition, temperature, humidity = null, wind = null, isDay, at } = weather
  return { columns: [...WEATHER_FIELDS], rows: [[condition, temperature, humidity, wind, isDay]], at }
}

export const widgetDataFeature = feature(widgetData, ({ live }: Needs) => ({
  weather: async ({ query, session }) => ({
    weather: await live.weather(query.location, session.organizationId),
  }),
  prayer: async ({ query }) => ({ prayer: await live.prayer(query.location, query.method) }),
  feed: async ({ query, session }) => ({ feed: await live.feed(query.url, session.organizationId) }),
  source: async ({ tenantDb, query, session, clock }) => ({
    source: await rowsOf(live, tenantDb(session.organizationId), query.name, {
      organizationId: session.organizationId,
      now: clock.now(),
    }),
  }),
  // Searches the documents of many pages.
  failing: async ({ tenantReader, session, clock }) => ({
    failing: await listFailing(tenantReader(session.organizationId), clock.now()),
  }),
}))

/** The same data as for the designer. */
export const screenDataFeature = feature(screenData, ({ live }: Needs) => ({
  weather: async ({ query, device }) => ({
    weather: await live.weather(query.location, device.organizationId),
  }),
  prayer: async ({ query }) => ({ prayer: await live.prayer(query.location, query.method) }),
  feed: async ({ query, device }) => ({ feed: await live.feed(query.url, device.organizationId) }),
  source: async ({ tenantDb, query, device, clock }) => ({
    source: await rowsOf(live, tenantDb(device.organizationId), query.name, {
      organizationId: device.organizationId,
      now: clock.now(),
    }),
  }),
}))
