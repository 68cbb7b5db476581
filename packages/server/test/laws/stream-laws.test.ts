import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeGroup, makeStoryboard } from '#test/content.ts'
import { type Caller, TestServer, useServer } from '#test/harness.ts'
import { FACTS, TestScreen } from '#test/screen.ts'
import { StreamListener } from '#test/stream-listener.ts'

/** Errors that would have ended a process without a handler. */
const fatal: unknown[] = []
const note = (error: unknown) => fatal.push(error)
beforeAll(() => {
  process.on('uncaughtException', note)
  process.on('unhandledRejection', note)
})
afterAll(() => {
  process.off('uncaughtException', note)
  process.off('unhandledRejection', note)
})
beforeEach(() => {
  fatal.length = 0
})

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
const PASSWORD = 'password-1'

type Admin = Caller & { organizationId: string; email: string }
type SignedIn = Caller & { refreshToken: string }

async function signIn(server: TestServer, email: string): Promise<SignedIn> {
  const { token, refreshToken } = await server.as().api.auth.login({ body: { email, password: PASSWORD } })
  return { ...server.as(token), refreshToken }
}

/** Publishes to every stream without pause until stopped. */
function keepNewsComing(server: TestServer, groupId = ''): () => void {
  const { publisher } = server.services
  const timer = setInterval(() => {
    publisher.notify([{ organizationId: null, topics: ['layouts'] }])
    void publisher.streams.send(groupId, Buffer.from('event: group\ndata: {}\n\n'))
  }, 5)
  return () => clearInterval(timer)
}

interface Console {
  server: TestServer
  admin: Admin
  /** A user of the admin's organization, logged in twice; the stream belongs to the first session. */
  id: string
  email: string
  first: SignedIn
  second: SignedIn
  stream: StreamListener
}

async function edit({ admin, id }: Console, changes: object): Promise<void> {
  const { user } = await admin.api.users.get({ params: { id } })
  const { email, firstName, lastName, role, permissions, version } = user
  const body = { email, firstName, lastName, role, permissions, version, ...changes }
  expect(await admin.call('PUT', `/user/${id}`, body)).toMatchObject({ status: 200 })
}

/** Every way a session can end or lose a permission while its console is open. */
const SESSION_ENDS: Record<string, (console: Console) => unknown> = {
  'logging out': ({ server, first: { refreshToken } }) =>
    server.as().api.auth.logout({ body: { refreshToken } }),
  'ending the other sessions': ({ second }) => second.api.sessions.endOthers(),
  'ending one session': async ({ second }) => {
    const { sessions } = await second.api.sessions.list()
    for (const { id, current } of sessions) if (!current) await second.api.sessions.end({ params: { id } })
  },
  'deleting the user': ({ admin, id }) => admin.api.users.remove({ params: { id } }),
  'changing the role': (console) => edit(console, { role: '1' }),
  'changing permissions': (console) => edit(console, { permissions: ['buildings'] }),
  'a new password set by the administrator': (console) => edit(console, { password: 'password-2' }),
  'a new password set by the user': async ({ second }) => {
    const body = {
      firstName: 'Una',
      lastName: 'User',
      mobile: '',
      currentPassword: PASSWORD,
      password: 'password-2',
    }
    expect(await second.call('PUT', '/auth/profile', body)).toMatchObject({ status: 200 })
  },
  'a new password by email': async ({ server, email }) => {
    await server.as().api.auth.resetPassword({ body: { email } })
    await server.services.outbox.wake()
    const { messages } = await (await server.signIn()).api.outbox.list()
    const text = messages.find(({ recipient }) => recipient === email)?.text
    const code = /code=([\w-]+)/.exec(text ?? '')?.[1] ?? ''
    await server.as().api.auth.verifyPassword({ body: { code, password: 'password-2' } })
  },
  'deleting the organization': async ({ server, admin, id }) => {
    await admin.api.users.remove({ params: { id } })
    await (await server.signIn()).api.organizations.remove({ params: { id: admin.organizationId } })
  },
  'the expiry of the session': async ({ server, id }) => {
    const { clock, database, publisher } = server.services
    await database
      .updateTable('sessions')
      .set({ expiresAt: clock.now() - 1 })
      .where('userId', '=', id)
      .execute()
    // What the regular check does every 15 seconds.
    publisher.notify([{ organizationId: null, sessions: true }])
  },
  'cutting the connection': ({ stream }) => stream.socket.resetAndDestroy(),
  'closing the connection': ({ stream }) => stream.socket.end(),
}

describe('an open console stream', () => {
  const server = useServer()

  it.each(Object.entries(SESSION_ENDS))(
    'ends with %s while news arrive, and no other does',
    async (name, end) => {
      const admin = await server().organization()
      const other = await server().organization()
      const email = `una-${admin.email}`
      const { user } = await admin.api.users.create({
        body: { email, firstName: 'Una', lastName: 'User', role: '2', permissions: [], password: PASSWORD },
      })
      const [first, second] = [await signIn(server(), email), await signIn(server(), email)]
      const open = (caller: Caller) =>
        new StreamListener(server().origins.console, '/api/watch', caller.token)
      const before = server().services.watchers.size
      const stream = open(first)
      const [colleague, stranger] = [open(admin), open(other)]
      const all = [stream, colleague, stranger]
      for (const each of all) await each.heard('hello')
      const stop = keepNewsComing(server())
      await stream.heard('edited')
      await end({ server: server(), admin, id: user.id, email, first, second, stream })
      await expect.poll(() => stream.ended).toBe(true)
      const told = stranger.count('edited')
      await stranger.heard('edited', told + 2)
      stop()
      expect(stranger.ended).toBe(false)
      // The organization's own deletion ends its administrator's stream too.
      expect(colleague.ended).toBe(name === 'deleting the organization')
      expect(fatal).toEqual([])
      for (const each of all) each.socket.destroy()
      await expect.poll(() => server().services.watchers.size).toBe(before)
    },
  )
})

interface Screen {
  server: TestServer
  admin: Admin
  screen: TestScreen
  groupId: string
  stream: StreamListener
}

/** Every way a screen's stream can end. */
const SCREEN_ENDS: Record<string, (screen: Screen) => unknown> = {
  'removing the screen': ({ admin, screen }) => admin.api.devices.remove({ params: { id: screen.deviceId } }),
  'replacing its player': async ({ server, admin, screen }) => {
    const { code } = await server.as().api.player.startPairing({ body: { screen: FACTS } })
    await admin.api.devices.replace({ params: { id: screen.deviceId }, body: { code } })
  },
  'opening too many streams': async ({ server, screen }) => {
    const path = '/api/player/stream'
    const more = Array.from(
      { length: 4 },
      () => new StreamListener(server.origins.player, path, screen.token),
    )
    for (const each of more) await each.heard('hello')
    for (const each of more) each.socket.destroy()
  },
  'cutting the connection': ({ stream }) => stream.socket.resetAndDestroy(),
  'closing the connection': ({ stream }) => stream.socket.end(),
}

describe('an open screen stream', () => {
  const server = useServer()
  const open = (screen: TestScreen, options = {}) =>
    new StreamListener(server().origins.player, '/api/player/stream', screen.token, options)

  const setUp = async () => {
    const admin = await server().organization()
    const other = await server().organization()
    const { id: groupId } = await makeGroup(admin, (await makeStoryboard(admin)).id)
    const screen = await TestScreen.claim(server(), admin, { deviceGroupId: groupId })
    const stranger = open(await TestScreen.claim(server(), other))
    await stranger.heard('hello')
    return { admin, groupId, screen, stranger }
  }

  it.each(Object.entries(SCREEN_ENDS))(
    'ends with %s while news arrive, and no other does',
    async (_name, end) => {
      const { admin, groupId, screen, stranger } = await setUp()
      const stream = open(screen)
      await stream.heard('hello')
      const stop = keepNewsComing(server(), groupId)
      await stream.heard('group')
      await end({ server: server(), admin, screen, groupId, stream })
      await expect.poll(() => stream.ended).toBe(true)
      await wait(100)
      stop()
      expect(stranger.ended).toBe(false)
      expect(fatal).toEqual([])
      stranger.socket.destroy()
      const { streams } = server().services.publisher
      await expect.poll(() => [streams.of(screen.deviceId).length, streams.inGroup(groupId)]).toEqual([0, 0])
    },
  )

  it('of a screen that stopped reading leaves every set as soon as the screen is removed', async () => {
    const { admin, groupId, screen, stranger } = await setUp()
    const deaf = open(screen, { reads: false })
    const { publisher } = server().services
    const lines = () => publisher.streams.of(screen.deviceId)
    await expect.poll(() => lines().length).toBe(1)
    // Fills the buffers of both sockets, so that the last event cannot leave.
    const piece = Buffer.from(`: ${'x'.repeat(100_000)}\n\n`)
    for (let n = 0; n < 60; n++) {
      await publisher.streams.send(groupId, piece)
      await wait(1)
    }
    const stop = keepNewsComing(server(), groupId)
    await admin.api.devices.remove({ params: { id: screen.deviceId } })
    await expect.poll(() => lines().length).toBe(0)
    await wait(200)
    stop()
    expect(stranger.ended).toBe(false)
    expect(fatal).toEqual([])
    stranger.socket.destroy()
    deaf.socket.destroy()
  })
})

describe('a server that stops', () => {
  it('ends every stream while news arrive', async () => {
    const server = await TestServer.start()
    const admin = await server.organization()
    const screen = await TestScreen.claim(server, admin)
    const all = [
      new StreamListener(server.origins.console, '/api/watch', admin.token),
      new StreamListener(server.origins.player, '/api/player/stream', screen.token),
    ]
    for (const each of all) await each.heard('hello')
    const stop = keepNewsComing(server)
    await server.close()
    await wait(600)
    stop()
    for (const each of all) expect(each.ended).toBe(true)
    expect(fatal).toEqual([])
  })
})
