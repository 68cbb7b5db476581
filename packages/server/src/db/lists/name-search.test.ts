import { searchKey } from '@vitrine/contract/search-key'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { isPostgres } from '#db/database.ts'
import { makeGroup, makeLayout, makeStoryboard } from '#test/content.ts'
import { type Caller, useServer } from '#test/harness.ts'
import { claimScreens } from '#test/screens.ts'
import { SEARCHED } from './name-search.ts'

type Admin = Caller & { organizationId: string }
interface List {
  make(admin: Admin): Promise<{ id: string }>
  find(admin: Admin, query: { search: string; page: number }): Promise<{ name: string }[]>
}

/** Names in several scripts, with accents, wide letters, and what has a meaning in patterns and queries. */
const NAMES = [
  'Sommer-Menü Straße 7',
  'STRASSE am Park',
  'قائمة الطعام صيف',
  'مرحبا',
  '夏季菜单海报',
  '海报 新品',
  'ＷＩＤＥ letters',
  '100% "off" (now) AND OR NOT *',
  'a_b!c',
  '🎬 film 🎬',
  'x',
  'Sale summer film',
]
const SEARCHES = [
  ...[
    'Straße',
    'menü',
    'stra',
    'صيف',
    'صي',
    'ص',
    'طعام صيف',
    '海报',
    '海',
    '报',
    '菜单',
    '单海报',
    '季',
    '品',
  ],
  ...['wide', 'wi', '100%', '%', '_', '!', '"', '"off"', 'and or', '*', 'not', '(', '🎬', 'x', '7', 'e 7'],
  ...['film summer', 'film s', 'ilm', 'q', 'zz', 'nothing of this', 's', 'er fi', 'a'],
]
const matches = (name: string, search: string) =>
  searchKey(search)
    .split(/\s+/)
    .every((word) => searchKey(name).includes(word))

describe('searched lists', () => {
  const server = useServer()
  let made = 0
  const lists: Record<(typeof SEARCHED)[number], List> = {
    media: {
      make: async ({ api }) =>
        (await api.webMedia.create({ body: { name: `Made ${made++}`, address: 'https://example.org/' } }))
          .media,
      find: async ({ api }, query) => (await api.media.list({ query })).media.media,
    },
    folders: {
      make: async ({ api }) => (await api.media.createFolder({ body: { name: `Made ${made++}` } })).folder,
      find: async ({ api }, query) => (await api.media.list({ query })).media.folders,
    },
    pages: {
      make: (admin) => makeLayout(admin),
      find: async ({ api }, query) => (await api.layouts.list({ query })).layoutList,
    },
    storyboards: {
      make: (admin) => makeStoryboard(admin),
      find: async ({ api }, query) => (await api.storyboards.list({ query })).storyboards,
    },
    devices: {
      make: async (admin) => {
        const [screen] = await claimScreens(server(), admin, [`Made ${made++}`])
        return { id: screen?.deviceId ?? '' }
      },
      find: async ({ api }, query) => (await api.devices.list({ query })).devices,
    },
    device_groups: {
      make: (admin) => makeGroup(admin),
      find: async ({ api }, query) => (await api.deviceGroups.list({ query })).devicesGroups,
    },
  }

  it.each(SEARCHED)('LOAD-06: %s are found by what their names contain, in every script', async (table) => {
    const [admin, other] = [await server().organization(), await server().organization()]
    const { make, find } = lists[table]
    const { database } = server().services
    const rename = (id: string, name: string) =>
      database
        .updateTable(table)
        .set({ name, nameKey: searchKey(name) })
        .where('id', '=', id)
        .execute()
    const kept = new Map<string, string>()
    for (const name of NAMES) {
      const { id } = await make(admin)
      await rename(id, name)
      kept.set(id, name)
    }
    await rename((await make(other)).id, NAMES[0] ?? '')
    const check = async () => {
      for (const search of SEARCHES) {
        const found = (await find(admin, { search, page: 1 })).map(({ name }) => name)
        const expected = [...kept.values()].filter((name) => matches(name, search))
        expect([search, found.sort()]).toEqual([search, expected.sort()])
      }
    }
    await check()
    const [renamed = '', removed = ''] = kept.keys()
    await rename(renamed, '冬季 film')
    kept.set(renamed, '冬季 film')
    await database.deleteFrom(table).where('id', '=', removed).execute()
    kept.delete(removed)
    await check()
  })

  it('are found in the index, and not by comparing every name', async (context) => {
    const { database } = server().services
    if (!isPostgres(database)) return context.skip('SQLite reads its index by name')
    const { rows } = await sql<{ name: string }>`
      select indexname as name from pg_indexes where indexdef like '%gin_trgm_ops%'`.execute(database)
    expect(rows.map(({ name }) => name).sort()).toEqual(SEARCHED.map((table) => `${table}_search`).sort())
  })
})
