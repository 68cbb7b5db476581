import { randomBytes } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { FileRepair } from '#downlink/file-repair.ts'
import { createMemoryStore } from '#downlink/stores/memory-store.ts'
import { Clock } from '#lib/time/clock.ts'
import { contentOf, devicePart, zonePage } from './content.ts'
import { becomes, groupOf, libraryTests } from './library.ts'
import { partOf } from './protocol-server.ts'

const { server, problems, open, addFile, asked } = libraryTests()

describe('a part', () => {
  it('PLAY-04 is ready only when all of its files are downloaded, at most two at a time', async () => {
    const files = Array.from({ length: 9 }, () => addFile())
    let inFlight = 0
    let most = 0
    server().state.fault = (_request, response, call) => {
      const file = server().files.get(call.split('/').at(-1) ?? '')
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

  it('PLAY-05 is rejected if its text doesn’t match its hash, and nothing changes', async () => {
    const { library } = await open()
    library.offer('group', partOf(1, groupOf([])))
    const other = partOf(2, groupOf([], 'other'))
    expect(library.offer('group', { ...other, body: `${other.body} ` })).toBe('refused')
    expect(library.offer('group', { ...partOf(3, groupOf([], 'third')), body: 'nonsense' })).toBe('refused')
    expect(library.latest.get().group?.version).toBe(1)
    expect(library.offer('group', other)).toBe('taken')
    expect(library.ready.get().group?.version).toBe(2)
  })

  it('of the screen itself does not wait for the group’s files', async () => {
    const slow = addFile()
    server().state.fault = (_request, _response, call) => call.endsWith(slow.sha256)
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

  it('plays without the files of planned content, which are downloaded last, and applies each plan once it has them', async () => {
    const [film, poster, own] = [addFile(), addFile(), addFile()]
    let isSlow = true
    server().state.fault = (_request, _response, call) => isSlow && call.endsWith(film.sha256)
    const { library, store, state } = await open()
    const story = (id: string) => ({ id, items: [{ page: zonePage(`p-${id}`, [id]), seconds: 5 }] })
    const media = { film, poster, own }
    const content = contentOf([story('film'), story('poster'), story('own')], media)
    const part = partOf(1, {
      ...devicePart({ storyboardId: 'own', since: 1 }, content),
      planned: [
        { storyboardId: 'film', since: 2, needs: [film.sha256] },
        { storyboardId: 'poster', since: 3, needs: [poster.sha256] },
      ],
    })
    library.offer('device', part)
    const plans = (of = library) => of.ready.get().device?.body
    await becomes(() => expect(plans()).toMatchObject({ planned: [{ storyboardId: 'poster' }] }))
    const calls = server().calls.filter((call) => call.includes('/files/'))
    expect(calls[0]).toContain(own.sha256)
    expect(library.progress.get().missing).toBe(1)

    // The same after a restart, and with another version of the same content.
    library.close()
    const again = await open(store, state)
    expect(plans(again.library)).toMatchObject({ planned: [{ storyboardId: 'poster' }] })
    expect(again.library.offer('device', { ...part, version: 7 })).toBe('known')
    expect(again.library.ready.get().device?.version).toBe(7)
    isSlow = false
    await again.library.recheck()
    const both = [{ storyboardId: 'film' }, { storyboardId: 'poster' }]
    await becomes(() => expect(plans(again.library)).toMatchObject({ planned: both }))
  })
})

describe('a download', () => {
  it('PLAY-19 resumes where it was interrupted', async () => {
    const file = addFile(300_000)
    const froms: string[] = []
    server().state.fault = (request, response, call) => {
      if (!call.includes('/files/')) return false
      froms.push(request.headers.range ?? 'all')
      if (froms.length > 2) return false
      const bytes = server().files.get(file.sha256)?.bytes ?? Buffer.alloc(0)
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

  it.each([
    ['a page', { 'Content-Type': 'text/html' }],
    ['something shorter', { 'Content-Type': 'image/png', 'Content-Length': 11 }],
  ])('keeps nothing of %s with which a proxy answers', async (_, headers) => {
    const file = addFile(300_000)
    const froms: string[] = []
    server().state.fault = (request, response, call) => {
      if (!call.includes('/files/')) return false
      froms.push(request.headers.range ?? 'all')
      if (froms.length > 1) return false
      response.writeHead(200, headers).end('please wait')
      return true
    }
    const { library } = await open()
    library.offer('group', partOf(1, groupOf([file])))
    await becomes(() => expect(library.ready.get().group).toBeDefined())
    expect(froms).toEqual(['all', 'all'])
  })

  it('that failed is tried again as soon as the server is known to answer', async () => {
    const file = addFile()
    server().state.fault = (_request, response, call) =>
      call.endsWith(file.sha256) && Boolean(response.destroy())
    const { library } = await open()
    vi.spyOn(Math, 'random').mockReturnValue(30)
    library.offer('group', partOf(1, groupOf([file])))
    await becomes(() => expect(problems().join()).toContain('No response'))
    server().state.fault = undefined
    library.tryAgain()
    await vi.waitFor(() => expect(library.ready.get().group).toBeDefined(), 5000)
    expect(asked(file)).toBe(2)
  })

  it('LOAD-03 begins within the time over which the screens notified together spread', async () => {
    const file = addFile()
    const { library } = await open()
    vi.spyOn(Math, 'random').mockReturnValue(0.5)
    library.offer('group', partOf(1, groupOf([file])), 600)
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(asked(file)).toBe(0)
    await becomes(() => expect(library.ready.get().group?.version).toBe(1))
    expect(asked(file)).toBe(1)
  })

  it('starts over when the disk does not give back what had arrived', async () => {
    const file = addFile(200_000)
    const store = createMemoryStore()
    const { pieces, remove } = store
    let isBroken = true
    store.pieces = async (sha256) => {
      if (isBroken) throw new DOMException('The file could not be read', 'NotReadableError')
      return pieces(sha256)
    }
    store.remove = async (sha256) => {
      isBroken = false
      await remove(sha256)
    }
    await store.append(file.sha256, 0, new Blob(['lost']))
    const { library } = await open(store)
    library.offer('group', partOf(1, groupOf([file])))
    await becomes(() => expect(library.ready.get().group?.version).toBe(1))
  })

  it('starts over when the server does not do parts', async () => {
    const file = addFile(200_000)
    const store = createMemoryStore()
    await store.append(
      file.sha256,
      0,
      new Blob([new Uint8Array(server().files.get(file.sha256)?.bytes ?? []).subarray(0, 50_000)]),
    )
    server().state.fault = (request) => {
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
    'PLAY-05 PLAY-06 never lets %s become ready; the old one keeps playing, and it recovers',
    async (_name, wrong) => {
      const before = partOf(1, groupOf([addFile()]))
      const file = addFile()
      const { library, store } = await open()
      library.offer('group', before)
      await becomes(() => expect(library.ready.get().group?.version).toBe(1))
      let times = 0
      server().state.fault = (request, response, call) => {
        if (!call.endsWith(file.sha256) || ++times > 3) return false
        const bytes = wrong(server().files.get(file.sha256)?.bytes ?? Buffer.alloc(0))
        const from = Number(/\d+/.exec(request.headers.range ?? '')?.[0] ?? 0)
        const headers = { 'Content-Range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` }
        response.writeHead(from ? 206 : 200, headers).end(bytes.subarray(from))
        return true
      }
      library.offer('group', partOf(2, groupOf([file], 'b')))
      await becomes(() => expect(times).toBeGreaterThanOrEqual(2))
      expect(library.ready.get().group?.version).toBe(1)
      await becomes(() => expect(library.ready.get().group?.version).toBe(2))
      expect(problems().length).toBeGreaterThan(0)
      expect((await store.list()).get(file.sha256)).toBe(file.size)
    },
  )

  it('is aborted when the file is no longer needed', async () => {
    const file = addFile()
    let ended = false
    server().state.fault = (_request, response, call) => {
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

  it('PLAY-08 is repeated for files that the browser evicted', async () => {
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

describe('after a restart', () => {
  it('PLAY-01 ready content plays immediately, without the server', async () => {
    const { library, store, state } = await open()
    library.offer('group', partOf(7, groupOf([addFile(), addFile()])))
    library.offer('device', partOf(3, devicePart()))
    await becomes(() => expect(library.ready.get().group).toBeDefined())
    await library.stored()
    library.close()
    await server().close()
    const again = await open(store, state)
    expect(again.library.ready.get().group?.version).toBe(7)
    expect(again.library.ready.get().device?.body.name).toBe('Lobby 1')
    await server().reopen()
  })

  it('PLAY-04 an unfinished change continues downloading while the old one plays', async () => {
    const { library, store, state } = await open()
    library.offer('group', partOf(1, groupOf([addFile()])))
    await becomes(() => expect(library.ready.get().group).toBeDefined())
    server().state.fault = (_request, response, call) =>
      call.includes('/files/') && Boolean(response.destroy())
    library.offer('group', partOf(2, groupOf([addFile()], 'b')))
    await library.stored()
    library.close()
    server().state.fault = undefined
    const again = await open(store, state)
    expect(again.library.latest.get().group?.version).toBe(2)
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

  it('keeps only the texts of the current parts', async () => {
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

describe('PLAY-09 a stored file whose bytes changed on disk is replaced', () => {
  it.each(['it does not show', 'the screen started'])(
    'is found when %s, reported, and brought again; the others are not',
    async (how) => {
      const [file, other] = [addFile(200_000), addFile()]
      const { library, store } = await open()
      const part = partOf(1, groupOf([file, other]))
      library.offer('group', part)
      await becomes(() => expect(library.ready.get().group).toBeDefined())
      const flipped = Buffer.from(server().files.get(file.sha256)?.bytes ?? [])
      flipped.writeUInt8((flipped[100_000] ?? 0) ^ 1, 100_000)
      await store.finish(file.sha256, file.mimetype, new Blob([flipped]))
      const report = (problem: string) => void problems().push(problem)
      const fileRepair = new FileRepair({ store, library, clock: new Clock(), report })
      const parts = library.ready.get()
      const [page] = Object.values(parts.group?.body.pages ?? {})
      if (how === 'it does not show') await fileRepair.repair(page ?? {}, parts)
      else await fileRepair.checkAll()
      await becomes(() => expect(asked(file)).toBe(2))
      await becomes(async () => {
        const kept = Buffer.from(await ((await store.blob(file.sha256)) ?? new Blob()).arrayBuffer())
        expect(kept.equals(server().files.get(file.sha256)?.bytes ?? Buffer.alloc(1))).toBe(true)
      })
      expect(problems().join()).toContain('damaged on disk')
      expect(asked(other)).toBe(1)
    },
  )
})
