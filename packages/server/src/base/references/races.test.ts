import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { deleteMedia, getMedia } from '#content/media/queries.ts'
import { deletePage, getPage } from '#content/pages/queries.ts'
import { inTransaction } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { scoped } from '#db/scoped.ts'
import { makeLayout, makeStoryboard, page } from '#test/content.ts'
import { type Caller, refused, useServer } from '#test/harness.ts'
import { uploadOne } from '#test/uploads.ts'
import { saveReferences } from './queries.ts'

/** Whether a statement waits for a lock. */
async function waits(database: Db): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(database)
  return rows.length > 0
}

const by = { userId: '', personId: '', mayApprove: false, now: 0 }
const showing = (mediaId: string) => ({
  ...page(),
  widgets: page().widgets.map((widget) => ({ ...widget, type: 'media-looper' })),
  config: { inputs: [{ name: 'w1-media', value: [{ mediaId, duration: 5 }] }] },
})

// SQLite has one writer, so there are no two at a time.
describe.runIf(process.env.TEST_DATABASE_URL)('of a save and a deletion at the same time', () => {
  const server = useServer()

  /** Runs a call while a transaction is open, which ends once the call waits for it, or has overtaken it. */
  async function during<T>(
    admin: Owner,
    hold: (db: Db) => Promise<void>,
    call: () => Promise<T>,
  ): Promise<T> {
    const { database } = server().services
    let answer: Promise<T> | undefined
    let isOver = false
    await inTransaction(database, async (tx) => {
      await hold(scoped(tx, admin.organizationId))
      answer = call().finally(() => {
        isOver = true
      })
      answer.catch(() => {})
      while (!isOver && !(await waits(database))) await setTimeout(20)
    })
    if (!answer) throw new Error('The call was not made')
    return answer
  }
  type Owner = Caller & { organizationId: string }

  it('a file that a page starts to show is not deleted', async () => {
    const admin = await server().organization()
    const [{ id }, layout] = [await uploadOne(admin), await makeLayout(admin)]
    const save = (db: Db) =>
      saveReferences(db, admin.organizationId, { kind: 'page', id: layout.id }, { media: [id] })
    const deletion = await during(admin, save, () => refused(admin.api.media.remove({ params: { id } })))
    expect(deletion.errKey).toBe('USED_IN_CARD')
  })

  it('nor is the folder with it', async () => {
    const admin = await server().organization()
    const { folder } = await admin.api.media.createFolder({ body: { name: 'Pictures' } })
    const [{ id, name }, layout] = [await uploadOne(admin), await makeLayout(admin)]
    await admin.api.media.update({ params: { id }, body: { name, folderId: folder.id } })
    const save = (db: Db) =>
      saveReferences(db, admin.organizationId, { kind: 'page', id: layout.id }, { media: [id] })
    const remove = () => refused(admin.api.media.removeFolder({ params: { id: folder.id } }))
    expect((await during(admin, save, remove)).errKey).toBe('USED_IN_CARD')
  })

  it('a page does not start to show a file that is being deleted', async () => {
    const admin = await server().organization()
    const { id } = await uploadOne(admin)
    const remove = async (db: Db) => deleteMedia(db, await getMedia(db, id), by)
    const save = () => refused(admin.api.layouts.create({ body: { ...showing(id), name: 'Late' } }))
    expect((await during(admin, remove, save)).status).toBe(400)
  })

  it('a card that a zone starts to show is not deleted', async () => {
    const admin = await server().organization()
    const { card } = await admin.api.cards.create({ body: { ...page(), name: 'Menu' } })
    const layout = await makeLayout(admin)
    const [item] = (await admin.api.media.list({ query: { isCard: '1' } })).media.media
    const save = (db: Db) =>
      saveReferences(db, admin.organizationId, { kind: 'page', id: layout.id }, { media: [item?.id ?? ''] })
    const remove = () => refused(admin.api.cards.remove({ params: { id: card.id } }))
    expect((await during(admin, save, remove)).errKey).toBe('USED_IN_STORYBOARD')
  })

  it('a storyboard does not start to show a page that is being deleted', async () => {
    const admin = await server().organization()
    const { id } = await makeLayout(admin)
    const remove = async (db: Db) => deletePage(db, 'layout', await getPage(db, 'layout', id), by)
    const save = () => refused(makeStoryboard(admin, { layoutIds: [id] }))
    expect((await during(admin, remove, save)).status).toBe(400)
  })
})
