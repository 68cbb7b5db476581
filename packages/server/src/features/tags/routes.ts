import { tags } from '@vitrine/contract/api/operations/tags'
import { feature } from '#features/handler.ts'
import { listTags } from './queries.ts'

export const tagsFeature = feature(tags, {
  list: async ({ db }) => ({ tags: await listTags(db) }),
})
