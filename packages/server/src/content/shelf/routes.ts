import { shelf } from '@vitrine/contract/api/content/shelf'
import { SHELF_AREAS, SHELF_KINDS } from '@vitrine/contract/api/content/shelf-kinds'
import { can } from '@vitrine/contract/permissions'
import { feature } from '#base/handler.ts'
import type { Platform } from '#base/platform.ts'
import { getStoryboard } from '#content/storyboards/queries.ts'
import { forbidden } from '#lib/errors.ts'
import { findSubject, makeSlideShow, storyboardOf } from './play.ts'
import { listShelf } from './queries.ts'

/** Kinds that are played through a card. */
const THROUGH_CARDS: readonly string[] = ['media', 'source', 'template']

export const shelfFeature = feature(shelf, ({ settings }: Pick<Platform, 'settings'>) => ({
  list: ({ reader, query, session, clock }) => {
    const kinds = SHELF_KINDS.filter((kind) => can(session, 'read', SHELF_AREAS[kind]))
    return listShelf(reader, query, { kinds, now: clock.now() })
  },
  play: async ({ db, tenantDb, params, body, session, clock }) => {
    const { kind, page } = body
    if (THROUGH_CARDS.includes(kind) && !can(session, 'write', 'cards')) throw forbidden()
    const subject = await findSubject(db, kind, params.id)
    const bound = tenantDb(subject.organizationId)
    const making = { settings, userId: session.userId, now: clock.now() }
    const id = await storyboardOf(bound, subject, making, page)
    return { storyboard: await getStoryboard(bound, id) }
  },
  slideShow: async ({ tenantDb, organizationFor, body, session, clock }) => {
    if (!can(session, 'write', 'cards')) throw forbidden()
    const organizationId = await organizationFor(body.organizationId)
    const bound = tenantDb(organizationId)
    const making = { settings, userId: session.userId, now: clock.now() }
    const id = await makeSlideShow(bound, organizationId, body, making)
    return { storyboard: await getStoryboard(bound, id) }
  },
}))
