import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { page } from '#test/content.ts'
import { createDatabase } from '#test/databases.ts'
import { FACTS } from '#test/screen.ts'
import { form, picture } from '#test/uploads.ts'
import { ServerProcess } from './server-process.ts'

const postgres = process.env.TEST_DATABASE_URL

interface Backups {
  running: boolean
  restoring: object | null
  restoreError: string | null
  backups: { name: string; kind: string }[]
}

describe('a restore from the settings', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-in-place-'))
  const data = path.join(folder, 'data')
  let server: ServerProcess
  let call: Awaited<ReturnType<ServerProcess['signIn']>>
  let own: Awaited<ReturnType<typeof createDatabase>> | undefined
  beforeAll(async () => {
    own = postgres ? await createDatabase(postgres) : undefined
    server = await ServerProcess.start(data, own ? { DATABASE_URL: own.url } : {})
    call = await server.signIn()
  })
  afterAll(async () => {
    await server.kill()
    await own?.drop()
    rmSync(folder, { recursive: true, force: true })
  })

  const read = async <T>(where: string) => {
    let answer = await call('GET', where)
    // Sessions from after the backup are not in it.
    if (answer.status === 401) {
      call = await server.signIn()
      answer = await call('GET', where)
    }
    return (await answer.json()) as T
  }
  const save = async (name: string) =>
    expect((await call('POST', '/layout', { ...page(name), name })).status).toBe(201)
  const layouts = async () => {
    const { layoutList } = await read<{ layoutList: { name: string }[] }>('/layout')
    return layoutList.map(({ name }) => name).sort()
  }
  const list = () => read<Backups>('/backups')
  const backUp = async () => {
    expect((await call('POST', '/backups')).status).toBe(200)
    await expect.poll(async () => (await list()).running, { timeout: 30_000 }).toBe(false)
  }
  /** Restores and waits until the server runs with other data. */
  const restore = async (name: string, expected: string[]) => {
    const { pid } = server
    expect((await call('POST', '/backups/restore', { name, confirm: name })).status).toBe(200)
    await expect.poll(layouts, { timeout: 60_000, interval: 300 }).toEqual(expected)
    expect(await list()).toMatchObject({ restoring: null, restoreError: null })
    expect(server.pid).toBe(pid)
  }
  const claim = async (name: string) => {
    const { code, secret } = (await (await call('POST', '/player/pairing', { screen: FACTS })).json()) as {
      code: string
      secret: string
    }
    const { device } = (await (await call('POST', '/devices/claim', { code, name })).json()) as {
      device: { id: string }
    }
    return `${device.id}.${secret}`
  }
  const asScreen = (token: string) =>
    fetch(`${server.url}/api/player/manifest`, { headers: { authorization: `Bearer ${token}` } })

  let late = ''
  it('replaces the data in the same process, keeps the old data, and can be undone', async () => {
    await call('POST', '/media', form([{ name: 'a.png', content: await picture() }]))
    await save('Before')
    const known = await claim('Lobby')
    await backUp()
    await save('After')
    late = await claim('Added later')
    const [{ name } = { name: '' }] = (await list()).backups
    await restore(name, ['Before'])
    expect((await list()).backups.map(({ kind }) => kind).sort()).toEqual(['before-restore', 'manual'])
    expect((await asScreen(known)).status).toBe(200)
    expect((await asScreen(late)).status).toBe(401)
    await save('Goes on')

    const { backups } = await list()
    await restore(backups.find(({ kind }) => kind === 'before-restore')?.name ?? '', ['After', 'Before'])
    expect((await asScreen(late)).status).toBe(200)
    await restore(name, ['Before'])
  }, 180_000)

  it('lists a screen that was added after the backup, and takes it back with one call', async () => {
    expect((await asScreen(late)).status).toBe(401)
    const unknown = () => read<{ screens: { id: string; name: string }[] }>('/unknown-screens')
    await expect.poll(async () => (await unknown()).screens.length).toBe(1)
    const [screen] = (await unknown()).screens
    const taken = await call('POST', `/unknown-screens/${screen?.id}`, {
      name: 'Added later',
      organizationId: (await read<{ profile: { organizationId: string } }>('/auth/profile')).profile
        .organizationId,
    })
    expect([taken.status, await taken.text()]).toEqual([200, expect.any(String)])
    expect((await asScreen(late)).status).toBe(200)
    expect((await unknown()).screens).toEqual([])
  })

  it('keeps the data from before it beside the new data', async () => {
    if (!own) {
      const kept = readdirSync(data).filter((name) => /^vitrine-before-restore-.*\.db$/.test(name))
      expect(kept).toHaveLength(3)
      return
    }
    const client = new pg.Client({ connectionString: own.url })
    await client.connect()
    const { rows } = await client.query(
      "select nspname as name from pg_namespace where nspname like 'before_restore_%' order by 1",
    )
    expect(rows).toHaveLength(3)
    const old = await client.query(
      `select name from "${rows[0].name}".pages where kind = 'layout' order by name`,
    )
    expect(old.rows.map(({ name }) => name)).toEqual(['After', 'Before'])
    await client.end()
  })
})
