import { screenData, widgetData } from '@vitrine/contract/api/data/widget-data'
import { feature } from '#base/handler.ts'
import { loadSource } from '#db/sources.ts'
import { listFailing } from './list-failing.ts'
import type { LiveData } from './live-data.ts'

interface Needs {
  live: LiveData
}

export const widgetDataFeature = feature(widgetData, ({ live }: Needs) => ({
  weather: async ({ query, session }) => ({
    weather: await live.weather(query.location, session.organizationId),
  }),
  prayer: async ({ query }) => ({ prayer: await live.prayer(query.location, query.method) }),
  feed: async ({ query, session }) => ({ feed: await live.feed(query.url, session.organizationId) }),
  source: async ({ tenantDb, query, session }) => ({
    source: await loadSource(tenantDb(session.organizationId), query.name),
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
  source: async ({ tenantDb, query, device }) => ({
    source: await loadSource(tenantDb(device.organizationId), query.name),
  }),
}))
