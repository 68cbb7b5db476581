import { randomBytes } from 'node:crypto'
import type { GroupPart } from '@vitrine/contract/api/screens/manifest'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FileStore } from '#content/file-store.ts'
import { Library } from '#content/library.ts'
import { createMemoryStore } from '#content/memory-store.ts'
import { Mender } from '#content/mend.ts'
import { createApi } from '#lib/api.ts'
import { memoryState, type State } from '#lib/state.ts'
import { Clock } from '#lib/time/clock.ts'
import { contentOf, devicePart, groupPart, scheduleOf, type TestFile, zonePage } from './content.ts'
import { type ProtocolServer, partOf, startProtocolServer } from './protocol-server.ts'

let server: ProtocolServer
let problems: string[]
let token: string
const libraries: Library[] = []

beforeEach(async () => {
  // Waits are random between nothing and a limit: here they are nothing.
  vi.spyOn(Math, 'random').mockReturnValue(0.001)
  server = await startProtocolServer()
  problems = []
  token = server.pair(groupPart(contentOf([]), null), devicePart())
})
afterEach(async () => {
  for (const library of libraries.splice(0)) library.close()
  vi.restoreAllMocks()
  await server.close()
})

async function open(store: FileStore = createMemoryStore(), state: State = memoryState()) {
  const library = new Library({
    store,
    state,
    api: createApi(`${server.url}/api`, () => token),
    clock: new Clock(),
    report: (problem) => problems.push(problem),
    onUnpaired: () => problems.push('unpaired'),
  })
  libraries.push(library)
  await library.open()
  return { library, store, state }
}

/** As content/library.ts has them. */
const LEFT_FREE = 50_000_000
const SPARE_MOST = 300

const addFile = (size = 1000): TestFile => {
  const bytes = randomBytes(size)
  return { sha256: server.addFile(bytes, 'image/png'), size, mimetype: 'image/png' }
}
const groupOf = (files: TestFile[], name = 's'): GroupPart => {
  const media = Object.fromEntries(files.map((file, index) => [`m${index}`, file]))
  const page = zonePage(`page-${name}`, Object.keys(media))
  return groupPart(contentOf([{ id: name, items: [{ page, seconds: 5 }] }], media), scheduleOf(name))
}
const becomes = (check: () => void) => vi.waitFor(check, { timeout: 5000, interval: 5 })
const asked = (file: TestFile) => server.calls.filter((call) => call.endsWith(file.sha256)).length

describe('a part', () => {
  it('PLAY-04 is ready only when all of its files are downloaded, at most two at a time', async () => {
    const files = Array.from({ length: 9 }, () => addFile())
    let inFlight = 0
    let most = 0
    server.state.fault = (_request, response, call) => {
      const file = server.files.get(call.split('/').at(-1) ?? '')
      if (!file) return false
      most = Math.max(most, ++inFlight)
      response.on('close', () => inFlight--)
      setTimeout(() => response.end(file.bytes), 10)
      return true
    }
    const { library, store } = await open()
    const seen: number[] = []
    library.ready.subscribe(() => seen.push(library.progress.get().missing))
    expect(library.offer('group', partOf(1, groupOf(files)))).toBe('taken')
    await becomes(() => expect(library.ready.get().group?.version).toBe(1))
    expect(most).toBe(2)
    expect((await store.list()).size).toBe(9)
    expect(library.progress.get()).toMatchObject({ missing: 0, total: 9, keptBytes: 9000, totalBytes: 9000 })
    expect(seen).toHaveLength(1)
  })

  it('PLAY-05 is refused when its text is not the one of its hash, and nothing changes', async () => {
    const { library } = await open()
    library.offer('group', partOf(1, groupOf([])))
    const other = partOf(2, groupOf([], 'other'))
    expect(library.offer('group', { ...other, body: `${other.body} ` })).toBe('refused')
    expect(library.offer('group', { ...partOf(3, groupOf([], 'third')), body: 'nonsense' })).toBe('refused')
    expect(library.latest.group?.version).toBe(1)
    expect(library.offer('group', other)).toBe('taken')
    expect(library.ready.get().group?.version).toBe(2)
  })

  it('of the screen itself does not wait for the files of the group', async () => {
    const slow = addFile()
    server.state.fault = (_request, _response, call) => call.endsWith(slow.sha256)
    const { library } = await open()
    library.offer('group', partOf(1, groupOf([slow])))
    const own = addFile()
    const content = contentOf([{ id: 'own', items: [{ page: zonePage('p', ['m']), seconds: 5 }] }], {
      m: own,
    })
    library.offer('device', partOf(1, devicePart({ storyboardId: 'own', since: 1 }, content)))
    await becomes(() => expect(library.ready.get().device?.version).toBe(1))
    expect(library.ready.get().group).toBeUndefined()
  })
})

describe('a download', () => {
  it('PLAY-19 goes on where it broke off', async () => {
    const file = addFile(300_000)
    const froms: string[] = []
    server.state.fault = (request, response, call) => {
      if (!call.includes('/files/')) return false
      froms.push(request.headers.range ?? 'all')
      if (froms.length > 2) return false
      const bytes = server.files.get(file.sha256)?.bytes ?? Buffer.alloc(0)
      const from = Number(/\d+/.exec(request.headers.range ?? '')?.[0] ?? 0)
      response.writeHead(from ? 206 : 200, {
        'Content-Length': bytes.length - from,
        'Content-Range': `bytes ${from}-${bytes.length - 1}/${bytes.length}`,
      })
      response.write(bytes.subarray(from, from + 100_000), () => setTimeout(() => response.destroy(), 50))
      return true
    }
    const { library, store } = await open()
    library.offer('group', partOf(1, groupOf([file])))
    await becomes(() => expect(library.ready.get().group).toBeDefined())
    expect(froms).toEqual(['all', 'bytes=100000-', 'bytes=200000-'])
    expect([...(await store.list())]).toEqual([[file.sha256, 300_000]])
  })

  it('LOAD-03 begins within the time over which the screens that were told together spread', async () => {
    const file = addFile()
    const { library } = await open()
    vi.spyOn(Math, 'random').mockReturnValue(0.5)
    library.offer('group', partOf(1, groupOf([file])), 600)
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(asked(file)).toBe(0)
    await becomes(() => expect(library.ready.get().group?.version).toBe(1))
    expect(asked(file)).toBe(1)
  })

  it('starts over when the server does not do parts', async () => {
    const file = addFile(200_000)
    const store = createMemoryStore()
    await store.append(
      file.sha256,
      0,
      new Blob([new Uint8Array(server.files.get(file.sha256)?.bytes ?? []).subarray(0, 50_000)]),
    )
    server.state.fault = (request) => {
      delete request.headers.range
      return false
    }
    const { library } = await open(store)
    library.offer('group', partOf(1, groupOf([file])))
    await becomes(() => expect(library.ready.get().group).toBeDefined())
  })

  it.each([
    ['other bytes', (bytes: Buffer) => randomBytes(bytes.length)],
    ['one byte too few', (bytes: Buffer) => bytes.subarray(1)],
    ['bytes too many', (bytes: Buffer) => Buffer.concat([bytes, bytes])],
    ['a page of text', () => Buffer.from('<html>Please sign in</html>')],
  ])(
    'PLAY-05 PLAY-06 never lets %s become ready; the old one plays on, and it heals',
    async (_name, wrong) => {
      const before = partOf(1, groupOf([addFile()]))
      const file = addFile()
      const { library, store } = await open()
      library.offer('group', before)
      await becomes(() => expect(library.ready.get().group?.version).toBe(1))
      let times = 0
      server.state.fault = (request, response, call) => {
        if (!call.endsWith(file.sha256) || ++times > 3) return false
        const bytes = wrong(server.files.get(file.sha256)?.bytes ?? Buffer.alloc(0))
        const from = Number(/\d+/.exec(request.headers.range ?? '')?.[0] ?? 0)
        const headers = { 'Content-Range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` }
        response.writeHead(from ? 206 : 200, headers).end(bytes.subarray(from))
        return true
      }
      library.offer('group', partOf(2, groupOf([file], 'b')))
      await becomes(() => expect(times).toBeGreaterThanOrEqual(2))
      expect(library.ready.get().group?.version).toBe(1)
      await becomes(() => expect(library.ready.get().group?.version).toBe(2))
      expect(problems.length).toBeGreaterThan(0)
      expect((await store.list()).get(file.sha256)).toBe(file.size)
    },
  )

  it('is given up when nothing needs the file any more', async () => {
    const file = addFile()
    let ended = false
    server.state.fault = (_request, response, call) => {
      if (!call.endsWith(file.sha256)) return false
      response.writeHead(200).write('x')
      response.on('close', () => {
        ended = true
      })
      return true
    }
    const { library, store } = await open()
    library.offer('group', partOf(1, groupOf([file])))
    await becomes(() => expect(asked(file)).toBe(1))
    library.offer('group', partOf(2, groupOf([], 'b')))
    await becomes(() => expect(ended).toBe(true))
    expect(library.ready.get().group?.version).toBe(2)
    expect(await store.pieces(file.sha256)).toEqual([])
  })

  it('PLAY-08 is repeated for files that the browser threw away', async () => {
    const file = addFile()
    const { library, store } = await open()
    library.offer('group', partOf(1, groupOf([file])))
    await becomes(() => expect(library.ready.get().group).toBeDefined())
    await store.remove(file.sha256)
    await library.recheck()
    await becomes(async () => expect((await store.list()).has(file.sha256)).toBe(true))
    expect(asked(file)).toBe(2)
  })
})

describe('room', () => {
  it('PLAY-07 is made by what was needed least recently, never by what plays or is to play', async () => {
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

  it('PLAY-24 is not used up by years of what once played: some of it is kept, the latest', async () => {
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

  it('PLAY-07 is found by trying where the browser does not tell it', async () => {
    const [first, second] = [addFile(30_000), addFile(39_000)]
    const { library, store } = await open(createMemoryStore(40_000, false))
    library.offer('group', partOf(1, groupOf([first])))
    await becomes(() => expect(library.ready.get().group?.version).toBe(1))
    expect(library.storedBytes()).toBe(30_000)
    // Nothing of the second fits while the first plays.
    library.offer('group', partOf(2, groupOf([second], 'b')))
    await becomes(() => expect(problems.join()).toContain('No room'))
    expect(library.isFull()).toBe(true)
    library.offer('group', partOf(3, groupOf([], 'c')))
    await becomes(() => expect(library.ready.get().group?.version).toBe(3))
    library.offer('group', partOf(4, groupOf([second], 'd')))
    await becomes(() => expect(library.ready.get().group?.version).toBe(4))
    expect([...(await store.list()).keys()]).toEqual([second.sha256])
    expect(library.isFull()).toBe(false)
  })

  it('PLAY-07 for one of two large files is not lost to halves of both', async () => {
    const [film, other] = [addFile(9_500_000), addFile(9_500_000)]
    const { library, store } = await open(createMemoryStore(18_000_000, false))
    library.offer('group', partOf(1, groupOf([film, other])))
    await becomes(() => expect(library.progress.get().missing).toBe(1))
    expect([...(await store.list()).keys()]).toEqual([film.sha256])
    await becomes(() => expect(problems.join()).toContain('No room'))
    library.offer('group', partOf(2, groupOf([film], 'b')))
    await becomes(() => expect(library.ready.get().group?.version).toBe(2))
    await becomes(() => expect(store.unfinished().size).toBe(0))
    expect(library.storedBytes()).toBe(film.size)
  })

  it('PLAY-19 is not used up by pieces that nothing needs, from before a restart or since', async () => {
    const store = createMemoryStore()
    await store.append('a'.repeat(64), 0, new Blob(['from before']))
    const file = addFile()
    server.state.fault = (_request, response, call) => {
      if (!call.endsWith(file.sha256)) return false
      response.writeHead(200, { 'Content-Length': file.size })
      response.write('x'.repeat(500), () => setTimeout(() => response.destroy(), 20))
      server.state.fault = (_again, refused, other) =>
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

  it('PLAY-07 that cannot be made leaves what plays as it is, and is reported', async () => {
    const small = addFile(2000)
    const large = addFile(5000)
    const { library, store } = await open(createMemoryStore(4000))
    library.offer('group', partOf(1, groupOf([small])))
    await becomes(() => expect(library.ready.get().group?.version).toBe(1))
    library.offer('group', partOf(2, groupOf([large], 'b')))
    await becomes(() => expect(problems.join()).toContain('No room'))
    expect(library.ready.get().group?.version).toBe(1)
    expect((await store.list()).has(small.sha256)).toBe(true)
    library.offer('group', partOf(3, groupOf([addFile(1500)], 'c')))
    await becomes(() => expect(library.ready.get().group?.version).toBe(3))
  })
})

describe('after a restart', () => {
  it('PLAY-01 what was ready plays immediately, without the server', async () => {
    const { library, store, state } = await open()
    library.offer('group', partOf(7, groupOf([addFile(), addFile()])))
    library.offer('device', partOf(3, devicePart()))
    await becomes(() => expect(library.ready.get().group).toBeDefined())
    await library.stored()
    library.close()
    await server.close()
    const again = await open(store, state)
    expect(again.library.ready.get().group?.version).toBe(7)
    expect(again.library.ready.get().device?.body.name).toBe('Lobby 1')
    await server.reopen()
  })

  it('PLAY-04 an unfinished change goes on, while the old one plays', async () => {
    const { library, store, state } = await open()
    library.offer('group', partOf(1, groupOf([addFile()])))
    await becomes(() => expect(library.ready.get().group).toBeDefined())
    server.state.fault = (_request, response, call) => call.includes('/files/') && Boolean(response.destroy())
    library.offer('group', partOf(2, groupOf([addFile()], 'b')))
    await library.stored()
    library.close()
    server.state.fault = undefined
    const again = await open(store, state)
    expect(again.library.latest.group?.version).toBe(2)
    await becomes(() => expect(again.library.ready.get().group?.version).toBe(2))
  })

  it.each(['pointer', 'body', 'nothing'])('a damaged %s is no end', async (damaged) => {
    const { library, store, state } = await open()
    const part = partOf(1, groupOf([addFile()]))
    library.offer('group', part)
    await becomes(() => expect(library.ready.get().group).toBeDefined())
    await library.stored()
    if (damaged === 'pointer') await state.set({ pointer: '{"ready":' })
    if (damaged === 'body') await state.set({ [`part.${part.hash}`]: part.body.replace('AUTO', 'XXXX') })
    const again = await open(store, state)
    expect(again.library.ready.get().group?.version).toBe(damaged === 'nothing' ? 1 : undefined)
    again.library.offer('group', part)
    expect(again.library.ready.get().group?.version).toBe(1)
  })

  it('keeps the texts of the present parts only', async () => {
    const { library, state } = await open()
    const parts = ['a', 'b', 'c'].map((name, index) => partOf(index + 1, groupOf([], name)))
    for (const part of parts) {
      library.offer('group', part)
      await library.stored()
    }
    const kept = await Promise.all(parts.map(({ hash }) => state.get(`part.${hash}`)))
    expect(kept.map(Boolean)).toEqual([false, false, true])
  })
})

describe('PLAY-09 a kept file whose bytes changed on the disk', () => {
  it.each(['it does not show', 'the screen started'])(
    'is found when %s, reported, and brought again; the others are not',
    async (how) => {
      const [file, other] = [addFile(200_000), addFile()]
      const { library, store } = await open()
      const part = partOf(1, groupOf([file, other]))
      library.offer('group', part)
      await becomes(() => expect(library.ready.get().group).toBeDefined())
      const flipped = Buffer.from(server.files.get(file.sha256)?.bytes ?? [])
      flipped.writeUInt8((flipped[100_000] ?? 0) ^ 1, 100_000)
      await store.finish(file.sha256, file.mimetype, new Blob([flipped]))
      const report = (problem: string) => void problems.push(problem)
      const mender = new Mender({ store, library, clock: new Clock(), report })
      const parts = library.ready.get()
      const [page] = Object.values(parts.group?.body.pages ?? {})
      if (how === 'it does not show') await mender.mend(page ?? {}, parts)
      else await mender.checkAll()
      await becomes(() => expect(asked(file)).toBe(2))
      await becomes(async () => {
        const kept = Buffer.from(await ((await store.blob(file.sha256)) ?? new Blob()).arrayBuffer())
        expect(kept.equals(server.files.get(file.sha256)?.bytes ?? Buffer.alloc(1))).toBe(true)
      })
      expect(problems.join()).toContain('damaged on disk')
      expect(asked(other)).toBe(1)
    },
  )
})
