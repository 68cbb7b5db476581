import { tags } from '@vitrine/contract/api/base/tags'
import { feature } from '#base/handler.ts'
import { listTags } from './queries.ts'

export const tagsFeature = feature(tags, {
  list: async ({ db }) => ({ tags: await listTags(db) }),
})
