import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Kysely } from 'kysely'
import { describe, expect, it } from 'vitest'
import { openPostgres } from '#db/database.ts'
import { openSqlite } from '#db/embedded/sqlite.ts'
import { migrate } from '#db/start/migrate.ts'
import { createLog } from '#lib/log.ts'
import { loadingPage } from '#test/content.ts'
import { createDatabase } from '#test/databases.ts'

const NOW = { createdAt: '', updatedAt: '' }
const owned = (id: string) => ({ id, organizationId: 'o' })
const named = (id: string) => ({ ...owned(id), name: id, nameKey: id, version: 2, ...NOW })

describe('references of an earlier version', () => {
  it('are taken from its tables, and from what another server saved without them', async () => {
    const postgres = process.env.TEST_DATABASE_URL
    const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-references-'))
    const own = postgres ? await createDatabase(postgres) : undefined
    const db = own
      ? openPostgres(own.url, createLog('silent'), { patient: true })
      : openSqlite(path.join(folder, 'former.db'))
    // biome-ignore lint/suspicious/noExplicitAny: tables as they were
    const bare = db as unknown as Kysely<any>
    const add = (table: string, row: object) => bare.insertInto(table).values(row).execute()
    try {
      await migrate(db, { upTo: '700-baseline' })
      await add('organizations', {
        id: 'o',
        name: 'Acme',
        nameKey: 'acme',
        isHome: 0,
        unconfirmed: 0,
        version: 1,
        ...NOW,
      })
      const page = { kind: 'layout', width: 1, height: 1, bytes: 1, thumbnailId: null, isTemplate: 0 }
      const documents = {
        listed: '{}',
        unlisted: JSON.stringify(loadingPage('s', '10.0.0.7')),
        broken: '{"verb":',
      }
      for (const [id, document] of Object.entries(documents))
        await add('pages', { ...named(id), ...page, document, listedVersion: id === 'listed' ? 2 : 1 })
      const file = { mimetype: 'image/png', size: 1, sha256: '' }
      await add('media', { ...named('m'), ...file })
      const storyboard = {
        type: 'designed',
        mode: 'DEFAULT',
        width: 1,
        height: 1,
        items: '[]',
        status: 'pending',
      }
      await add('storyboards', { ...named('s'), ...storyboard })
      const slots = [{ storyboardId: 's' }]
      for (const [id, listedVersion] of [
        ['g', 2],
        ['h', 1],
      ] as const)
        await add('device_groups', {
          ...named(id),
          programme: JSON.stringify({ defaultStoryboardId: null, slots }),
          listedVersion,
        })
      const media = { mediaId: 'm', ownerKind: 'layout', ownerId: 'listed' }
      await add('media_uses', { ...owned('1'), ...media })
      await add('media_uses', { ...owned('2'), mediaId: 'm', ownerKind: 'package', ownerId: 'zip' })
      await add('source_uses', { ...owned('3'), nameKey: 'menu', ownerKind: 'layout', ownerId: 'listed' })
      await add('page_uses', { ...owned('4'), pageId: 'listed', storyboardId: 's' })
      await add('storyboard_uses', { ...owned('5'), pageId: 'listed', storyboardId: 'here' })
      for (const storyboardId of ['here', 'there'])
        await add('action_uses', { ...owned(`listed.${storyboardId}`), pageId: 'listed', storyboardId })
      await add('schedule_uses', { ...owned('g.s'), deviceGroupId: 'g', storyboardId: 's' })
      const kept = {
        ...{
          kind: 'layout',
          name: 'Kept',
          nameKey: 'kept',
          sha256: '',
          mimetype: '',
          files: 0,
          size: 0,
          bytes: 0,
        },
        ...{ deletedBy: '', deletedAt: 0, expiresAt: 9 },
      }
      await add('trash', { ...owned('t'), ...kept })
      const trashed = {
        pages: JSON.stringify([{ id: 't', listedVersion: 1 }]),
        media_uses: JSON.stringify([{ ...owned('u'), ...media }]),
        page_uses: '[damaged',
      }
      for (const [position, [tableName, rows]] of Object.entries(trashed).entries())
        await add('trash_rows', { ...owned(tableName), trashId: 't', position, tableName, rows })

      await migrate(db)

      const references = await db
        .selectFrom('references')
        .select(['fromKind', 'fromId', 'toKind', 'toId'])
        .orderBy('fromId')
        .orderBy('toId')
        .orderBy('toKind')
        .execute()
      expect(references.map((row) => Object.values(row).join(' '))).toEqual([
        'device-group g storyboard s',
        'device-group h storyboard s',
        'page listed storyboard here',
        'page listed media m',
        'page listed source menu',
        'page listed remote-storyboard there',
        'storyboard s page listed',
        'page unlisted remote-storyboard s',
        'media zip media m',
      ])
      const rows = await db
        .selectFrom('trash_rows')
        .select(['tableName', 'rows'])
        .orderBy('position')
        .execute()
      expect(rows).toEqual([
        { tableName: 'pages', rows: '[{"id":"t"}]' },
        {
          tableName: 'references',
          rows: JSON.stringify([
            { ...owned('u'), fromKind: 'page', fromId: 'listed', toKind: 'media', toId: 'm' },
          ]),
        },
        { tableName: 'page_uses', rows: '[damaged' },
      ])
      const tables = (await db.introspection.getTables()).map(({ name }) => name)
      expect(
        tables.filter((name) => /^(media|source|page|storyboard|action|schedule)_uses$/.test(name)),
      ).toEqual([])
    } finally {
      await db.destroy()
      await own?.drop()
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
