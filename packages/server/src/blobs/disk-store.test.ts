import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { breaking, listed } from '#test/blobs.ts'
import { openDiskStore } from './disk-store.ts'
import { storageError } from './staging.ts'

const folders: string[] = []
const newFolder = () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-blobs-'))
  folders.push(folder)
  return folder
}
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

const MB = 2 ** 20
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')
const incoming = (folder: string) => readdirSync(path.join(folder, 'incoming'))

test('DUR-12: uploading a damaged file again repairs it', async () => {
  const folder = newFolder()
  const store = await openDiskStore(folder)
  const content = randomBytes(1000)
  const hash = sha256(content)
  await (await store.stage(Readable.from([content]), MB)).keep()
  writeFileSync(path.join(folder, hash.slice(0, 2), hash.slice(2)), 'damaged')
  await (await store.stage(Readable.from([content]), MB)).keep()
  expect(await buffer(await store.read(hash))).toEqual(content)
})

test('a file that is too large, interrupted or discarded leaves nothing behind', async () => {
  const folder = newFolder()
  const store = await openDiskStore(folder)
  await expect(store.stage(Readable.from([randomBytes(MB), randomBytes(1)]), MB)).rejects.toMatchObject({
    errKey: 'TOO_LARGE',
  })
  await expect(store.stage(breaking(randomBytes(2 * MB)), 9 * MB)).rejects.toThrow('gone')
  const staged = await store.stage(Readable.from([randomBytes(MB)]), MB)
  expect(incoming(folder)).toHaveLength(1)
  await staged.discard()
  expect(incoming(folder)).toEqual([])
  expect(await listed(store)).toEqual([])
})

test('DUR-07: a full disk is reported, and the store keeps working', async (context) => {
  const folder = newFolder()
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=512k', 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    return context.skip('mounting a small disk needs root')
  }
  try {
    const store = await openDiskStore(folder)
    await expect(store.stage(Readable.from([randomBytes(MB)]), 2 * MB)).rejects.toMatchObject({
      errKey: 'STORAGE_FULL',
    })
    expect(incoming(folder)).toEqual([])
    await (await store.stage(Readable.from([randomBytes(1000)]), MB)).keep()
  } finally {
    execFileSync('umount', [folder])
  }
})

test('DUR-01: opening again deletes half-written files and keeps identity and files', async () => {
  const folder = newFolder()
  const store = await openDiskStore(folder)
  await (await store.stage(Readable.from([Buffer.from('kept')]), MB)).keep()
  await store.stage(Readable.from([Buffer.from('a process that died here')]), MB)
  const again = await openDiskStore(folder)
  expect(again.id).toBe(store.id)
  expect(incoming(folder)).toEqual([])
  expect(await listed(again)).toHaveLength(1)
})

test("a folder that is not ours or can't be written stops the start with one sentence", async () => {
  const foreign = newFolder()
  writeFileSync(path.join(foreign, 'thesis.doc'), 'mine')
  await expect(openDiskStore(foreign)).rejects.toThrow(/contains other data/)
  expect(readFileSync(path.join(foreign, 'thesis.doc'), 'utf8')).toBe('mine')
  await expect(openDiskStore(path.join(foreign, 'thesis.doc'))).rejects.toThrow(/Can't use/)
  const newer = newFolder()
  writeFileSync(path.join(newer, 'vitrine-storage.json'), '{"id":"x","format":2}')
  await expect(openDiskStore(newer)).rejects.toThrow(/newer version/)
})

const lost: [string, (folder: string) => void][] = [
  ['is gone', (folder) => renameSync(folder, `${folder}-elsewhere`)],
  [
    'is another, empty one',
    (folder) => {
      renameSync(folder, `${folder}-elsewhere`)
      mkdirSync(path.join(folder, 'incoming'), { recursive: true })
      mkdirSync(path.join(folder, 'partial'))
    },
  ],
  [
    'is a file',
    (folder) => {
      renameSync(folder, `${folder}-elsewhere`)
      writeFileSync(folder, '')
    },
  ],
]
test.each(lost)(
  'a folder for files that %s is reported as unusable, with its path in the log',
  async (_how, lose) => {
    const folder = newFolder()
    const store = await openDiskStore(folder)
    const content = randomBytes(1000)
    await (await store.stage(Readable.from([content]), MB)).keep()
    await store.partials.append('p', 0, Readable.from([content]), MB)
    const staged = await store.stage(Readable.from([randomBytes(10)]), MB)
    lose(folder)
    folders.push(`${folder}-elsewhere`)
    const hash = sha256(content)
    const calls = {
      read: () => store.read(hash),
      size: () => store.size(hash),
      keep: () => staged.keep(),
      partial: () => store.partials.size('p'),
      append: () => store.partials.append('p', 1000, Readable.from([content]), MB),
      stagePartial: () => store.partials.stage('p'),
    }
    for (const [name, call] of Object.entries(calls))
      await expect(call(), name).rejects.toMatchObject({
        errKey: 'STORAGE_UNAVAILABLE',
        cause: { path: expect.stringContaining(folder) },
      })
  },
)

test.each(['EACCES', 'EPERM', 'EROFS', 'EIO'])('%s of the system is a storage that is unusable', (code) => {
  const failure = Object.assign(new Error(code), { code, syscall: 'write' })
  expect(storageError(failure, '/files/x')).toMatchObject({
    errKey: 'STORAGE_UNAVAILABLE',
    cause: { path: '/files/x' },
  })
  const line = Object.assign(new Error('aborted'), { code: 'ECONNRESET' })
  expect(storageError(line)).toBe(line)
})
