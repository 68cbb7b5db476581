import { outbox } from '@vitrine/contract/api/operations/outbox'
import { feature } from '#features/handler.ts'
import { listingDb } from '#features/list.ts'
import { listMessages } from './queries.ts'

export const outboxFeature = feature(outbox, {
  list: async (context) =>
    listMessages(await listingDb(context, 'outbox'), context.query, context.clock.now()),
})
