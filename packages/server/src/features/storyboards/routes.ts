import { storyboards } from '@vitrine/contract/api/storyboards'
import { feature } from '#features/handler.ts'
import { isoTime } from '#lib/clock.ts'
import {
  createStoryboard,
  deleteStoryboard,
  getStoryboard,
  listStoryboards,
  setStoryboardStatus,
  updateStoryboard,
} from './queries.ts'

export const storyboardsFeature = feature(storyboards, {
  list: ({ db, query }) => listStoryboards(db, query, query.status),
  pending: ({ db, query }) => listStoryboards(db, query, 'pending'),
  get: async ({ db, params }) => ({ storyboard: await getStoryboard(db, params.id) }),
  create: async ({ within, organizationFor, body, clock }) => {
    const organizationId = await organizationFor(body.organizationId)
    const db = within(organizationId)
    const id = await createStoryboard(db, organizationId, body, isoTime(clock.now()))
    return { storyboard: await getStoryboard(db, id) }
  },
  update: async ({ db, within, params, body, clock }) => {
    const storyboard = await getStoryboard(db, params.id)
    await updateStoryboard(within(storyboard.organizationId), storyboard, body, isoTime(clock.now()))
    return { storyboard: await getStoryboard(db, params.id) }
  },
  setStatus: async ({ db, within, params, query, body, clock, changed }) => {
    const storyboard = await getStoryboard(db, params.id)
    const bound = within(storyboard.organizationId)
    const seen = body?.version ?? query.version
    const published = await setStoryboardStatus(bound, storyboard, params.status, seen, clock.now())
    if (published) changed({ kind: 'content', id: storyboard.id })
    return { storyboard: await getStoryboard(db, params.id) }
  },
  remove: async ({ db, params, clock, changed }) => {
    const { id } = await getStoryboard(db, params.id)
    await deleteStoryboard(db, id, clock.now())
    changed({ kind: 'content', id })
    return { id }
  },
})
