import type { Impact } from '@vitrine/contract/api/base/impact'
import { storyboards } from '@vitrine/contract/api/content/storyboards'
import { removeEach } from '#base/bulk.ts'
import { type Context, deletionBy, feature, personOf } from '#base/handler.ts'
import { listingDb } from '#base/list.ts'
import type { Platform } from '#base/platform.ts'
import { changeTags } from '#base/tags/api.ts'
import { listSaved } from '#base/versions/queries.ts'
import { updateVersioned } from '#db/versions.ts'
import { isoTime } from '#lib/clock.ts'
import { setAuthor } from './api.ts'
import { impactOfStoryboard, misfitsOfStoryboard, playsOfStoryboard } from './impact.ts'
import { refuseLocal } from './local.ts'
import {
  createStoryboard,
  deleteStoryboard,
  getStoryboard,
  listStoryboards,
  publishDecision,
  setStoryboardStatus,
  storyboardsAmong,
  updateStoryboard,
} from './queries.ts'
import { getReview, mailAuthor, setDecision } from './reviews.ts'
import { storyboardOfVersion } from './versions.ts'

const remove = async (context: Context<typeof storyboards.remove>) => {
  const { db, tenantDb, params, changed } = context
  const storyboard = await getStoryboard(db, params.id)
  const { id, organizationId } = storyboard
  await deleteStoryboard(tenantDb(organizationId), storyboard, deletionBy(context))
  changed({ kind: 'content', id })
  return { id }
}

type Needs = Pick<Platform, 'origins' | 'outbox'>

export const storyboardsFeature = feature(storyboards, ({ origins, outbox }: Needs) => ({
  list: async (context) =>
    listStoryboards(await listingDb(context, 'storyboards'), context.query, context.query.status),
  pending: async (context) =>
    listStoryboards(await listingDb(context, 'storyboards'), context.query, 'pending'),
  get: async ({ db, params }) => ({ storyboard: await getStoryboard(db, params.id) }),
  review: async ({ db, params }) => ({ review: await getReview(db, params.id) }),
  fit: async ({ db, params, clock }) => {
    const { id } = await getStoryboard(db, params.id)
    return { misfits: await misfitsOfStoryboard(db, id, clock.now()) }
  },
  create: async ({ tenantDb, organizationFor, session, query, body, clock }) => {
    const organizationId = await organizationFor(body.organizationId)
    const db = tenantDb(organizationId)
    const id = await createStoryboard(db, organizationId, body, isoTime(clock.now()))
    await setAuthor(db, id, session.userId, clock.now())
    return {
      storyboard: await getStoryboard(db, id),
      ...(query.dryRun && { impact: await impactOfStoryboard(db, id, undefined, clock.now()) }),
    }
  },
  update: async (context) => {
    const { params, query, body, clock, session } = context
    let impact: Impact | undefined
    const storyboard = await updateVersioned(
      context,
      (db) => getStoryboard(db, params.id),
      async (db, { id, ...before }) => {
        refuseLocal(before)
        const plays = query.dryRun && (await playsOfStoryboard(db, id, clock.now()))
        await updateStoryboard(db, { id, ...before }, body, isoTime(clock.now()))
        await setAuthor(db, id, session.userId, clock.now())
        if (plays) impact = await impactOfStoryboard(db, id, plays, clock.now())
      },
    )
    return { storyboard, impact }
  },
  setStatus: async (context) => {
    const { params, query, body, clock, changed, session, afterCommit } = context
    const { status } = params
    const decision = { status, userId: session.userId, note: body?.note ?? '' }
    const seen = { version: body?.version ?? query.version, status: body?.from }
    const storyboard = await updateVersioned(
      context,
      (db) => getStoryboard(db, params.id),
      async (db, before) => {
        const published = await setStoryboardStatus(db, before, decision, seen, clock.now())
        if (published)
          for (const id of await publishDecision(db, before, status, personOf(session)))
            changed({ kind: 'content', id })
        // The first entries of a place: nothing that plays depends on them yet.
        if (published && before.fills && before.madeFor) changed({ kind: 'content', id: before.madeFor })
        if (before.status === status) return
        await setDecision(db, before.id, decision, clock.now())
        if (await mailAuthor(db, origins, before, decision, clock.now()))
          afterCommit(() => void outbox.wake())
      },
    )
    return { storyboard }
  },
  versions: async ({ db, params }) => {
    const { id } = await getStoryboard(db, params.id)
    return { versions: await listSaved(db, 'storyboard', id) }
  },
  restore: async (context) => {
    const { params, body, clock, session } = context
    const storyboard = await updateVersioned(
      context,
      (db) => getStoryboard(db, params.id),
      async (db, before) => {
        refuseLocal(before)
        const input = await storyboardOfVersion(db, before, params.version)
        await updateStoryboard(db, before, { ...input, version: body.version }, isoTime(clock.now()))
        await setAuthor(db, before.id, session.userId, clock.now())
      },
    )
    return { storyboard }
  },
  remove,
  removeMany: removeEach(remove),
  tagMany: (context) => changeTags(context, { kind: 'storyboard', itemsOf: storyboardsAmong }, context.body),
}))
