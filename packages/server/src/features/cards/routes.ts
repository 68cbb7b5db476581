import { cards } from '@vitrine/contract/cards'
import { feature } from '#features/handler.ts'
import { createPage, deletePage, getPage, listPages, updatePage } from '#features/pages/queries.ts'
import { isoTime } from '#lib/clock.ts'

export const cardsFeature = feature(cards, {
  list: async ({ db, query }) => {
    const { rows, total } = await listPages(db, 'card', query, query.isTemplate === '1')
    return { cards: rows, total }
  },
  get: async ({ db, params }) => ({ card: await getPage(db, 'card', params.id) }),
  create: async ({ within, organizationFor, body, clock }) => {
    const organizationId = await organizationFor(body.organizationId)
    const db = within(organizationId)
    const id = await createPage(db, 'card', organizationId, body, isoTime(clock.now()))
    return { card: await getPage(db, 'card', id) }
  },
  update: async ({ db, within, params, body, clock, changed }) => {
    const page = await getPage(db, 'card', params.id)
    await updatePage(within(page.organizationId), 'card', page, body, isoTime(clock.now()))
    changed({ kind: 'content', id: page.id })
    return { card: await getPage(db, 'card', page.id) }
  },
  duplicate: async ({ db, within, params, body, clock }) => {
    const page = await getPage(db, 'card', params.id)
    const copy = { ...page, name: body.name }
    const bound = within(page.organizationId)
    const id = await createPage(bound, 'card', page.organizationId, copy, isoTime(clock.now()))
    return { card: await getPage(bound, 'card', id) }
  },
  remove: async ({ db, params }) => {
    const page = await getPage(db, 'card', params.id)
    await deletePage(db, 'card', page)
    return { id: page.id }
  },
})
