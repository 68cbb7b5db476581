import { PASSWORD } from './identities.mjs'

const OPEN_MAX = 60
const PAUSE_MS = 40
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Opens event streams of consoles and screens, and ends them in every possible way while news arrive, until `stop`.
 * `counts`: how often each happened.
 */
export function churn({ client, playerClient, keeper, world, random }) {
  const counts = {}
  const open = new Set()
  let stopped = false
  const note = (what) => {
    counts[what] = (counts[what] ?? 0) + 1
  }
  const add = (socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    if (open.size > OPEN_MAX) [...open][0].resetAndDestroy()
    return socket
  }
  const watch = (token, options) => add(client.stream('/watch', token, '10.99.0.1', options))
  const play = (token, options) => add(playerClient.stream('/player/stream', token, '10.99.0.2', options))
  let made = 0
  const newUser = async (organization) => {
    const email = `churn-${++made}@fuzz.test`
    const body = { firstName: 'C', lastName: 'U', role: '2', email, password: PASSWORD, permissions: [] }
    const { user } = await keeper('POST', '/user/create', { ...body, organizationId: organization.id })
    const log = () =>
      client.call(
        'POST',
        '/auth/login',
        { email, password: PASSWORD },
        '',
        `10.98.${made >> 8}.${made & 255}`,
      )
    return { user, body, log }
  }
  const news = async () => {
    const { layout } = random.pick(world.organizations)
    const text = 'x'.repeat(random.pick([10, 4900]))
    const inputs = layout.document.widgets.map(({ id }) => ({
      name: `${id}-text`,
      value: text + random.below(1e9),
    }))
    await keeper('PUT', `/layout/${layout.id}`, { ...layout.document, config: { inputs } })
  }

  const ways = {
    'open a console': async () => watch((await random.pick(world.people).ready()).token),
    'open a console that never reads': async () =>
      watch((await random.pick(world.people).ready()).token, { reads: false }),
    'open a screen': async () => play((await random.pick(world.screens).ready()).token),
    'open a screen that never reads': async () =>
      play((await random.pick(world.screens).ready()).token, { reads: false }),
    'reset a connection': () => random.pick([...open])?.resetAndDestroy(),
    'close a connection': () => random.pick([...open])?.end(),
    'save a page': news,
    'log out': async () => {
      const { log } = await newUser(random.pick(world.organizations))
      const { token, refreshToken } = await log()
      watch(token)
      watch(token, { reads: false })
      await wait(30)
      await Promise.all([news(), client.call('POST', '/auth/logout', { refreshToken })])
    },
    'end the other sessions': async () => {
      const { log } = await newUser(random.pick(world.organizations))
      const [first, second] = [await log(), await log()]
      watch(first.token)
      await wait(30)
      await Promise.all([client.call('POST', '/auth/sessions/end-others', undefined, second.token), news()])
    },
    'delete a user': async () => {
      const { user, log } = await newUser(random.pick(world.organizations))
      watch((await log()).token)
      await wait(30)
      await Promise.all([keeper('DELETE', `/user/${user.id}`), news()])
    },
    'change a role': async () => {
      const { user, body, log } = await newUser(random.pick(world.organizations))
      watch((await log()).token)
      await wait(30)
      const { password: _, ...rest } = body
      await Promise.all([keeper('PUT', `/user/${user.id}`, { ...rest, role: '1' }), news()])
    },
    'remove a screen': async () => {
      const screen = random.pick(world.screens)
      const { token, deviceId } = await screen.ready()
      play(token, { reads: random.chance(0.5) })
      await wait(30)
      await Promise.all([keeper('DELETE', `/devices/${deviceId}`), news()])
      screen.isDead = true
    },
    'start a takeover': async () => {
      const { id } = random.pick(world.organizations)
      const body = { title: 'Fire', tone: 'danger', targets: { kind: 'all' }, endsAt: Date.now() + 60_000 }
      await keeper('POST', '/takeovers', { ...body, organizationId: id })
    },
  }
  const weights = Object.keys(ways).map((name) => [/^(open|reset|close|save)/.test(name) ? 6 : 0.7, name])
  const running = (async () => {
    while (!stopped) {
      const name = random.weighted(weights)
      try {
        await ways[name]()
        note(name)
      } catch {
        // The item may be deleted by now, because concurrent requests change the same ones.
        note(`${name}: refused`)
      }
      await wait(PAUSE_MS)
    }
  })()
  return {
    counts,
    get open() {
      return open.size
    },
    stop: async () => {
      stopped = true
      await running
      for (const socket of open) socket.destroy()
    },
  }
}
