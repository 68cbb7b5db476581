import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { ServerProcess } from '#test/faults/server-process.ts'

/** Everything in a folder that the group or everyone else may read, write or enter. */
const open = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .concat(folder)
    .filter((file) => (lstatSync(file).mode & 0o077) !== 0)

describe.skipIf(process.platform === 'win32')('the data folder', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-private-'))
  const data = path.join(folder, 'data')
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('is readable by the account of the server only, from the first start and after an update', async () => {
    const umask = process.umask(0o022)
    try {
      const server = await ServerProcess.start(data)
      const call = await server.signIn()
      await call('POST', '/buildings/create', { name: 'A', location: 'B', floors: [{ name: 'Ground' }] })
      expect(readdirSync(data)).toEqual(
        expect.arrayContaining(['vitrine.db', 'vitrine.db-wal', 'secret.key']),
      )
      expect(open(data)).toEqual([])
      await server.kill()
      // As an earlier version left it.
      mkdirSync(path.join(data, 'files', 'ab'), { recursive: true })
      writeFileSync(path.join(data, 'files', 'ab', 'abc'), 'bytes')
      for (const name of ['', ...readdirSync(data, { recursive: true, encoding: 'utf8' })]) {
        const file = path.join(data, name)
        chmodSync(file, lstatSync(file).isDirectory() ? 0o755 : 0o644)
      }
      expect(open(data).length).toBeGreaterThan(5)
      await server.start()
      expect(open(data)).toEqual([])
      await server.kill()
    } finally {
      process.umask(umask)
    }
  })
})
