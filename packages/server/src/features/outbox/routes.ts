import { outbox } from '@vitrine/contract/api/operations/outbox'
import { feature } from '#features/handler.ts'
import { listMessages } from './queries.ts'

export const outboxFeature = feature(outbox, {
  list: ({ db, query, clock }) => listMessages(db, query, clock.now()),
})
