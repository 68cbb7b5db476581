import { styles } from '@vitrine/contract/api/content/styles'
import { feature } from '#base/handler.ts'
import { updateVersioned } from '#db/versions.ts'
import { isoTime } from '#lib/clock.ts'
import {
  createStyle,
  deleteStyle,
  forgetPictures,
  getStyle,
  isSameValue,
  listStyles,
  pagesLinkedTo,
  updateStyle,
  usesOfStyle,
} from './queries.ts'

export const stylesFeature = feature(styles, {
  list: async ({ tenantDb, organizationFor, query }) => {
    const organizationId = await organizationFor(query.organizationId)
    return { styles: await listStyles(tenantDb(organizationId), organizationId) }
  },
  get: async ({ db, params }) => ({ style: await getStyle(db, params.id) }),
  create: async ({ tenantDb, organizationFor, body, clock }) => {
    const organizationId = await organizationFor(body.organizationId)
    const db = tenantDb(organizationId)
    const id = await createStyle(db, organizationId, body, isoTime(clock.now()))
    return { style: await getStyle(db, id) }
  },
  update: async (context) => {
    const { tenantDb, params, body, clock, changed } = context
    let isChanged = false
    const style = await updateVersioned(
      context,
      (db) => getStyle(db, params.id),
      async (db, before) => {
        await updateStyle(db, before, body, isoTime(clock.now()))
        isChanged = !isSameValue(before.value, body.value)
      },
    )
    const db = tenantDb(style.organizationId)
    const pages = await pagesLinkedTo(db, style)
    const uses = await usesOfStyle(db, style, pages, clock.now())
    if (isChanged) {
      await forgetPictures(db, pages)
      changed(...pages.map(({ id }) => ({ kind: 'content' as const, id })))
    }
    return { style, uses }
  },
  remove: async ({ db, tenantDb, params, clock, changed }) => {
    const style = await getStyle(db, params.id)
    const bound = tenantDb(style.organizationId)
    const pages = await pagesLinkedTo(bound, style)
    const uses = await usesOfStyle(bound, style, pages, clock.now())
    await deleteStyle(bound, style, pages)
    // Screens show the same; consoles load the pages without their links.
    changed(...pages.map(({ id }) => ({ kind: 'content' as const, id })))
    return { id: style.id, uses }
  },
})
