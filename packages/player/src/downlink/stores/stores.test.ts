import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openDatabase } from '#lib/database.ts'
import type { FileStore } from './file-store.ts'
import { openIndexedDbStore } from './indexeddb-store.ts'
import { createMemoryStore } from './memory-store.ts'

beforeAll(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('IDBKeyRange', IDBKeyRange)
})
afterAll(() => void vi.unstubAllGlobals())

const openDisk = async () => openIndexedDbStore(await openDatabase(() => undefined))
/** The stores that can be tried without a browser, and whether a restart finds their files. */
const STORES: readonly [name: string, open: () => Promise<FileStore>, keeps: boolean][] = [
  ['memory', async () => createMemoryStore(), false],
  ['indexeddb', openDisk, true],
]

describe.each(STORES)('files in %s', (_name, open, keeps) => {
  test.each([
    // The bytes of a file's pieces, the last of which may be empty.
    [[5]],
    [[0]],
    [[3, 4]],
    [[3, 0]],
    [[3, 4, 5, 6]],
    [[300_000, 300_000, 1]],
  ])('of pieces %j are whole', async (sizes) => {
    const id = `file ${sizes}`
    const pieces = sizes.map((size, index) => new Blob([new Uint8Array(size).fill(index + 1)]))
    const size = sizes.reduce((sum, each) => sum + each, 0)
    const store = await open()
    for (const [index, piece] of pieces.slice(0, -1).entries()) {
      await store.append(id, index, piece)
      expect(store.unfinished().get(id)).toBe(sizes.slice(0, index + 1).reduce((sum, each) => sum + each, 0))
    }
    expect((await store.list()).has(id)).toBe(false)
    await store.finish(id, 'video/mp4', pieces.at(-1) as Blob)
    for (const each of keeps ? [store, await open()] : [store]) {
      expect((await each.list()).get(id)).toBe(size)
      expect(each.unfinished().has(id)).toBe(false)
      expect(each.url(id)).toMatch(/^blob:/)
      const file = await each.blob(id)
      expect(file?.type).toBe('video/mp4')
      expect(await file?.bytes()).toEqual(await new Blob(pieces).bytes())
    }
    await store.remove(id)
    for (const each of keeps ? [store, await open()] : [store]) {
      expect([(await each.list()).has(id), each.unfinished().has(id)]).toEqual([false, false])
      expect([each.url(id), await each.blob(id)]).toEqual([undefined, undefined])
    }
  })

  test('lose their newest piece, and all of them, when told to', async () => {
    const store = await open()
    for (const [index, size] of [3, 4, 5].entries())
      await store.append('part', index, new Blob([new Uint8Array(size)]))
    await store.cut('part')
    expect([store.unfinished().get('part'), (await store.pieces('part')).map(({ size }) => size)]).toEqual([
      7,
      [3, 4],
    ])
    await store.finish('other', 'image/png', new Blob(['x']))
    await store.clear()
    expect([[...(await store.list())], [...store.unfinished()]]).toEqual([[], []])
  })
})
