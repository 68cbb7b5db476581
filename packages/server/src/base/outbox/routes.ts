import { outbox } from '@vitrine/contract/api/base/outbox'
import { feature } from '#base/handler.ts'
import { listingDb } from '#base/list.ts'
import { listMessages } from './queries.ts'

export const outboxFeature = feature(outbox, {
  list: async (context) =>
    listMessages(await listingDb(context, 'outbox'), context.query, context.clock.now()),
})
