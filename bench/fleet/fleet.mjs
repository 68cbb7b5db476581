// A fleet of screens: the time until all are connected, until each has verified the new manifest after a save, and
// until they have reconnected after the server's process was killed while users keep working. Also the time until a
// takeover is on all of them, and of a touch action on another screen. FLEET=1000,10000 sets the sizes.
import { fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { percentile, reporting } from '#bench/support/report.mjs'
import { signIn, startServer } from '#bench/support/start-server.mjs'
import { addScreens, makePage } from './fleet-content.mjs'
import { lateness, restart, workOn } from './fleet-restart.mjs'

const SIZES = (process.env.FLEET ?? '1000,10000').split(',').map(Number)
const SAVES = 3
/** Maximum open files of a process: a screen needs one in the server and one here, plus an occasional request. */
const LIMIT = Number(/Max open files\s+(\d+)/.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? 1024)
const PATIENCE = 60_000
/** Timeout of a step in milliseconds, which also ends this size. */
const STEP_MS = 120_000
/** Ways to end the server while all screens are connected, one at a time. */
const RESTARTS = ['SIGKILL', 'SIGTERM', 'SIGKILL']

const now = () => performance.timeOrigin + performance.now()
const { say, end } = reporting('fleet')
say({ what: 'files that a process may open (ulimit -n)', value: LIMIT })

for (const size of SIZES) await measure(Math.min(size, LIMIT - 2000))
end()

async function measure(size) {
  const server = await startServer()
  const players = fork(path.join(import.meta.dirname, 'fleet-players.mjs'))
  try {
    const call = await signIn(server.url)
    const page = await makePage(call)
    const screens = addScreens(server.folder, call.profile.organizationId, page.groupId, size)
    const idle = server.memory().now

    const named = (what) => `${size} screens: ${what}`
    const send = (message) => players.send(message)
    const receive = (kind) => {
      const heard = new Promise((resolve, reject) => {
        const over = (settle, value) => {
          clearTimeout(timer)
          players.off('message', on)
          settle(value)
        }
        const on = (message) => message.kind === kind && over(resolve, message)
        const timer = setTimeout(() => over(reject, new Error(`never ${kind} within ${STEP_MS} ms`)), STEP_MS)
        timer.unref()
        players.on('message', on)
      })
      // A screen that timed out in an earlier step doesn't wait for this one.
      heard.catch(() => {})
      return heard
    }

    /** Dropped connections since the last call, and processor seconds of the server and the players. */
    let before = { pid: 0, server: 0, players: 0 }
    const costs = async (what) => {
      const heard = receive('troubles')
      send({ kind: 'troubles' })
      const { troubles, cpu } = await heard
      const spent = { pid: server.pid, server: server.cpu(), players: cpu }
      // A restarted server counts from zero.
      const earlier = spent.pid === before.pid ? before.server : 0
      say({
        what: named(`${what}: processor of the server / of the players, s`),
        value: [spent.server - earlier, spent.players - before.players]
          .map((each) => each.toFixed(1))
          .join(' / '),
      })
      const list = troubles.map(([name, times]) => `${name} × ${times}`).join(', ')
      if (list) say({ what: named(`${what}: broken off`), value: list })
      before = spent
    }

    await server.loopDelay()
    await costs('before')
    const started = now()
    send({ kind: 'connect', url: server.playerUrl, screens, pageId: page.id })
    const { at } = await receive('connected')
    const took = (Math.max(...at) - started) / 1000
    say({
      what: named('LOAD-01 all connected and holding'),
      value: took,
      unit: 's',
      target: '< 10',
      met: took < 10,
    })
    say(await lateness(server, named('LOAD-01 event loop late by, ms, p99 / max')))
    await costs('LOAD-01')

    for (const kilobytes of size < 10_000 ? [4] : [4, 20]) {
      const [afterSending, afterAnswer] = [[], []]
      let never = 0
      let bytes = 0
      for (let save = 0; save < SAVES; save++) {
        const held = receive('held')
        send({ kind: 'expect', version: page.version + 1, patience: PATIENCE })
        await receive('ready')
        const sent = now()
        await page.save(kilobytes)
        const answered = now()
        const result = await held
        never += result.never
        bytes = result.bytes
        afterSending.push(...result.at.map((each) => each - sent))
        afterAnswer.push(...result.at.map((each) => Math.max(0, each - answered)))
      }
      const [part, limit] = size < 10_000 ? [0.95, 60] : kilobytes === 4 ? [0.99, 400] : [1, 3000]
      const reached = percentile(afterAnswer, part)
      const what = named(`${(bytes / 1000).toFixed(1)} kB manifest held`)
      const figures = (values) =>
        [0.5, 0.95, 0.99, 1].map((each) => Math.round(percentile(values, each))).join(' / ')
      say({
        what: `${what}, ms after the save answered, p50 / p95 / p99 / max`,
        value: figures(afterAnswer),
        target: `${part === 1 ? 'max' : `p${part * 100}`} < ${limit}`,
        met: reached < limit,
      })
      say({ what: `${what}, ms after the save was sent`, value: figures(afterSending) })
      say({ what: `${what}, never`, value: never, target: '0', met: never === 0 })
    }
    say(await lateness(server, named('LOAD-11 event loop late by during the saves, ms, p99 / max')))
    await costs('LOAD-11')
    const { now: present, peak } = server.memory()
    say({ what: named('memory before'), value: idle, unit: 'MB' })
    say({ what: named('memory with all connected'), value: present, unit: 'MB' })
    say({
      what: named('memory at its highest'),
      value: peak,
      unit: 'MB',
      target: '< 500',
      met: peak < 500,
    })

    const people = workOn(server.url)
    await takeOver(call, { size, named, send, receive })
    say(...(await people.rows(named('ACT-07 console during the emergency'))))
    await touch(page, { screens, named, send, receive })
    await costs('ACT-07')

    for (const signal of RESTARTS) {
      say(...(await restart(server, { signal, size, named, send, receive })))
      await costs(`LOAD-02 ${signal}`)
    }
  } catch (error) {
    say({ what: `${size} screens: given up`, value: error.message, target: 'none', met: false })
  } finally {
    players.kill()
    await server.stop()
  }
}

/** A takeover on all screens: until each has received and verified it, until all have confirmed, and all clear. */
async function takeOver(call, { size, named, send, receive }) {
  const each = async (what, write) => {
    const followed = receive('followed')
    send({ kind: 'follow', states: ['told'], patience: PATIENCE })
    await receive('following')
    const started = now()
    const answer = await write()
    const { at } = await followed
    const took = at.told.map((instant) => instant - started)
    const slowest = at.told.length === size ? percentile(took, 1) : Number.POSITIVE_INFINITY
    say({
      what: named(`${what}, ms from the click, p50 / p99 / max`),
      value: [0.5, 0.99, 1].map((part) => Math.round(percentile(took, part))).join(' / '),
      ...(size <= 1000 && { target: 'max < 1000', met: slowest < 1000 }),
    })
    say({
      what: named(`${what}, never`),
      value: size - at.told.length,
      target: '0',
      met: at.told.length === size,
    })
    return { answer, started }
  }
  const body = { title: 'Fire', targets: { kind: 'all' }, endsAt: Date.now() + 3_600_000 }
  const { answer, started } = await each('takeover on all screens', () => call('POST', '/takeovers', body))
  let confirmed = 0
  while (confirmed < size && now() - started < PATIENCE) {
    confirmed = (await call('GET', '/takeovers')).takeovers[0].confirmed
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  const took = now() - started
  say({
    what: named(`takeover confirmed by ${confirmed}, ms`),
    value: Math.round(took),
    target: 'all',
    met: confirmed === size,
  })
  await each('all clear on all screens', () => call('POST', `/takeovers/clear/${answer.takeover.id}`))
}

/** A touch on one screen with an action on another, including its result, while all are connected. */
async function touch(page, { screens, named, send, receive }) {
  const target = screens.at(-1).split('.')[0]
  const action = { event: 'CLICK_TOUCH', type: 'APPLICATION', verb: 'LOAD_NEXT_LAYOUT', target, props: {} }
  const held = receive('held')
  send({ kind: 'expect', version: page.version + 1, patience: PATIENCE })
  await receive('ready')
  await page.save(4, { actions: [action] })
  await held
  const acted = receive('acted')
  send({ kind: 'act', senders: 20, touches: 3, action })
  const { took } = await acted
  const done = took.filter((each) => typeof each === 'number')
  say({
    what: named(`touch done on another screen and answered, ms, p50 / p95 / max of ${took.length}`),
    value: [0.5, 0.95, 1].map((part) => Math.round(percentile(done, part))).join(' / '),
    target: 'p95 < 300',
    met: done.length === took.length && percentile(done, 0.95) < 300,
  })
}
