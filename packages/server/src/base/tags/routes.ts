import { TAG_AREAS, type TagKind, tags } from '@vitrine/contract/api/base/tags'
import { can } from '@vitrine/contract/permissions'
import { feature } from '#base/handler.ts'
import { listTags } from './queries.ts'

export const tagsFeature = feature(tags, {
  list: async ({ db, session }) => {
    const found = await listTags(db)
    const isShown = (kind: TagKind) => can(session, 'read', TAG_AREAS[kind])
    return {
      tags: found
        .map(({ name, kinds }) => ({ name, kinds: kinds.filter(isShown) }))
        .filter(({ kinds }) => kinds.length > 0),
    }
  },
})
