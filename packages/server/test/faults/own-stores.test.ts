import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createDatabase } from '#test/databases.ts'
import { everyRow } from '#test/rows.ts'
import { form, picture } from '#test/uploads.ts'
import { MemoryBucket } from './memory-bucket.ts'
import { bundled, ServerProcess } from './server-process.ts'
import { treeOf } from './trees.ts'

const postgres = process.env.TEST_DATABASE_URL
const SECRET_KEY = 'the-key-of-this-installation-0123456789'
const home = mkdtempSync(path.join(tmpdir(), 'vitrine-own-stores-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

/** One command, with nothing of this process's environment but what it needs to run. */
async function vitrine(args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, ['--no-warnings', bundled('cli'), ...args], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      said += text
    })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, said }
}

/** Where an installation's database, files, and key are. */
const STORES: [string, { bucket: boolean; key: 'file' | 'setting' }][] = postgres
  ? [
      ['PostgreSQL and a folder', { bucket: false, key: 'file' }],
      ['PostgreSQL and S3', { bucket: true, key: 'setting' }],
    ]
  : [
      ['a folder', { bucket: false, key: 'file' }],
      ['a folder and SECRET_KEY', { bucket: false, key: 'setting' }],
      ['SQLite and S3', { bucket: true, key: 'file' }],
    ]

describe.each(STORES)('an option that names a target owns every store: %s', (_name, { bucket, key }) => {
  it('--into leaves the source as it is, and the copy starts', async () => {
    const folder = mkdtempSync(path.join(home, 'stores-'))
    const data = path.join(folder, 'data')
    const storage = await MemoryBucket.start()
    const own = postgres ? await createDatabase(postgres) : undefined
    const env: Record<string, string> = {
      DATA_DIR: data,
      ...(own && { DATABASE_URL: own.url }),
      ...(bucket && storage.env),
      ...(key === 'setting' && { SECRET_KEY }),
    }
    try {
      const server = await ServerProcess.start(data, env)
      const call = await server.signIn()
      const save = (building: string) =>
        call('POST', '/buildings', { name: building, location: 'Here', floors: [{ name: 'Ground floor' }] })
      expect((await save('Before')).status).toBe(201)
      await call('POST', '/media', form([{ name: 'a.png', content: await picture() }]))
      const kept = bucket ? 's3://kept/shop' : path.join(folder, 'kept')
      expect((await vitrine(['backup', kept], env)).said).toContain('1 file')
      expect((await save('After')).status).toBe(201)
      await server.kill('SIGTERM')

      const source = async () => ({
        rows: await everyRow(own ? { url: own.url } : { file: path.join(data, 'vitrine.db') }),
        tree: treeOf(data),
        objects: storage.hashes(),
      })
      // Looks at everything, and changes nothing.
      const looked = await source()
      expect((await vitrine(['doctor'], env)).said).toContain('Vitrine')
      expect(await source()).toEqual(looked)
      // Writes to the database alone.
      const added = await vitrine(['create-admin', 'second@vitrine.local'], env)
      expect(added, added.said).toMatchObject({ code: 0 })
      const before = await source()
      expect(before.objects).toEqual(looked.objects)
      const filesOf = (tree: object) => Object.entries(tree).filter(([name]) => !name.includes('vitrine.db'))
      expect(filesOf(before.tree)).toEqual(filesOf(looked.tree))
      expect(before.rows).not.toEqual(looked.rows)
      const copy = path.join(folder, 'copy')
      const restored = await vitrine(['restore', kept, '--into', copy], env)
      expect([restored.code, restored.said]).toEqual([0, expect.stringContaining(`DATA_DIR=${copy}`)])
      expect(await source()).toEqual(before)

      // In the copy: the administrator of after the backup isn't there yet.
      const inCopy = { ...env, DATABASE_URL: '', S3_BUCKET: '', SECRET_KEY: '', DATA_DIR: copy }
      expect(await vitrine(['create-admin', 'second@vitrine.local'], inCopy)).toMatchObject({ code: 0 })
      expect((await vitrine(['doctor'], inCopy)).said).toContain('Vitrine')
      expect(await source()).toEqual(before)

      const started = await ServerProcess.start(copy)
      const ask = await started.signIn()
      const { buildings } = (await (await ask('GET', '/buildings')).json()) as {
        buildings: { name: string }[]
      }
      expect(buildings.map((each) => each.name)).toEqual(['Before'])
      const library = await (await ask('GET', '/media')).text()
      const [, url] = /"url":"([^"]+)"/.exec(library) ?? []
      const profile = await (await ask('GET', '/auth/profile')).text()
      const [, token] = /"mediaToken":"([^"]+)"/.exec(profile) ?? []
      expect((await ask('GET', `${url}?token=${token}`)).status).toBe(200)
      await started.kill('SIGTERM')
      expect(await source()).toEqual(before)
    } finally {
      await storage.close()
      await own?.drop()
    }
  })
})

describe.skipIf(postgres)('a target that belongs to something else', () => {
  const env = { DATA_DIR: path.join(home, 'here') }
  const someones = (name: string, inside: string) => {
    const folder = path.join(home, name)
    mkdirSync(path.join(folder, inside), { recursive: true })
    writeFileSync(path.join(folder, inside, 'thesis.txt'), 'years of work')
    chmodSync(folder, 0o775)
    return folder
  }

  it.each(['work', 'files', 'snapshots'])(
    'a backup into a folder with %s changes nothing there',
    async (inside) => {
      const server = await ServerProcess.start(env.DATA_DIR)
      const folder = someones(`shared-${inside}`, inside)
      const before = treeOf(folder)
      const { code, said } = await vitrine(['backup', folder], env)
      await server.kill('SIGTERM')
      expect([code, said]).toEqual([1, expect.stringContaining(`already has ${inside}`)])
      expect(treeOf(folder)).toEqual(before)
    },
  )

  it('a restore into a used folder, the own one, or nowhere changes nothing', async () => {
    const server = await ServerProcess.start(env.DATA_DIR)
    const kept = path.join(home, 'kept')
    expect((await vitrine(['backup', kept], env)).code).toBe(0)
    await server.kill('SIGTERM')
    const own = treeOf(env.DATA_DIR)
    const shared = someones('shared', 'photos')
    const before = treeOf(shared)
    const into = async (where: string, from = kept) =>
      vitrine(['restore', from, '--into', where], {
        ...env,
        DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none',
      })
    expect((await into(shared)).said).toContain('contains other data (photos)')
    expect((await into(env.DATA_DIR)).said).toContain('is the DATA_DIR of this installation')
    expect((await into(path.join(home, 'nowhere'), path.join(home, 'no-backups'))).said).toContain(
      'no complete',
    )
    expect((await into(path.join(shared, 'photos', 'thesis.txt'))).said).toContain('is a file')
    expect(treeOf(shared)).toEqual(before)
    expect(treeOf(env.DATA_DIR)).toEqual(own)
    expect(existsSync(path.join(home, 'nowhere'))).toBe(false)
  })

  it.each([['backup'], ['check'], ['rotate-keys'], ['move'], ['reset-password', 'a@example.org']])(
    '%s before the first start says so, and creates nothing',
    async (...args) => {
      const folder = path.join(home, `empty-${args[0]}`)
      mkdirSync(folder)
      const before = treeOf(folder)
      const settings: Record<string, string> =
        args[0] === 'move' ? { DATABASE_URL: 'postgres://a@127.0.0.1:9/b', S3_BUCKET: 'b' } : {}
      const { code, said } = await vitrine(args, { DATA_DIR: folder, ...settings })
      expect([code, said]).toEqual([1, expect.stringMatching(/^No database found in .*\.\n$/)])
      expect(treeOf(folder)).toEqual(before)
    },
  )
})
