// Sends requests generated from the contract to its own server, while event streams open and end in every way, and
// another user keeps working in a separate organization. See docs/load-harness.md.
import { fork } from 'node:child_process'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { contract } from '@vitrine/contract'
import { routesOf } from '@vitrine/contract/route'
import { percentile } from '#bench/support/report.mjs'
import { churn } from './churn.mjs'
import { Client } from './client.mjs'
import { keeperOf } from './identities.mjs'
import { Judge } from './judge.mjs'
import { entityOfPath } from './pools.mjs'
import { Random } from './random.mjs'
import { rawRequest, requestFor } from './requests.mjs'
import { Tally } from './tally.mjs'
import { startTarget } from './target.mjs'
import { makeUntouched } from './untouched.mjs'
import { callerOf, makeWorld } from './world.mjs'

const { values: options } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    routes: { type: 'string', default: '' },
    minutes: { type: 'string', default: '120' },
  },
})
const REQUESTS = Number(options.requests)
const SEED = Number(options.seed)
const AT_ONCE = 12
/** A slower response to the other user is a fault, unless the machine was busy with other programs. */
const SLOW_MS = 1000
const FAULTS_MAX = 40
/** Intentionally slow: hashing a password; a copy of everything. */
const WEIGHTS = { 'auth.login': 0.3, 'backups.take': 0.02, 'backups.check': 0.1, 'organizations.create': 0.3 }

const faults = new Map()
function fault(what, details = '') {
  const found = faults.get(what)
  if (found) found.count++
  if (found || faults.size >= FAULTS_MAX) return
  faults.set(what, { count: 1, details })
  console.log(`FAULT ${what}`)
}

const routes = routesOf(contract).filter(({ name }) => name.match(options.routes))
if (routes.length === 0) throw new Error(`No route is called ${options.routes}`)
console.log(`seed ${SEED}, ${REQUESTS} requests to ${routes.length} routes`)
const random = new Random(SEED)
const target = await startTarget()
const clients = { console: new Client(target.url), player: new Client(target.playerUrl) }
const tally = new Tally()
// Ends the run gracefully: findings so far are still printed.
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    isOver = true
  })
const began = performance.now()
let sent = 0
let isOver = false
try {
  const keeper = await keeperOf(clients.console, target.admin)
  const untouched = await makeUntouched(clients.console, keeper)
  const world = await makeWorld(clients.console, keeper, untouched.ids)
  const judge = new Judge(await clients.console.call('GET', '/openapi.json'), untouched.texts)
  const churning = churn({
    ...{ client: clients.console, playerClient: clients.player, keeper, world },
    random: new Random(SEED + 1),
  })
  const probe = fork(path.join(import.meta.dirname, 'probe.mjs'))
  const findings = new Promise((resolve) => {
    probe.once('message', resolve)
    probe.once('exit', () => resolve({ waits: [], slow: [], problems: ['the probe has ended'] }))
  })
  // The server and other processes have priority.
  os.setPriority(5)
  probe.send({ url: target.url, playerUrl: target.playerUrl, pid: target.pid, ...untouched.probe })
  const until = began + Number(options.minutes) * 60_000
  const workers = Array.from({ length: AT_ONCE }, () => work(world, judge, until))
  await Promise.all(workers).finally(() => {
    isOver = true
  })
  probe.send('stop')
  judgeProbe(await findings)
  await churning.stop()
  console.log('Streams:', JSON.stringify(churning.counts))
  if (!target.hasEnded() && (await untouched.look()) !== untouched.before)
    fault('the untouched organization was changed')
} catch (error) {
  fault(`the run failed: ${error.stack}`)
} finally {
  if (target.hasEnded()) fault(`the server has ended: ${target.hasEnded()}`, target.output())
  for (const client of Object.values(clients)) client.close()
  await target.stop()
}
tally.print()
report()
process.exit(faults.size ? 1 : 0)

async function work(world, judge, until) {
  while (sent < REQUESTS && !isOver && !target.hasEnded() && performance.now() < until) {
    sent++
    if (sent % 5000 === 0) console.log(`${sent} requests, ${faults.size} faults`)
    const mounted = random.pick(routes)
    if (random.next() > (WEIGHTS[mounted.name] ?? 1)) {
      sent--
      continue
    }
    const caller = callerOf(mounted, world, random)
    if (caller.ready) await caller.ready()
    if (random.chance(0.02)) {
      const bytes = rawRequest(mounted, caller, random)
      const answer = await clients.console.sendRaw(bytes)
      tally.add('raw', answer)
      check(judge, mounted, { path: bytes.toString('latin1') }, answer, caller)
      continue
    }
    const request = requestFor(mounted, caller, random, world.pools)
    const client = mounted.route.who === 'device' ? clients.player : clients.console
    const answer = await client.send(request)
    tally.add(mounted.name, answer)
    check(judge, mounted, request, answer, caller)
    if (answer.status === 401 && caller.token) caller.isDead = true
    if (answer.status >= 200 && answer.status < 300) learn(world, mounted, request, answer)
  }
}

function check(judge, mounted, request, answer, caller) {
  const wrong = judge.fault({ route: mounted.route, request, answer, caller })
  if (!wrong || target.hasEnded()) return
  const { path: address, headers = {}, body } = request
  const id = answer.headers['x-request-id']
  const details = [
    `${mounted.route.method} ${address}`,
    `as ${caller.kind}, request ${sent}, ${Math.round(answer.ms)} ms`,
    JSON.stringify({ ...headers, authorization: undefined }),
    body ? body.toString('latin1').slice(0, 1500) : 'without a body',
    `answer: ${answer.text.slice(0, 500)}`,
    ...(id ? target.logOf(id) : []),
  ]
  fault(`${mounted.name}: ${wrong}`, details.join('\n    '))
}

function learn({ pools }, { name, route }, request, { text, headers }) {
  const entity = entityOfPath(route.path)
  if (route.method === 'DELETE') return pools.forget(entity, request.path.split('?')[0].split('/').at(-1))
  if (name === 'media.startUpload') return pools.add('uploads', headers.location?.split('/').at(-1) ?? 'x')
  if (route.method !== 'POST' || !/json/.test(headers['content-type'] ?? '')) return
  const answer = JSON.parse(text)
  pools.learn(entity, answer)
  if (answer.code) pools.add('codes', answer.code)
  if (answer.secret) pools.add('secrets', answer.secret)
  if (answer.url) pools.add('keys', answer.url.split('/').at(-2) ?? 'x')
  if (answer.thumbnailId) pools.add('thumbnails', answer.thumbnailId)
}

function judgeProbe({ waits, slow, problems }) {
  for (const problem of problems) fault(problem)
  const byCall = Map.groupBy(waits, ([what]) => what)
  console.log('Somebody else waited, in ms:')
  for (const [what, list] of byCall) {
    const times = list.map(([, ms]) => ms)
    const figures = [0.5, 0.99, 1].map((share) => Math.round(percentile(times, share)))
    console.log(
      `  ${what.padEnd(34)} ${String(times.length).padStart(6)} calls, p50 ${figures[0]}, p99 ${figures[1]}, max ${figures[2]}`,
    )
  }
  for (const { what, ms, machineMs } of slow) {
    const said = `${what} of somebody else took ${Math.round(ms)} ms, ${Math.round(machineMs)} of them without a processor`
    if (ms - machineMs > SLOW_MS) fault(said)
    else console.log(`The machine was busy: ${said}`)
  }
}

function report() {
  const seconds = (performance.now() - began) / 1000
  const { withinLimits, inHandler, done } = tally.shares
  console.log(`\n${sent} requests in ${Math.round(seconds)} s (${Math.round(sent / seconds)} a second).`)
  console.log(
    `Not refused by a limit: ${withinLimits}; past session and permission: ${inHandler}; done: ${done}.`,
  )
  for (const [what, { count, details }] of faults)
    console.log(`\nFAULT (${count} times) ${what}\n    ${details}`)
  if (faults.size) console.log(`\nRepeat with --seed ${SEED} --requests ${REQUESTS}`)
  console.log(`${faults.size} faults`)
}
