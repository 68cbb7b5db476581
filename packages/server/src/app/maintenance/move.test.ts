import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { contract } from '@vitrine/contract'
import { routesOf } from '@vitrine/contract/route'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { openDiskStore } from '#blobs/disk-store.ts'
import { openSqlite } from '#db/embedded/sqlite.ts'
import { migrate } from '#db/start/migrate.ts'
import { readSettings } from '#lib/env.ts'
import { onDatabase } from '#operations/backups/database-task.ts'
import { createDatabase } from '#test/databases.ts'
import { type Caller, TestServer } from '#test/harness.ts'
import { everyRow, fillTables, wideColumns } from '#test/rows.ts'
import { samples } from '#test/samples.ts'
import { TestScreen } from '#test/screen.ts'
import { isMoved, move, openSource } from './move.ts'

const postgres = process.env.TEST_DATABASE_URL ?? ''

describe.runIf(postgres)('moving an embedded installation', () => {
  let folder = ''
  const drops: (() => Promise<void>)[] = []
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'vitrine-move-'))
  })
  afterAll(async () => {
    for (const drop of drops.reverse()) await drop()
    await rm(folder, { recursive: true, force: true })
  })
  const newDatabase = async (template?: string) => {
    const { url, drop } = await createDatabase(postgres, template)
    drops.push(drop)
    return url
  }
  /** A storage on disk instead of a bucket. */
  const newStorage = async (name: string, id: string) => {
    const at = path.join(folder, name, 'files')
    await mkdir(at, { recursive: true })
    return openDiskStore(at, { freshId: id })
  }
  const open = async (data: string) => {
    const source = await openSource(readSettings({ DATA_DIR: data }))
    return { source, from: await openDiskStore(path.join(data, 'files')), incomplete: false }
  }
  const moveTo = async (data: string, url: string, name: string, incomplete = false) => {
    const opened = await open(data)
    const to = await newStorage(name, opened.source.storage)
    const again = await isMoved(opened.source, url)
    return { ...(await move({ ...opened, to, url, again, incomplete })), again, to }
  }

  it('copies a row of every existing table with all its values', async () => {
    const data = path.join(folder, 'tables')
    const file = path.join(data, 'vitrine.db')
    const empty = openSqlite(file)
    await migrate(empty)
    await empty.destroy()
    const tables = fillTables(file, await wideColumns(await newDatabase(inject('migrated'))))
    expect(tables.length).toBeGreaterThan(50)
    const url = await newDatabase()
    const lost = 'ab'.repeat(32)
    const source = { file, storage: 'id', files: [lost], keyFile: null }
    const to = await newStorage('tables-to', 'id')
    const moving = { source, from: to, to, url, again: await isMoved(source, url) }
    await expect(move({ ...moving, incomplete: false })).rejects.toThrow(
      `1 files are missing or damaged (${lost}`,
    )
    expect(await isMoved(source, url)).toBe(false)
    expect((await move({ ...moving, incomplete: true })).missing).toEqual([lost])
    const rows = await everyRow({ url })
    expect(rows).toEqual(await everyRow({ file }))
    expect(tables.filter((table) => !rows[table]?.length)).toEqual([])
    expect(await isMoved(source, url)).toBe(true)
  })

  describe('of people who use it', () => {
    let [server, moved] = [undefined as unknown as TestServer, undefined as unknown as TestServer]
    let owner: Caller & { organizationId: string }
    let superAdmin: Caller
    let screen: TestScreen
    let data = ''
    const ids: Record<string, string> = {}
    let url = ''

    beforeAll(async () => {
      server = await TestServer.start({ DATABASE_URL: '' }, { empty: true })
      superAdmin = await server.signIn()
      owner = await server.organization()
      for (const [name, sample] of Object.entries(samples)) ids[name] = await sample.make(owner, superAdmin)
      screen = await TestScreen.claim(server, owner)
      data = path.join(folder, 'data')
      // A copy of the data folder, so that the server keeps running for comparison.
      await cp(path.join(server.folder, 'files'), path.join(data, 'files'), { recursive: true })
      await cp(path.join(server.folder, 'secret.key'), path.join(data, 'secret.key'))
      const from = { file: path.join(server.folder, 'vitrine.db') }
      await onDatabase({ kind: 'snapshot', from, to: path.join(data, 'vitrine.db') })
      url = await newDatabase()
    }, 120_000)
    afterAll(async () => {
      await moved?.close()
      await server?.close()
    })

    const contentOf = async (at: string) => {
      const names = await readdir(at, { recursive: true, withFileTypes: true })
      const files = names
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => path.join(parentPath, name))
      return Promise.all(files.sort().map(async (file) => [file, (await readFile(file)).toString('base64')]))
    }

    it('continues after an interruption, copies all rows and files, and changes nothing at its source', async () => {
      const before = await contentOf(data)
      const { source, from } = await open(data)
      const to = await newStorage('first', source.storage)
      let left = 3
      const breaking = {
        id: from.id,
        size: (sha256: string) => from.size(sha256),
        read: (sha256: string) => {
          if (left-- > 0) return from.read(sha256)
          throw new Error('The plug was pulled')
        },
      }
      const half = { source, from: breaking, to, url, again: false, incomplete: false }
      await expect(move(half)).rejects.toThrow('The plug was pulled')
      expect(await isMoved(source, url)).toBe(false)
      // Existing files are compared too.
      const [there] = await Array.fromAsync(to.list())
      const sha256 = there?.sha256 ?? ''
      await writeFile(path.join(folder, 'first', 'files', sha256.slice(0, 2), sha256.slice(2)), 'damaged')
      const { kept, files, missing, again } = await moveTo(data, url, 'first')
      expect({ files, missing, again }).toEqual({ files: source.files.length, missing: [], again: false })
      expect([kept > 0, kept < files]).toEqual([true, true])
      expect(await contentOf(data)).toEqual(before)
      expect(await everyRow({ url })).toEqual(await everyRow({ file: path.join(data, 'vitrine.db') }))
      for (const each of source.files) {
        const [a, b] = await Promise.all([from.read(each), to.read(each)])
        expect(Buffer.concat(await b.toArray()).equals(Buffer.concat(await a.toArray()))).toBe(true)
      }
      expect(await moveTo(data, url, 'first')).toMatchObject({ again: true, kept: files, files })
    })

    it('is refused if the target has other data, which stays', async () => {
      const { source } = await open(data)
      const other = await newDatabase(inject('migrated'))
      const before = await everyRow({ url: other })
      await expect(moveTo(data, other, 'other')).rejects.toThrow(/has other data/)
      const to = await newStorage('other', source.storage)
      // Another server has started on the target in the meantime.
      const late = { ...(await open(data)), to, url: other, again: false }
      await expect(move(late)).rejects.toThrow(/has other data/)
      expect(await everyRow({ url: other })).toEqual(before)
      const foreign = await newStorage('foreign', 'another')
      const wrong = { ...(await open(data)), to: foreign, url: await newDatabase(), again: false }
      await expect(move(wrong)).rejects.toThrow(/files of another installation/)
      expect(await Array.fromAsync(foreign.list())).toEqual([])
    })

    it('is refused without the key or the schema that it needs', async () => {
      const broken = path.join(folder, 'broken')
      await cp(data, broken, { recursive: true })
      await writeFile(path.join(broken, 'secret.key'), 'another key of at least thirty-two characters')
      await expect(open(broken)).rejects.toThrow(/doesn't match this database/)
      const database = new Sqlite(path.join(broken, 'vitrine.db'))
      database.exec("update kysely_migration set name = '700-job-names' where name = '700-baseline'")
      database.close()
      await expect(open(broken)).rejects.toThrow(/wasn't last used by this version/)
    })

    it('keeps every response the same, everyone logged in, and screens connected', async () => {
      const DATA_DIR = path.join(folder, 'first')
      const SECRET_KEY = (await readFile(path.join(data, 'secret.key'), 'utf8')).trim()
      moved = await TestServer.start({ DATABASE_URL: url, DATA_DIR, SECRET_KEY }, { clock: server.clock })
      const answers = async (at: TestServer, { token }: Caller) => {
        const found: Record<string, unknown> = {}
        for (const { name, route } of routesOf(contract)) {
          if (route.method !== 'GET' || typeof route.who !== 'object' || typeof route.response === 'string')
            continue
          if (/^(system|backups|outbox|jobs)\b/.test(name)) continue
          const of = ids[name.split('.')[0] ?? ''] ?? 'nothing'
          const { status, body } = await at.as(token).call('GET', route.path.replace(/:\w+/g, of))
          found[`${name} ${status}`] = JSON.stringify(body)

            .replace(/eyJ[\w.-]+/g, 'TOKEN')
            .replaceAll(/127\.0\.0\.1:\d+/g, 'HOST')
        }
        return found
      }
      for (const caller of [superAdmin, owner]) {
        const there = await answers(moved, caller)
        expect(there).toEqual(await answers(server, caller))
        expect(Object.keys(there).filter((name) => name.endsWith(' 200')).length).toBeGreaterThan(40)
      }
      const [here, there] = await Promise.all(
        [server, moved].map((each) => each.as(screen.token).api.player.manifest()),
      )
      expect(there).toEqual(here)
    }, 120_000)

    it('is refused once the new installation has been used', async () => {
      const body = { name: 'Later', location: 'Here', floors: [{ name: 'Ground' }] }
      await moved.as(owner.token).api.buildings.create({ body })
      await expect(moveTo(data, url, 'first')).rejects.toThrow(
        /was moved .* before, and one of the two has changed/,
      )
    })
  })
})
