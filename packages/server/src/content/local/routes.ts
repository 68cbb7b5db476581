import type { Impact } from '@vitrine/contract/api/base/impact'
import { localContent } from '@vitrine/contract/api/content/local-content'
import { feature } from '#base/handler.ts'
import { listingDb } from '#base/list.ts'
import type { Platform } from '#base/platform.ts'
import { listSaved } from '#base/versions/queries.ts'
import { impactOfStoryboard, playsOfStoryboard } from '#content/storyboards/api.ts'
import { updateVersioned } from '#db/versions.ts'
import { listPlaces } from './places.ts'
import { createContent, getContent, restoreContent, slotsAt, updateContent } from './queries.ts'

export const localContentFeature = feature(localContent, ({ settings }: Pick<Platform, 'settings'>) => ({
  places: async (context) =>
    listPlaces(await listingDb(context, 'buildings'), context.query, context.session),
  slots: async ({ db, query }) => ({ slots: await slotsAt(db, query.placeId) }),
  get: async ({ db, params }) => ({ content: await getContent(db, params.id) }),
  create: async ({ tenantDb, organizationFor, session, query, body, clock, changed }) => {
    const db = tenantDb(await organizationFor(body.organizationId))
    const now = clock.now()
    const before = query.dryRun ? await playsOfStoryboard(db, body.storyboardId, now) : undefined
    const { id, plays } = await createContent(db, body, { settings, userId: session.userId, now })
    if (plays) changed({ kind: 'content', id }, { kind: 'content', id: body.storyboardId })
    return {
      content: await getContent(db, id),
      ...(before && { impact: await impactOfStoryboard(db, id, before, now) }),
    }
  },
  update: async (context) => {
    const { params, query, body, clock, session, changed } = context
    const now = clock.now()
    let impact: Impact | undefined
    const content = await updateVersioned(
      context,
      (db) => getContent(db, params.id),
      async (db, content) => {
        const { id, storyboardId } = content
        const before = query.dryRun ? await playsOfStoryboard(db, id, now) : undefined
        const plays = await updateContent(db, content, body, { settings, userId: session.userId, now })
        if (plays) changed({ kind: 'content', id }, { kind: 'content', id: storyboardId })
        if (before) impact = await impactOfStoryboard(db, id, before, now)
      },
    )
    return { content, impact }
  },
  versions: async ({ db, params }) => {
    const { id } = await getContent(db, params.id)
    return { versions: await listSaved(db, 'storyboard', id) }
  },
  restore: async (context) => {
    const { params, body, clock, session, changed } = context
    const content = await updateVersioned(
      context,
      (db) => getContent(db, params.id),
      async (db, content) => {
        const making = { settings, userId: session.userId, now: clock.now() }
        const sent = { of: params.version, version: body.version }
        const plays = await restoreContent(db, content, sent, making)
        if (plays) changed({ kind: 'content', id: content.id }, { kind: 'content', id: content.storyboardId })
      },
    )
    return { content }
  },
}))
