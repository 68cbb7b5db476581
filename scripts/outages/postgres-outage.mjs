// Restarts PostgreSQL under a writing server, kills it, and kills the server, repeatedly; then freezes PostgreSQL, and
// checks that nothing else ends, that calls are refused in time, and that everything acknowledged is stored:
//   node scripts/outages/postgres-outage.mjs [rounds]
// Needs Linux, PostgreSQL 15 or newer and, for root, runuser. The server runs from its sources.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { findNode } from '../setup/node.mjs'
import { freePorts } from '../setup/ports.mjs'
import { startPostgres } from '../setup/postgres.mjs'
import { root } from '../setup/root.mjs'
import { SavedBuildings } from './saved-buildings.mjs'

const ROUNDS = Number(process.argv[2] ?? 20)
const WRITERS = 16
const FREEZE_MS = 30_000
const ADMIN = { email: 'admin@vitrine.local', password: 'postgres-outage-1' }

const folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-outage-'))
const postgres = await startPostgres({ durable: true })
const [PORT, PLAYER_PORT, CONTENT_PORT] = (await freePorts(3)).map(String)
const url = `http://127.0.0.1:${PORT}/api`
let server = spawnServer()
const problems = []
try {
  await untilServing()
  const { token } = await (await call('POST', '/auth/login', ADMIN)).json()
  const saved = new SavedBuildings()
  const as = (method, path, body) => call(method, path, body, token)
  const faults = {
    'restart of PostgreSQL': postgres.restart,
    'kill of PostgreSQL': postgres.crash,
    'kill of the server': restartServer,
  }
  for (let n = 1; n <= ROUNDS; n++)
    for (const [what, happen] of Object.entries(faults)) {
      const stop = write(saved, as)
      await setTimeout(Math.random() * 500)
      await happen()
      await setTimeout(300)
      report(`${what} ${n}`, await stop(), { isGone: happen === restartServer })
      problems.push(...(await saved.missing(as)))
    }
  const stop = write(saved, as)
  await setTimeout(300)
  const processes = await postgres.processes()
  for (const id of processes) process.kill(id, 'SIGSTOP')
  await setTimeout(FREEZE_MS)
  for (const id of processes) process.kill(id, 'SIGCONT')
  await setTimeout(1000)
  report('freeze', await stop())
  problems.push(...(await saved.missing(as)))
  console.log(`${saved.count} saves acknowledged in ${3 * ROUNDS} faults and a freeze`)
} finally {
  server.kill('SIGTERM')
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
console.log(problems.length ? problems.join('\n') : 'No problems.')
process.exit(problems.length ? 1 : 0)

function spawnServer() {
  return spawn(findNode(), ['--no-warnings', path.join(root, 'packages/server/src/main.ts')], {
    env: {
      ...process.env,
      ...{ HOST: '127.0.0.1', PORT, PLAYER_PORT, CONTENT_PORT, DATA_DIR: folder, LOG_LEVEL: 'fatal' },
      ...{ DATABASE_URL: postgres.url, ADMIN_PASSWORD: ADMIN.password },
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

async function untilServing() {
  while (!(await call('GET', '/health').catch(() => undefined))?.ok) await setTimeout(100)
}

async function restartServer() {
  const gone = once(server, 'exit')
  server.kill('SIGKILL')
  await gone
  server = spawnServer()
  await untilServing()
}

function call(method, path, body, token) {
  return fetch(url + path, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    body: body && JSON.stringify(body),
  })
}

/** Saves and deletes continuously; returns a function that stops it and returns the results. */
function write(saved, as) {
  const results = []
  let stopped = false
  const writers = Array.from({ length: WRITERS }, async () => {
    while (!stopped) {
      const began = performance.now()
      const answer = await saved.write(as).catch(() => undefined)
      const ms = performance.now() - began
      results.push({ status: answer?.status ?? 0, retryAfter: answer?.headers.get('retry-after'), ms })
      if (!answer?.ok) await setTimeout(50)
    }
  })
  return async () => {
    stopped = true
    await Promise.all(writers)
    return results
  }
}

/** `isGone`: the server was killed, so calls may be refused. */
function report(what, results, { isGone = false } = {}) {
  const counts = Object.entries(Object.groupBy(results, ({ status }) => status))
  const slowest = Math.max(...results.map(({ ms }) => ms))
  const said = counts.map(([status, each]) => `${each.length} × ${status}`).join(', ')
  console.log(`${what}: ${said}; slowest ${Math.round(slowest)} ms`)
  if (server.exitCode !== null || server.signalCode !== null) problems.push(`${what}: the server has ended`)
  if (results.some(({ status }) => ![200, 201, 503, ...(isGone ? [0] : [])].includes(status)))
    problems.push(`${what}: ${said}`)
  if (results.some(({ status, retryAfter }) => status === 503 && !(Number(retryAfter) > 0)))
    problems.push(`${what}: a 503 without Retry-After`)
  if (slowest > 15_000) problems.push(`${what}: a call took ${Math.round(slowest)} ms`)
}
