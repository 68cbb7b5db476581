import { searchKey } from '@vitrine/contract/search-key'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { NAMED_TABLES } from '#db/schema.ts'
import { type Caller, useServer } from '#test/harness.ts'
import { samples } from '#test/samples.ts'
import { claimScreens } from '#test/screens.ts'

type Table = (typeof NAMED_TABLES)[number]

/** Every list by name, with the sample of its rows. Those of other tables show tags, and rows of several kinds. */
const LISTS: [Table, string, keyof typeof samples][] = [
  ['organizations', '/organizations', 'organizations'],
  ['users', '/user', 'users'],
  ['buildings', '/buildings', 'buildings'],
  ['sources', '/sources', 'sources'],
  ['folders', '/media', 'folders'],
  ['media', '/media', 'media'],
  ['pages', '/layout', 'layouts'],
  ['pages', '/cards', 'cards'],
  ['storyboards', '/storyboards', 'storyboards'],
  ['trash', '/trash', 'trash'],
  ['device_groups', '/device-groups', 'deviceGroups'],
  ['devices', '/devices', 'devices'],
  ['device_configurations', '/device-configurations', 'deviceConfigurations'],
  ['alert_rules', '/alerts', 'alerts'],
]

const NAMES = ['Screen 12', 'Screen 2', 'Screen 7']
const NATURAL = ['Screen 2', 'Screen 7', 'Screen 12']

describe('lists of names', () => {
  const server = useServer()

  /** Three rows with these names, and the names by id. */
  const named = async (table: Table, sample: string) => {
    const superAdmin = await server().signIn()
    const rows = new Map<string, string>()
    const organization = await server().organization()
    for (const name of NAMES) {
      const admin = table === 'organizations' ? await server().organization() : organization
      // More than one screen needs a license.
      const [screen] = table === 'devices' ? await claimScreens(server(), admin, [`Made ${name}`]) : []
      const id = screen?.deviceId ?? (await samples[sample]?.make(admin, superAdmin)) ?? ''
      rows.set(id, name)
      const written = { nameKey: searchKey(name), ...(table !== 'users' && { name }) }
      await server()
        .services.database.updateTable(table)
        .set(written as never)
        .where('id', '=', id as never)
        .execute()
    }
    return { rows, caller: table === 'organizations' ? superAdmin : organization }
  }
  const read = async (caller: Caller, rows: ReadonlyMap<string, string>, address: string) => {
    const { status, body } = await caller.call('GET', address)
    expect({ address, status }).toEqual({ address, status: 200 })
    const text = JSON.stringify(body)
    return [...rows]
      .map(([id, name]) => ({ name, at: text.indexOf(`"id":"${id}"`) }))
      .filter(({ at }) => at >= 0)
      .sort((a, b) => a.at - b.at)
      .map(({ name }) => name)
  }

  it.each(LISTS)('%s in %s: 2, 7, 12, whole and in pages', async (table, path, sample) => {
    const { rows, caller } = await named(table, sample)
    const sort = table === 'folders' ? '' : 'sort=name'
    expect(await read(caller, rows, `${path}?${sort}`)).toEqual(NATURAL)
    if (table === 'folders') return
    const count = table === 'organizations' ? 100 : 1
    const pages: string[] = []
    for (let page = 1; page <= 9; page++)
      pages.push(...(await read(caller, rows, `${path}?${sort}&page=${page}&pageSize=${count}`)))
    expect(pages).toEqual(NATURAL)
    const last = await read(caller, rows, `${path}?sort=-name&page=1&pageSize=100`)
    expect(last).toEqual(NATURAL.toReversed())
  })

  it.each([
    ['/layout/documents', 'layouts'],
    ['/cards/documents', 'cards'],
  ])('%s: a cursor continues in the same order', async (path, sample) => {
    const { rows, caller } = await named('pages', sample)
    const found: string[] = []
    for (let after: string | null = ''; after !== null; ) {
      const address: string = `${path}?pageSize=1${after && `&after=${after}`}`
      found.push(...(await read(caller, rows, address)))
      after = ((await caller.call('GET', address)).body as { next: string | null }).next
    }
    expect(found).toEqual(NATURAL)
  })

  it('every table of names is in one of these lists', () => {
    const listed = new Set<string>(LISTS.map(([table]) => table))
    expect(NAMED_TABLES.filter((table) => !listed.has(table))).toEqual(['tags'])
  })

  it('follow numbers anywhere in a name, however long, with zeros, and next to any script', async () => {
    const { database } = server().services
    const admin = await server().organization()
    const { id } = await server()
      .services.database.selectFrom('organizations')
      .select('id')
      .where('id', '=', admin.organizationId)
      .executeTakeFirstOrThrow()
    const orderOf = async (nameKey: string) => {
      await database.updateTable('organizations').set({ nameKey }).where('id', '=', id).execute()
      const row = await database
        .selectFrom('organizations')
        .select('nameOrder')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return row.nameOrder
    }
    const pad = (digits: string) => digits.padStart(20, '0')
    expect(await orderOf('plain')).toBe('plain')
    expect(await orderOf('7')).toBe(pad('7'))
    expect(await orderOf('a007b12')).toBe(`a${pad('7')}b${pad('12')}`)
    expect(await orderOf('img_20260101123456')).toBe(`img_${pad('20260101123456')}`)
    expect(await orderOf('قاعة 3 صيف')).toBe(`قاعة ${pad('3')} صيف`)
    expect(await orderOf('海报12')).toBe(`海报${pad('12')}`)
    expect(await orderOf('🎬 2 "%_!\'')).toBe(`🎬 ${pad('2')} "%_!'`)
    expect(await orderOf('9'.repeat(30))).toBe('9'.repeat(20))
    // Short enough for an index, whatever the name is made of.
    expect((await orderOf('1a'.repeat(500))).length).toBe(400)
    expect((await orderOf('ü'.repeat(1000))).length).toBe(400)
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from organizations where "nameOrder" = ''`.execute(database)
    expect(Number(rows[0]?.n)).toBe(0)
  })
})
