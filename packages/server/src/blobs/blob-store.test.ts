import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, test as base, describe, expect } from 'vitest'
import { readSettings } from '#lib/env.ts'
import { breaking, listed, sendingFiles } from '#test/blobs.ts'
import { startS3 } from '#test/faults/s3-server.ts'
import type { BlobStore } from './blob-store.ts'
import { openDiskStore } from './disk-store.ts'
import { openS3Store } from './s3-store.ts'

const MB = 2 ** 20
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')

const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-stores-'))
const s3 = await startS3(path.join(folder, 's3'))
afterAll(() => {
  s3?.stop()
  rmSync(folder, { recursive: true, force: true })
})
let opened = 0
/** Each opens a separate empty store, or store `n` again as another process would. */
const STORES: Record<string, (n?: number) => Promise<BlobStore>> = {
  disk: (n = ++opened) => openDiskStore(path.join(folder, `disk-${n}`)),
  's3-compatible storage': (n = ++opened) =>
    openS3Store(
      readSettings({ ...s3?.env, S3_PREFIX: `store-${n}/` }),
      path.join(folder, `local-${n}-${++opened}`),
    ),
}

/** Paths of this process's open files; Linux only. */
function openFiles(): string[] {
  const folder = '/proc/self/fd'
  return readdirSync(folder).flatMap((fd) => {
    try {
      return [readlinkSync(path.join(folder, fd))]
    } catch {
      return []
    }
  })
}

describe.each(Object.entries(STORES))('a store of files: %s', (name, open) => {
  const isS3 = name.startsWith('s3')
  // Debian's packages swift-* and memcached provide the server.
  const test = base.skipIf(isS3 && !s3)

  test('a stored file can be read, whole and in ranges, and is listed', async () => {
    const store = await open()
    const content = randomBytes(3 * MB + 17)
    const staged = await store.stage(Readable.from([content.subarray(0, 10), content.subarray(10)]), 4 * MB)
    expect(staged).toMatchObject({ sha256: sha256(content), size: content.length })
    expect(await store.size(staged.sha256)).toBeUndefined()
    await staged.keep()
    expect(await store.size(staged.sha256)).toBe(content.length)
    expect(await buffer(await store.read(staged.sha256))).toEqual(content)
    for (const [start, end] of [
      [0, 0],
      [5, 2 * MB],
      [content.length - 1, content.length - 1],
    ] as const)
      expect(Buffer.concat(await store.readRange(staged.sha256, { start, end }))).toEqual(
        content.subarray(start, end + 1),
      )
    expect((await listed(store)).filter((file) => file.sha256 === staged.sha256)).toEqual([
      { sha256: staged.sha256, size: content.length, keptAt: expect.any(Number) },
    ])
  })

  test('the same bytes twice are one file, and an empty file is one too', async () => {
    const store = await open()
    for (const content of [Buffer.from('same'), Buffer.from('same'), Buffer.alloc(0)]) {
      const staged = await store.stage(Readable.from([content]), MB)
      await staged.keep()
      await staged.discard()
    }
    expect(await listed(store)).toHaveLength(2)
    expect(await buffer(await store.read(sha256(Buffer.alloc(0))))).toHaveLength(0)
  })

  test('deleting twice does no harm; deleted files and invalid hashes are not found', async () => {
    const store = await open()
    const staged = await store.stage(Readable.from([Buffer.from('x')]), MB)
    await staged.keep()
    await store.delete(staged.sha256)
    await store.delete(staged.sha256)
    expect(await store.size(staged.sha256)).toBeUndefined()
    for (const hash of [staged.sha256, '../../../../etc/passwd', `${staged.sha256}/`, ''])
      for (const read of [() => store.read(hash), () => store.readRange(hash, { start: 0, end: 0 })])
        await expect(read()).rejects.toMatchObject({ errKey: 'NOT_FOUND' })
  })

  test('reopening keeps identity and files; two open stores see the same files', async () => {
    const n = ++opened
    const store = await open(n)
    const again = await open(n)
    expect(again.id).toBe(store.id)
    const content = randomBytes(1000)
    await (await store.stage(Readable.from([content]), MB)).keep()
    expect(await buffer(await again.read(sha256(content)))).toEqual(content)
    expect((await open()).id).not.toBe(store.id)
  })

  test('a large file arrives in many parts and is whole', async () => {
    const store = await open()
    const pieces = [...Array(40).keys()].map(() => randomBytes(MB))
    const staged = await store.stage(Readable.from(pieces), 64 * MB)
    await staged.keep()
    expect(sha256(await buffer(await store.read(staged.sha256)))).toBe(sha256(Buffer.concat(pieces)))
  })

  test('clients that open a file and never read it hold no connection to the storage, and no open file', async () => {
    const store = await open()
    const large = await store.stage(Readable.from([randomBytes(24 * MB)]), 24 * MB)
    const small = await store.stage(Readable.from([Buffer.from('small')]), MB)
    await Promise.all([large.keep(), small.keep()])
    const { url, stall, close } = await sendingFiles(store)
    // The library opens at most 50 connections to a storage.
    await stall(large.sha256, 60)
    const answer = await fetch(url + small.sha256, { signal: AbortSignal.timeout(15_000) })
    expect(await answer.text()).toBe('small')
    expect(openFiles().filter((file) => file.endsWith(large.sha256.slice(2)))).toEqual([])
    await close()
  })

  test('FILE-11: an upload in parts resumes after a break and a restart, at the right offset only', async () => {
    const n = ++opened
    const store = await open(n)
    const content = randomBytes(3 * MB)
    expect(await store.partials.size('up')).toBe(0)
    await expect(store.partials.append('up', 0, breaking(content.subarray(0, MB)), 9 * MB)).rejects.toThrow(
      'gone',
    )
    expect(await store.partials.size('up')).toBe(MB)
    const again = await open(n)
    expect(await again.partials.size('up')).toBe(MB)
    for (const wrong of [0, MB - 1, MB + 1])
      await expect(
        again.partials.append('up', wrong, Readable.from([content]), 9 * MB),
      ).rejects.toMatchObject({
        errKey: 'CONFLICT',
      })
    const rest = Readable.from([content.subarray(MB, 2 * MB), content.subarray(2 * MB)])
    expect(await again.partials.append('up', MB, rest, 3 * MB)).toBe(3 * MB)
    await expect(
      again.partials.append('up', 3 * MB, Readable.from([Buffer.from('x')]), 3 * MB),
    ).rejects.toMatchObject({
      errKey: 'TOO_LARGE',
    })
    const looked = await again.partials.stage('up')
    await looked.discard()
    const staged = await again.partials.stage('up')
    expect(staged).toMatchObject({ sha256: expect.stringMatching(/^[0-9a-f]{64}$/) })
    await staged.discard()
    await again.partials.discard('never-there')
  })

  test('FILE-11: a file that arrived in parts is kept like any other, or deleted without a trace', async () => {
    const store = await open()
    const content = randomBytes(2 * MB)
    await store.partials.append('a', 0, Readable.from([content.subarray(0, MB)]), 9 * MB)
    await store.partials.append('a', MB, Readable.from([content.subarray(MB)]), 9 * MB)
    const staged = await store.partials.stage('a')
    expect(staged).toMatchObject({ sha256: sha256(content), size: content.length })
    await staged.keep()
    await store.partials.discard('a')
    expect(await store.partials.size('a')).toBe(0)
    expect(await buffer(await store.read(staged.sha256))).toEqual(content)
    await store.partials.append('b', 0, Readable.from([content]), 9 * MB)
    await store.partials.discard('b')
    expect(await store.partials.size('b')).toBe(0)
    expect((await listed(store)).map((file) => file.sha256)).toEqual([staged.sha256])
  })

  test('leaves no temporary files', async () => {
    const store = await open()
    await expect(store.stage(breaking(randomBytes(MB)), 9 * MB)).rejects.toThrow('gone')
    await (await store.stage(Readable.from([Buffer.from('kept')]), MB)).keep()
    await (await store.stage(Readable.from([Buffer.from('discarded')]), MB)).discard()
    const left = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /incoming.+/.test(file),
    )
    expect(left.filter((file) => !file.startsWith('s3/'))).toEqual([])
  })
})

base.skipIf(!s3)(
  'a bucket that is not there or refuses the keys stops the start with one sentence',
  async () => {
    for (const wrong of [{ S3_BUCKET: 'nowhere' }, { S3_SECRET_ACCESS_KEY: 'wrong' }])
      await expect(
        openS3Store(readSettings({ ...s3?.env, ...wrong }), path.join(folder, 'refused')),
      ).rejects.toThrow(/^Can't use the bucket \w+: /)
  },
)
