import { TRASH_AREAS, TRASH_KINDS } from '@vitrine/contract/api/content/trash/kinds'
import { type Restored, type TrashItem, trash } from '@vitrine/contract/api/content/trash/trash'
import { can } from '@vitrine/contract/permissions'
import { forEachItem, removeEach } from '#base/bulk.ts'
import { type Context, changing, feature } from '#base/handler.ts'
import { listingDb } from '#base/list.ts'
import type { Platform } from '#base/platform.ts'
import { withReadOnly } from '#base/read-only.ts'
import { sendBlob } from '#blobs/send-blob.ts'
import type { Settings } from '#lib/env.ts'
import { forbidden, notFound } from '#lib/errors.ts'
import { getTrash, listTrash, refuseUnreached, removeTrash } from './queries.ts'
import { restore } from './restore.ts'

type Caller = Pick<Context<typeof trash.restore>, 'db' | 'tenantDb' | 'session' | 'clock' | 'changed'>

async function restoreIn(
  settings: Settings,
  { db, tenantDb, clock, ...rest }: Caller,
  id: string,
): Promise<Restored> {
  const { organizationId } = await getTrash(db, id, clock.now())
  return restore({ ...rest, settings, db: tenantDb(organizationId), now: clock.now() }, id)
}

/** What only some may restore: a statement for files and folders, and one for groups. */
async function asTheyMayRestore(caller: Pick<Caller, 'db' | 'session'>, items: readonly TrashItem[]) {
  const byArea = Map.groupBy(items, ({ kind }) => TRASH_AREAS[kind])
  const marked = new Map<string, TrashItem>()
  for (const [area, some] of byArea)
    for (const item of await withReadOnly(caller, { area, table: 'trash' }, some)) marked.set(item.id, item)
  return items.map((item) => marked.get(item.id) ?? item)
}

const remove = async (context: Context<typeof trash.remove>) => {
  const { params, clock } = context
  const { id, kind } = await getTrash(context.db, params.id, clock.now())
  const { db } = changing(context, TRASH_AREAS[kind])
  await refuseUnreached(db, id)
  await removeTrash(db, id)
  return { id }
}

export const trashFeature = feature(trash, ({ blobs, settings }: Pick<Platform, 'blobs' | 'settings'>) => ({
  list: async (context) => {
    const kinds = TRASH_KINDS.filter((kind) => can(context.session, 'read', TRASH_AREAS[kind]))
    const db = await listingDb(context, 'trash')
    const { trash, ...more } = await listTrash(db, context.query, { kinds, now: context.clock.now() })
    return { ...more, trash: await asTheyMayRestore({ ...context, db }, trash) }
  },
  picture: async ({ db, params, request, reply, clock, session }) => {
    const { sha256, mimetype, kind } = await getTrash(db, params.id, clock.now())
    if (!can(session, 'read', TRASH_AREAS[kind])) throw forbidden()
    if (sha256 === '') throw notFound('This item has no thumbnail')
    return sendBlob(request, reply, blobs, { sha256, mimetype })
  },
  restore: async (context) => ({ restored: await restoreIn(settings, context, context.params.id) }),
  restoreMany: async (context) => {
    const restored = new Map<string, Restored>()
    // Or already restored together with an earlier one.
    const isBack = (id: string) =>
      [...restored.values()].some((one) => one.id === id || one.also.some((other) => other.id === id))
    const answer = await forEachItem(context, async (own, id) => {
      if (!isBack(id)) restored.set(id, await restoreIn(settings, own, id))
    })
    return { ...answer, restored: [...restored.values()] }
  },
  remove,
  removeMany: removeEach(remove),
}))
