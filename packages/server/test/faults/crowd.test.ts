import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { contract } from '@vitrine/contract'
import { routesOf, waitsForTurn } from '@vitrine/contract/route'
import { afterEach, describe, expect, it } from 'vitest'
import { ConnectionLimits } from '#app/http/connection-limits.ts'
import { newId } from '#lib/ids.ts'
import { createLog } from '#lib/log.ts'
import { type Caller, TestServer, useServer } from '#test/harness.ts'
import { TestScreen } from '#test/screen.ts'

describe('more people than the server can serve', () => {
  const server = useServer()

  it('screens, sessions and emergencies never wait for a turn', () => {
    const first = routesOf(contract)
      .filter(({ route }) => !waitsForTurn(route))
      .map(({ name, route }) => `${name} ${route.path}`)
    const routes = routesOf(contract).map(({ route }) => route)
    for (const route of routes)
      if (typeof route.who !== 'object' || route.path.startsWith('/auth/'))
        expect(waitsForTurn(route), route.path).toBe(false)
    expect(first.filter((name) => name.includes('/takeovers')).length).toBeGreaterThanOrEqual(2)
    expect(routes.filter(waitsForTurn).length).toBeGreaterThan(60)
  })

  it('are refused with 503 and Retry-After, while screens, logins and takeovers are served', async () => {
    const admin = await server().organization()
    const screen = await TestScreen.claim(server(), admin)
    const ends: (() => void)[] = []
    const work = () => new Promise<void>((resolve) => ends.push(resolve))
    const held = Array.from({ length: 48 }, (_, n) =>
      server().services.admission.reads.run({ userId: `someone ${n}`, organizationId: `some ${n}` }, work),
    )
    await expect.poll(() => server().services.admission.reads.state.running).toBe(48)
    try {
      const { status, headers, body } = await admin.call('GET', '/buildings')
      expect([status, body]).toMatchObject([503, { errKey: 'UNAVAILABLE' }])
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      expect((await screen.call('/player/manifest')).status).toBe(200)
      expect((await admin.call('GET', '/auth/profile')).status).toBe(200)
      await server().signIn({ email: admin.email, password: 'password-1' })
      const takeover = {
        title: 'Fire',
        text: 'Leave by the stairs',
        tone: 'danger',
        storyboardId: null,
        targets: { kind: 'all' },
        endsAt: Date.parse('2026-11-21T13:00:00Z'),
      }
      expect((await admin.call('POST', '/takeovers', takeover)).status).toBe(201)
      expect(
        (
          await admin.call('POST', '/buildings/create', {
            name: 'Annex',
            location: 'Town',
            floors: [{ name: 'Ground' }],
          })
        ).status,
      ).toBe(201)
      expect((await server().as().call('GET', '/health')).status).toBe(200)
    } finally {
      for (const end of ends) end()
      await Promise.all(held)
    }
    expect((await admin.call('GET', '/buildings')).status).toBe(200)
  })
})

describe('whole long lists', () => {
  const server = useServer()

  it('are computed two at a time for an organization, and three in all', async () => {
    const { database, wholeLists } = server().services
    const admins = [await server().organization(), await server().organization()]
    for (const admin of admins) {
      const { building } = await admin.api.buildings.create({
        body: { name: 'House', location: 'Here', floors: [{ name: 'Ground' }] },
      })
      const row = await database
        .selectFrom('buildings')
        .selectAll()
        .where('id', '=', building.id)
        .executeTakeFirstOrThrow()
      const rows = Array.from({ length: 2000 }, (_, n) => ({ ...row, id: newId(), nameKey: `house ${n}` }))
      for (let at = 0; at < rows.length; at += 500)
        await database
          .insertInto('buildings')
          .values(rows.slice(at, at + 500))
          .execute()
    }
    const [one, other] = admins
    if (!one || !other) throw new Error('No organization')
    /** The places in use at the same time, at most. */
    const usedDuring = async (callers: Caller[], query: string) => {
      let most = 0
      const timer = setInterval(() => {
        most = Math.max(most, wholeLists.used)
      }, 0)
      const calls = callers.flatMap((caller) =>
        Array.from({ length: 6 }, () => caller.call('GET', `/buildings${query}`)),
      )
      const answers = await Promise.all(calls)
      clearInterval(timer)
      expect(wholeLists.used).toBe(0)
      return [most, new Set(answers.map(({ status }) => status))]
    }
    expect(await usedDuring([one], '')).toEqual([2, new Set([200])])
    expect(await usedDuring([one, other], '')).toEqual([3, new Set([200])])
    expect(await usedDuring([one], '?sort=nothing')).toEqual([expect.any(Number), new Set([400])])
    expect(await usedDuring([one], '?page=1')).toEqual([0, new Set([200])])
    expect(await usedDuring([await server().organization()], '')).toEqual([0, new Set([200])])
    const { body } = await one.call('GET', '/buildings')
    expect((body as { buildings: unknown[] }).buildings).toHaveLength(2001)
  })
})

describe('connections', () => {
  const lines: Socket[] = []
  const line = async (origin: string) => {
    const { hostname, port } = new URL(origin)
    const socket = connect(Number(port), hostname)
    lines.push(socket)
    socket.on('error', () => {})
    await once(socket, 'connect')
    return socket
  }
  const openOf = (sockets: readonly Socket[]) =>
    sockets.filter((socket) => !socket.closed && !socket.readableEnded).length
  afterEach(() => {
    for (const socket of lines.splice(0)) socket.destroy()
  })

  it.each([
    ['bounded for one address', {}, 20],
    ['not bounded for a trusted proxy', { TRUSTED_PROXIES: '127.0.0.0/8' }, 30],
  ])(
    'are %s, over all origins',
    async (_name, env, expected) => {
      const server = await TestServer.start({ CONNECTIONS_PER_ADDRESS: '20', ...env })
      try {
        const sockets: Socket[] = []
        for (let n = 0; n < 30; n++)
          sockets.push(await line(n % 2 ? server.origins.console : server.origins.player))
        for (const socket of sockets) socket.resume()
        await expect.poll(() => openOf(sockets)).toBe(expected)
        for (const socket of sockets) socket.destroy()
        await expect.poll(async () => (await fetch(`${server.origins.console}/api/health`)).status).toBe(200)
      } finally {
        for (const socket of lines.splice(0)) socket.destroy()
        await server.close()
      }
    },
    30_000,
  )

  it('stay below the limit of open files, with a part for screens alone', () => {
    const log = createLog('silent')
    const limits = new ConnectionLimits({ CONNECTIONS_PER_ADDRESS: 1000, TRUSTED_PROXIES: [] }, log, 100)
    const open: Record<string, number> = {}
    const connectTo = (origin: 'console' | 'player', times: number) => {
      const listeners: ((socket: unknown) => void)[] = []
      const server = { prependListener: (_name: string, listener: never) => listeners.push(listener) }
      limits.follow({ server } as never, origin)
      open[origin] = 0
      for (let n = 0; n < times; n++) {
        let isRefused = false
        const socket = { remoteAddress: '192.0.2.1', on: () => {}, destroy: () => (isRefused = true) }
        for (const listener of listeners) listener(socket)
        if (!isRefused) open[origin] = (open[origin] ?? 0) + 1
      }
    }
    connectTo('console', 200)
    connectTo('player', 200)
    expect(open).toEqual({ console: 56, player: 24 })
  })
})
