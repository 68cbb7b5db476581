import { describe, expect, it, vi } from 'vitest'
import { createMemoryStore } from '#downlink/stores/memory-store.ts'
import { becomes, groupOf, libraryTests } from './library.ts'
import { partOf } from './protocol-server.ts'

const { server, problems, open, addFile } = libraryTests()

/** Copies of the limits in content/kept-files.ts. */
const LEFT_FREE = 50_000_000
const SPARE_MOST = 300

describe('room', () => {
  it('PLAY-07 comes from the least recently needed files, never from current or scheduled ones', async () => {
    const [first, second, third, shown] = [addFile(), addFile(), addFile(), addFile()]
    const { library, store } = await open(createMemoryStore(LEFT_FREE + 3500))
    let clock = 1_000_000
    vi.spyOn(Date, 'now').mockImplementation(() => clock++)
    for (const [index, files] of [[shown], [first], [second]].entries()) {
      library.offer('group', partOf(index + 1, groupOf(files, `s${index}`)))
      await becomes(() => expect(library.ready.get().group?.version).toBe(index + 1))
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    library.showing(new Set([shown.sha256]))
    library.offer('group', partOf(4, groupOf([third], 's4')))
    await becomes(() => expect(library.ready.get().group?.version).toBe(4))
    const kept = await store.list()
    expect(kept.has(shown.sha256)).toBe(true)
    expect(kept.has(first.sha256)).toBe(false)
    expect(kept.has(second.sha256)).toBe(true)
    expect(await store.room()).toBeGreaterThan(LEFT_FREE)
  })

  it('PLAY-24 is not used up by years of old content: the latest part of it is kept', async () => {
    const { library, store, state } = await open()
    const playing = addFile()
    library.offer('group', partOf(1, groupOf([playing])))
    await becomes(() => expect(library.ready.get().group?.version).toBe(1))
    await library.stored()
    const old = Array.from({ length: 1000 }, (_, index) => index.toString(16).padStart(64, '0'))
    for (const sha256 of old) await store.finish(sha256, 'image/png', new Blob(['old']))
    await state.set({
      lastNeeded: JSON.stringify(Object.fromEntries(old.map((sha256, index) => [sha256, index]))),
    })
    const later = await open(store, state)
    await later.library.tidy()
    expect(new Set((await store.list()).keys())).toEqual(new Set([playing.sha256, ...old.slice(-SPARE_MOST)]))
  })

  it('PLAY-07 is found out by trying if the browser does not report it', async () => {
    const [first, second] = [addFile(30_000), addFile(39_000)]
    const { library, store } = await open(createMemoryStore(40_000, false))
    library.offer('group', partOf(1, groupOf([first])))
    await becomes(() => expect(library.ready.get().group?.version).toBe(1))
    expect(library.storedBytes()).toBe(30_000)
    // No part of the second one fits while the first one plays.
    library.offer('group', partOf(2, groupOf([second], 'b')))
    await becomes(() => expect(problems().join()).toContain('Not enough space'))
    expect(library.isFull()).toBe(true)
    library.offer('group', partOf(3, groupOf([], 'c')))
    await becomes(() => expect(library.ready.get().group?.version).toBe(3))
    library.offer('group', partOf(4, groupOf([second], 'd')))
    await becomes(() => expect(library.ready.get().group?.version).toBe(4))
    expect([...(await store.list()).keys()]).toEqual([second.sha256])
    expect(library.isFull()).toBe(false)
  })

  it('PLAY-07 for one of two large files is not wasted on halves of both', async () => {
    const [film, other] = [addFile(9_500_000), addFile(9_500_000)]
    const { library, store } = await open(createMemoryStore(18_000_000, false))
    library.offer('group', partOf(1, groupOf([film, other])))
    await becomes(() => expect(library.progress.get().missing).toBe(1))
    const stored = await store.list()
    const whole = [film, other].filter(({ sha256 }) => stored.has(sha256))
    expect(whole).toHaveLength(1)
    await becomes(() => expect(problems().join()).toContain('Not enough space'))
    library.offer('group', partOf(2, groupOf(whole, 'b')))
    await becomes(() => expect(library.ready.get().group?.version).toBe(2))
    await becomes(() => expect(store.unfinished().size).toBe(0))
    expect(library.storedBytes()).toBe(film.size)
  })

  it('PLAY-19 is not used up by unneeded pieces, from before a restart or since', async () => {
    const store = createMemoryStore()
    await store.append('a'.repeat(64), 0, new Blob(['from before']))
    const file = addFile()
    server().state.fault = (_request, response, call) => {
      if (!call.endsWith(file.sha256)) return false
      response.writeHead(200, { 'Content-Length': file.size })
      response.write('x'.repeat(500), () => setTimeout(() => response.destroy(), 20))
      server().state.fault = (_again, refused, other) =>
        other.endsWith(file.sha256) && Boolean(refused.destroy())
      return true
    }
    const { library } = await open(store)
    await library.tidy()
    expect(library.storedBytes()).toBe(0)
    library.offer('group', partOf(1, groupOf([file])))
    await becomes(() => expect(library.storedBytes()).toBe(500))
    library.offer('group', partOf(2, groupOf([], 'b')))
    await becomes(() => expect(library.storedBytes()).toBe(0))
  })

  it('PLAY-07 that can’t be freed leaves the playing content alone, and is reported', async () => {
    const small = addFile(2000)
    const large = addFile(5000)
    const { library, store } = await open(createMemoryStore(4000))
    library.offer('group', partOf(1, groupOf([small])))
    await becomes(() => expect(library.ready.get().group?.version).toBe(1))
    library.offer('group', partOf(2, groupOf([large], 'b')))
    await becomes(() => expect(problems().join()).toContain('Not enough space'))
    expect(library.ready.get().group?.version).toBe(1)
    expect((await store.list()).has(small.sha256)).toBe(true)
    library.offer('group', partOf(3, groupOf([addFile(1500)], 'c')))
    await becomes(() => expect(library.ready.get().group?.version).toBe(3))
  })

  it('PLAY-19 files that cleanup spares for a leaving page are deleted once it has left', async () => {
    const [old, next] = [addFile(), addFile()]
    const { library, store } = await open()
    for (const [index, file] of [old, next].entries()) {
      library.offer('group', partOf(index + 1, groupOf([file], `s${index}`)))
      await becomes(() => expect(library.ready.get().group?.version).toBe(index + 1))
    }
    library.showing(new Set([old.sha256, next.sha256]))
    await library.clean()
    expect((await store.list()).has(old.sha256)).toBe(true)
    library.showing(new Set([next.sha256]))
    await becomes(() => expect(library.storedBytes()).toBe(next.size))
    expect([...(await store.list()).keys()]).toEqual([next.sha256])
  })
  it('PLAY-19 files of a page that leaves during a cleanup are deleted too', async () => {
    const [older, old, next] = [addFile(), addFile(), addFile()]
    const { library, store } = await open()
    for (const [index, file] of [older, old, next].entries()) {
      library.offer('group', partOf(index + 1, groupOf([file], `s${index}`)))
      await becomes(() => expect(library.ready.get().group?.version).toBe(index + 1))
    }
    library.showing(new Set([old.sha256, next.sha256]))
    const { remove } = store
    store.remove = async (sha256) => {
      if (sha256 === older.sha256) library.showing(new Set([next.sha256]))
      await remove(sha256)
    }
    await library.clean()
    await becomes(() => expect(library.storedBytes()).toBe(next.size))
    expect([...(await store.list()).keys()]).toEqual([next.sha256])
  })
})
