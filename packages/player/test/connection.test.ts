import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Connection } from '#downlink/connection.ts'
import { Library } from '#downlink/library.ts'
import { createMemoryStore } from '#downlink/stores/memory-store.ts'
import { createApi } from '#lib/api.ts'
import { memoryState } from '#lib/state.ts'
import { Clock } from '#lib/time/clock.ts'
import { colorPage, contentOf, devicePart, groupPart, scheduleOf, zonePage } from './content.ts'
import { type Fault, type ProtocolServer, startProtocolServer } from './protocol-server.ts'

let server: ProtocolServer
let stop: (() => void)[]
let unpaired: number
let problems: string[]

beforeEach(async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.001)
  server = await startProtocolServer()
  stop = []
  unpaired = 0
  problems = []
})
afterEach(async () => {
  for (const each of stop) each()
  vi.restoreAllMocks()
  await server.close()
})

const groupNamed = (name: string, more = 0) =>
  groupPart(
    contentOf([
      { id: name, items: [{ page: { ...colorPage('p', '#123456'), name: 'x'.repeat(more) }, seconds: 5 }] },
    ]),
    scheduleOf(name),
  )

async function connect() {
  const token = server.pair(groupNamed('first'), devicePart())
  const clock = new Clock()
  const onUnpaired = () => void unpaired++
  const report = (problem: string) => void problems.push(problem)
  const api = createApi(`${server.url}/api`, () => token)
  const library = new Library({
    store: createMemoryStore(),
    state: memoryState(),
    api,
    clock,
    report,
    onUnpaired,
  })
  await library.open()
  const onCommand = () => {}
  const connection = new Connection({
    api,
    library,
    clock,
    report,
    onUnpaired,
    onCommand,
    onSource: () => {},
    onTime: () => undefined,
  })
  stop.push(
    () => connection.close(),
    () => library.close(),
  )
  return { library, connection }
}
const becomes = (check: () => void) => vi.waitFor(check, { timeout: 30_000, interval: 5 })
const manifests = () => server.calls.filter((call) => call === 'GET /api/player/manifest').length
const playing = (library: Library) => library.ready.get().group?.body.current?.defaultStoryboardId

async function connected() {
  const all = await connect()
  await becomes(() => expect(playing(all.library)).toBe('first'))
  await becomes(() => expect(server.state.screen?.streams.size).toBe(1))
  // The stream's greeting may have triggered another request.
  await new Promise((resolve) => setTimeout(resolve, 50))
  return all
}

describe('a published change', () => {
  it('arrives with its notice, without another request', async () => {
    const { library } = await connected()
    const before = manifests()
    server.publish('group', groupNamed('second'))
    await becomes(() => expect(playing(library)).toBe('second'))
    server.publish('device', devicePart({ storyboardId: 'first', since: 1 }))
    await becomes(() => expect(library.ready.get().device?.body.override?.storyboardId).toBe('first'))
    expect(manifests()).toBe(before)
  })

  it('that is too large for a notice is requested once', async () => {
    const { library } = await connected()
    const before = manifests()
    server.state.spreadMs = 200
    server.publish('group', groupNamed('large', 40_000))
    server.publish('group', groupNamed('larger', 50_000))
    await becomes(() => expect(playing(library)).toBe('larger'))
    expect(manifests()).toBe(before + 1)
  })

  it('PLAY-16 that was missed is found when the stream reconnects', async () => {
    const { library } = await connected()
    server.publish('group', groupNamed('missed'), { silently: true })
    server.cutStreams()
    await becomes(() => expect(playing(library)).toBe('missed'))
  })

  it('of a group that the screen was moved to restarts the numbering', async () => {
    const { library } = await connected()
    for (const name of ['b', 'c', 'd']) server.publish('group', groupNamed(name))
    await becomes(() => expect(playing(library)).toBe('d'))
    if (server.state.screen) server.state.screen.group.version = 0
    server.publish('group', { ...groupNamed('elsewhere'), groupId: 'g2' })
    await becomes(() => expect(playing(library)).toBe('elsewhere'))
    expect(library.latest.get().group?.version).toBe(1)
  })

  it('that is older than the known one triggers a request instead of being trusted', async () => {
    const { library } = await connected()
    server.publish('group', groupNamed('new'))
    await becomes(() => expect(playing(library)).toBe('new'))
    const before = manifests()
    const screen = server.state.screen
    const late = { ...groupNamed('old') }
    const held = screen && { ...screen.group }
    if (screen) screen.group.version = 0
    server.publish('group', late)
    if (screen && held) screen.group = held
    await becomes(() => expect(manifests()).toBe(before + 1))
    expect(playing(library)).toBe('new')
  })

  it('PLAY-05 with corrupt bytes is requested again, and the old one keeps playing', async () => {
    const { library } = await connected()
    const screen = server.state.screen
    if (!screen) throw new Error('paired')
    for (const stream of screen.streams)
      stream.write(
        `event: group\ndata: ${JSON.stringify({ ...screen.group, version: 9, hash: 'f'.repeat(64), spreadMs: 0 })}\n\n`,
      )
    const before = manifests()
    await becomes(() => expect(manifests()).toBe(before + 1))
    expect(problems.join()).toContain('damaged')
    expect(playing(library)).toBe('first')
  })
})

describe('a screen that was disconnected', () => {
  it('PLAY-03 trusts an authenticated response only', async () => {
    await connected()
    for (const stream of server.state.screen?.streams ?? []) stream.write('event: unpaired\ndata: {}\n\n')
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(unpaired).toBe(0)
    server.unpair()
    await becomes(() => expect(unpaired).toBeGreaterThan(0))
  })
})

/** Every way a server, or a proxy in front of it, can respond to a call. */
const FAULTS: Record<string, Fault> = {
  'refuses the connection': (request) => Boolean(request.socket.destroy()),
  'answers 401 without saying why': (_request, response) => answered(response, 401, '{}'),
  'answers 401 for another reason': (_request, response) =>
    answered(response, 401, '{"message":"x","errKey":"SESSION_EXPIRED"}'),
  'answers 403': (_request, response) => answered(response, 403, '{"errKey":"DEVICE_UNPAIRED"}'),
  'answers 404': (_request, response) => answered(response, 404, '{"errKey":"NOT_FOUND"}'),
  'answers 410': (_request, response) => answered(response, 410, ''),
  'answers 429': (_request, response) => answered(response, 429, '{}'),
  'answers 500': (_request, response) => answered(response, 500, '<h1>Error</h1>'),
  'answers 503': (_request, response) => answered(response, 503, ''),
  'is a portal that asks to sign in': (_request, response) => answered(response, 200, '<html>Welcome</html>'),
  'answers cut JSON': (_request, response) => answered(response, 200, '{"group":{"version":3,"ha'),
  'answers other JSON': (_request, response) => answered(response, 200, '{"ok":true}'),
  'answers an empty list': (_request, response) => answered(response, 200, '[]'),
  'answers empty parts': (_request, response) =>
    answered(response, 200, '{"group":{},"device":{},"serverTime":1}'),
  'answers nothing at all': () => true,
}
function answered(response: ServerResponse, status: number, body: string): boolean {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(body)
  return true
}

describe.each(Object.entries(FAULTS))('a server that %s', (_name, fault) => {
  it.each(['/player/manifest', '/player/stream', '/player/files', '/player/'])(
    'PLAY-02 PLAY-06 on %s leaves what plays, and everything heals',
    async (path) => {
      const { library } = await connected()
      server.state.fault = (request, response, call) => call.includes(path) && fault(request, response, call)
      const bytes = Buffer.from(`file for ${path}`)
      const file = { sha256: server.addFile(bytes, 'image/png'), size: bytes.length, mimetype: 'image/png' }
      const page = zonePage('p', ['m'])
      server.publish(
        'group',
        groupPart(
          contentOf([{ id: 'next', items: [{ page, seconds: 5 }] }], { m: file }),
          scheduleOf('next'),
        ),
        {
          silently: path !== '/player/files',
        },
      )
      server.cutStreams()
      await new Promise((resolve) => setTimeout(resolve, 60))
      expect(['first', 'next']).toContain(playing(library))
      expect(unpaired).toBe(0)
      server.state.fault = undefined
      server.cutStreams()
      // A call without any response ends by its own timeout, which is longer than a test.
      if (fault === FAULTS['answers nothing at all']) return
      await becomes(() => expect(playing(library)).toBe('next'))
      expect(unpaired).toBe(0)
    },
  )
})
