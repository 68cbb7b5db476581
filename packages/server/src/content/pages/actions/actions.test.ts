import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Kysely, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { openPostgres } from '#db/database.ts'
import { openSqlite } from '#db/embedded/sqlite.ts'
import { migrate } from '#db/start/migrate.ts'
import { USES_LISTED_MAX } from '#lib/errors.ts'
import { createLog } from '#lib/log.ts'
import { loadingPage, makeLayout, makeStoryboard, page } from '#test/content.ts'
import { createDatabase } from '#test/databases.ts'
import { refused, useServer } from '#test/harness.ts'
import { pagesLoading } from './queries.ts'

describe('storyboards in actions', () => {
  const server = useServer()
  const loading = async (id: string) => {
    const uses = await pagesLoading(server().services.database, id)
    return uses.map((use) => use.id).sort()
  }

  it('follow the saves of a page, and are found again after it was restored', async () => {
    const admin = await server().organization()
    const [one, other] = [await makeStoryboard(admin), await makeStoryboard(admin)]
    const here = await makeLayout(admin, loadingPage(one.id))
    const there = await makeLayout(admin, loadingPage(one.id, '10.0.0.7'))
    await makeLayout(admin)
    expect([await loading(one.id), await loading(other.id)]).toEqual([[here.id, there.id].sort(), []])
    const body = { ...loadingPage(other.id, '10.0.0.7'), name: here.name }
    await admin.api.layouts.update({ params: { id: here.id }, body })
    expect([await loading(one.id), await loading(other.id)]).toEqual([[there.id], [here.id]])
    await admin.api.layouts.update({ params: { id: here.id }, body: { ...page(), name: here.name } })
    expect(await loading(other.id)).toEqual([])
    await admin.api.layouts.remove({ params: { id: there.id } })
    expect(await loading(one.id)).toEqual([])
    await admin.api.trash.restore({ params: { id: there.id } })
    expect(await loading(one.id)).toEqual([there.id])
    const deletion = await refused(admin.api.storyboards.remove({ params: { id: one.id } }))
    expect([deletion.errKey, deletion.body.usedIn?.length]).toEqual(['USED_IN_ACTION', 1])
  })

  it('of a page that an earlier version saved are searched for in its document', async () => {
    const admin = await server().organization()
    const [one, other] = [await makeStoryboard(admin), await makeStoryboard(admin)]
    const { id } = await makeLayout(admin, loadingPage(one.id))
    const { database } = server().services
    const row = await database
      .selectFrom('pages')
      .select(['document', 'version'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await database
      .updateTable('pages')
      .set({ document: row.document.replaceAll(one.id, other.id), version: row.version + 1 })
      .where('id', '=', id)
      .execute()
    expect([await loading(one.id), await loading(other.id)]).toEqual([[], [id]])
  })

  it('are read only until as many pages are found as a refusal lists', async () => {
    const admin = await server().organization()
    const { id } = await makeStoryboard(admin)
    for (let n = 0; n < USES_LISTED_MAX + 30; n++) await makeLayout(admin, loadingPage(id))
    const found = await loading(id)
    expect(found.length).toBeGreaterThanOrEqual(USES_LISTED_MAX)
    expect(found.length).toBeLessThan(USES_LISTED_MAX + 30)
  })

  it('of an earlier version are listed by its update', async () => {
    const postgres = process.env.TEST_DATABASE_URL
    const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-actions-'))
    const own = postgres ? await createDatabase(postgres) : undefined
    const db = own
      ? openPostgres(own.url, createLog('silent'), { patient: true })
      : openSqlite(path.join(folder, 'former.db'))
    try {
      await migrate(db, '550-names-in-order')
      // biome-ignore lint/suspicious/noExplicitAny: tables as they were
      const bare = db as unknown as Kysely<any>
      await sql`insert into organizations (id, name, "nameKey", "isHome", unconfirmed, version, "createdAt", "updatedAt")
        values ('o', 'Acme', 'acme', 0, 0, 1, '', '')`.execute(db)
      const documents = {
        here: JSON.stringify(loadingPage('s')),
        there: JSON.stringify(loadingPage('s', '10.0.0.7')),
        nothing: JSON.stringify(page()),
        broken: '{"verb":"LOAD_STORYBOARD",',
      }
      for (const [id, document] of Object.entries(documents))
        await bare
          .insertInto('pages')
          .values({
            ...{ id, organizationId: 'o', kind: 'layout', name: id, nameKey: id, width: 1920, height: 1080 },
            ...{ document, bytes: document.length, thumbnailId: null, isTemplate: 0, version: 3 },
            ...{ createdAt: '', updatedAt: '' },
          })
          .execute()
      await migrate(db)
      const uses = await db.selectFrom('action_uses').select(['pageId', 'storyboardId']).execute()
      expect(uses.sort((a, b) => a.pageId.localeCompare(b.pageId))).toEqual([
        { pageId: 'here', storyboardId: 's' },
        { pageId: 'there', storyboardId: 's' },
      ])
      const unlisted = db.selectFrom('pages').select('id').whereRef('listedVersion', '<>', 'version')
      expect(await unlisted.execute()).toEqual([{ id: 'broken' }])
    } finally {
      await db.destroy()
      await own?.drop()
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
