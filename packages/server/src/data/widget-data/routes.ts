import { screenData, widgetData } from '@vitrine/contract/api/data/widget-data'
import { feature } from '#base/handler.ts'
import { loadSource } from '#db/sources.ts'
import { listFailing } from './list-failing.ts'

/** The same data for the designer and for screens. */
export const widgetDataFeature = [
  ...feature(widgetData, {
    weather: async ({ live, query, session }) => ({
      weather: await live.weather(query.location, session.organizationId),
    }),
    prayer: async ({ live, query }) => ({ prayer: await live.prayer(query.location, query.method) }),
    feed: async ({ live, query, session }) => ({ feed: await live.feed(query.url, session.organizationId) }),
    source: async ({ tenantDb, query, session }) => ({
      source: await loadSource(tenantDb(session.organizationId), query.name),
    }),
    // Searches the documents of many pages.
    failing: async ({ tenantReader, session, clock }) => ({
      failing: await listFailing(tenantReader(session.organizationId), clock.now()),
    }),
  }),
  ...feature(screenData, {
    weather: async ({ live, query, device }) => ({
      weather: await live.weather(query.location, device.organizationId),
    }),
    prayer: async ({ live, query }) => ({ prayer: await live.prayer(query.location, query.method) }),
    feed: async ({ live, query, device }) => ({ feed: await live.feed(query.url, device.organizationId) }),
    source: async ({ tenantDb, query, device }) => ({
      source: await loadSource(tenantDb(device.organizationId), query.name),
    }),
  }),
]
