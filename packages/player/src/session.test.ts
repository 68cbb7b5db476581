import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createApi } from '#lib/api.ts'
import { memoryState } from '#lib/state.ts'
import { Clock } from '#lib/time/clock.ts'
import { colorPage, contentOf, devicePart, groupPart, scheduleOf, zonePage } from '#test/content.ts'
import { type ProtocolServer, startProtocolServer } from '#test/protocol-server.ts'
import { createMemoryStore } from './downlink/stores/memory-store.ts'
import { type Session, startSession } from './session.ts'
import { Problems } from './uplink/problems.ts'

// The build injects it into the script.
vi.hoisted(() => Object.assign(globalThis, { PLAYER_VERSION: 'test' }))

let server: ProtocolServer
let session: Session | undefined
let unpaired: number
let eachSecond: Set<() => void>

beforeEach(async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.001)
  const events = { addEventListener: () => undefined, removeEventListener: () => undefined }
  const createElement = () => ({ canPlayType: () => '' })
  vi.stubGlobal('document', { hidden: false, createElement, ...events })
  vi.stubGlobal('location', new URL('http://screen.test/'))
  vi.stubGlobal('window', { devicePixelRatio: 1, innerWidth: 1920, innerHeight: 1080, ...events })
  server = await startProtocolServer()
  unpaired = 0
  eachSecond = new Set()
})
afterEach(async () => {
  await session?.close()
  session = undefined
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  await server.close()
})

const becomes = (check: () => void) => vi.waitFor(check, { timeout: 30_000, interval: 10 })
const groupNamed = (name: string) =>
  groupPart(
    contentOf([{ id: name, items: [{ page: colorPage(`page-${name}`, '#123456'), seconds: 5 }] }]),
    scheduleOf(name),
  )
const configured = (volume: number) => ({
  ...devicePart(),
  configuration: { orientation: 0 as const, volume, hours: null },
})

async function start(group = groupNamed('first'), device: ReturnType<typeof devicePart> = devicePart()) {
  const token = server.pair(group, device)
  const clock = new Clock()
  session = await startSession({
    api: createApi(`${server.url}/api`, () => token),
    clock,
    store: createMemoryStore(),
    state: memoryState(),
    token: () => token,
    problems: new Problems(clock),
    onSecond: (listener) => {
      eachSecond.add(listener)
      return () => eachSecond.delete(listener)
    },
    onUnpaired: () => void unpaired++,
    onTime: () => undefined,
  })
  return session
}
const ready = (opened: Session, storyboardId: string) =>
  becomes(() => expect(opened.playback.now.get().storyboardId).toBe(storyboardId))

describe('a session', () => {
  it('tries a download again as soon as its line is back', async () => {
    const bytes = randomBytes(1000)
    const film = { sha256: server.addFile(bytes, 'image/png'), size: bytes.length, mimetype: 'image/png' }
    const opened = await start()
    await ready(opened, 'first')
    await becomes(() => expect(opened.connection.connected.get()).toBe(true))
    vi.mocked(Math.random).mockReturnValue(0.5)
    server.state.fault = (_request, response, call) =>
      call.endsWith(film.sha256) && Boolean(response.destroy())
    const fails = () => server.calls.filter((call) => call.endsWith(film.sha256)).length
    const page = zonePage('p', ['m'])
    const second = contentOf([{ id: 'second', items: [{ page, seconds: 5 }] }], { m: film })
    server.publish('group', groupPart(second, scheduleOf('second')))
    // By then it waits for half of sixteen seconds and more.
    await becomes(() => expect(fails()).toBe(5))
    server.state.fault = undefined
    server.cutStreams()
    await vi.waitFor(() => expect(opened.playback.now.get().storyboardId).toBe('second'), 5000)
  })

  it('plays what the server sends, and reports the versions it has', async () => {
    const opened = await start()
    await ready(opened, 'first')
    await becomes(() => expect(server.heartbeats.at(-1)?.held.group).toBe(server.state.screen?.group.hash))
    expect(server.heartbeats.at(-1)).toMatchObject({
      playing: { storyboardId: 'first', reason: 'default', seenAt: null },
      download: { missing: 0, total: 0 },
      takeoverId: null,
    })
  })

  it('reports soon after a change', async () => {
    const opened = await start()
    await ready(opened, 'first')
    server.publish('group', groupNamed('second'))
    await ready(opened, 'second')
    await becomes(() => expect(server.heartbeats.at(-1)?.playing?.storyboardId).toBe('second'))
  })

  it('keeps one boot id and one start time', async () => {
    const opened = await start()
    await becomes(() => expect(server.heartbeats.length).toBeGreaterThan(0))
    const before = server.heartbeats.length
    server.publish('group', groupNamed('second'))
    await ready(opened, 'second')
    await becomes(() => expect(server.heartbeats.length).toBeGreaterThan(before))
    expect(new Set(server.heartbeats.map(({ bootId }) => bootId)).size).toBe(1)
    const starts = server.heartbeats.map(({ startedAt }) => startedAt ?? 0)
    expect(Math.max(...starts) - Math.min(...starts)).toBeLessThan(1000)
  })

  it('takes its volume from the configuration, and plays at full volume without one', async () => {
    const opened = await start(groupNamed('first'), configured(40))
    await becomes(() => expect(opened.stage.volume.get()).toBe(0.4))
    server.publish('device', devicePart())
    await becomes(() => expect(opened.stage.volume.get()).toBe(1))
  })

  it('runs actions for itself, and sends those for other screens to the server', async () => {
    const group = groupPart(
      contentOf([
        { id: 'first', items: [{ page: colorPage('a', '#111111'), seconds: 5 }] },
        { id: 'other', items: [{ page: colorPage('b', '#222222'), seconds: 5 }] },
      ]),
      scheduleOf('first'),
    )
    const opened = await start(group)
    await ready(opened, 'first')
    const load = (target: string) => ({
      event: 'CLICK_TOUCH' as const,
      type: 'SYSTEM' as const,
      verb: 'LOAD_STORYBOARD' as const,
      target,
      props: { storyboardId: 'other', storyboardName: 'Other' },
    })
    opened.stage.run('w', [load('d2')])
    await becomes(() =>
      expect(server.calls.some((call) => call.startsWith('POST /api/player/action'))).toBe(true),
    )
    expect(opened.playback.now.get().storyboardId).toBe('first')
    opened.stage.run('w', [load('d1')])
    expect(opened.playback.now.get()).toMatchObject({ storyboardId: 'other', reason: 'action' })
  })

  it('retries failed pages when the last missing file arrives', async () => {
    const bytes = randomBytes(100)
    const file = { sha256: server.addFile(bytes, 'image/png'), size: 100, mimetype: 'image/png' }
    // They are also retried within a second of connecting: here at its end, and before anything is missing.
    const random = vi.spyOn(Math, 'random').mockReturnValue(0.999)
    const opened = await start()
    const again = vi.spyOn(opened.director, 'tryAgain')
    await ready(opened, 'first')
    random.mockRestore()
    await vi.waitFor(() => expect(again).toHaveBeenCalledOnce(), { timeout: 20_000 })
    again.mockClear()
    const content = contentOf([{ id: 'next', items: [{ page: zonePage('z', ['m']), seconds: 5 }] }], {
      m: file,
    })
    server.publish('group', groupPart(content, scheduleOf('next')))
    await ready(opened, 'next')
    expect(again).toHaveBeenCalledOnce()
  })

  it('reports when the organization has disconnected it', async () => {
    const opened = await start()
    await ready(opened, 'first')
    server.unpair()
    await becomes(() => expect(unpaired).toBeGreaterThan(0))
  })

  it('stops everything when it is closed', async () => {
    const opened = await start()
    await ready(opened, 'first')
    await becomes(() => expect(server.state.screen?.streams.size).toBe(1))
    await opened.close()
    session = undefined
    await becomes(() => expect(server.state.screen?.streams.size).toBe(0))
    expect(eachSecond.size).toBe(0)
    const before = server.heartbeats.length
    server.publish('group', groupNamed('second'), { silently: true })
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(server.heartbeats).toHaveLength(before)
    expect(opened.playback.now.get().storyboardId).toBe('first')
  })
})
