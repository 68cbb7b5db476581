// Runs all screens of a fleet in one process, and tells its parent when they reach each state.
import { Screen, Site } from './screen.mjs'

/** Screens that connect at the same time; a real fleet doesn't reconnect within one millisecond either. */
const AT_ONCE = 200

const now = () => performance.timeOrigin + performance.now()
const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))

let site
let fleet = []

/** Waits until every screen was counted once, or until the timeout; returns the time of each. */
function everyScreen(kind, patience, listen) {
  const at = new Map()
  const finish = () => {
    clearTimeout(timer)
    listen(() => {})
    const bytes = fleet[0]?.bytes ?? 0
    process.send({ kind, at: [...at.values()], never: fleet.length - at.size, bytes })
  }
  const timer = setTimeout(finish, patience)
  listen((screen) => {
    if (at.has(screen)) return
    at.set(screen, now())
    // Reports triggered by the change have arrived before the next one is measured.
    if (at.size === fleet.length) setTimeout(finish, 6000)
  })
  process.send({ kind: 'ready' })
}

process.on('message', async (message) => {
  if (message.kind === 'connect') {
    site = new Site(message.url, message.screens.length)
    Object.assign(site, { pageId: message.pageId, withFiles: message.withFiles ?? false })
    fleet = message.screens.map((token, n) => new Screen(token, n, site))
    const at = []
    const waiting = [...fleet]
    const beginning = Array.from({ length: AT_ONCE }, async () => {
      for (let screen = waiting.pop(); screen; screen = waiting.pop()) {
        await screen.begin()
        at.push(now())
      }
    })
    await Promise.all(beginning)
    await sleep(1000)
    process.send({ kind: 'connected', at })
  }
  if (message.kind === 'expect')
    everyScreen('held', message.patience, (listener) => {
      site.onHeld = (screen) => screen.version === message.version && listener(screen)
    })
  if (message.kind === 'expect-back')
    everyScreen('back', message.patience, (listener) => {
      site.onBack = listener
    })
})
/** Milliseconds since 1970 at which each screen reached each of the given states from now on. */
function follow(states, patience) {
  const at = Object.fromEntries(states.map((state) => [state, new Map()]))
  let failed = ''
  const done = () => {
    site.onReached = () => {}
    site.onHeld = () => {}
    clearTimeout(timer)
    const values = Object.fromEntries(states.map((state) => [state, [...at[state].values()]]))
    process.send({ kind: 'followed', at: values, screens: fleet.length, failed })
  }
  const timer = setTimeout(done, patience)
  const note = (screen, state) => {
    if (!at[state]) failed = state
    else if (!at[state].has(screen)) at[state].set(screen, now())
    if (states.every((each) => at[each].size === fleet.length)) done()
  }
  site.onReached = note
  site.onHeld = (screen) => note(screen, 'manifest')
  process.send({ kind: 'following' })
}

process.on('message', async (message) => {
  if (message.kind === 'follow') follow(message.states, message.patience)
  if (message.kind === 'troubles') {
    const { user, system } = process.cpuUsage()
    process.send({ kind: 'troubles', troubles: [...(site?.troubles ?? [])], cpu: (user + system) / 1e6 })
    site?.troubles.clear()
  }
  if (message.kind === 'act') {
    const took = await Promise.all(
      fleet.slice(0, message.senders).map(async (screen, n) => {
        const each = []
        for (let touch = 0; touch < message.touches; touch++) {
          await sleep(Math.random() * 400)
          each.push(await screen.act(message.action, n * 1000 + touch).catch(() => undefined))
        }
        return each
      }),
    )
    process.send({ kind: 'acted', took: took.flat() })
  }
})
process.on('disconnect', () => process.exit())
