// Restarts PostgreSQL under a server that writes, again and again, then freezes it, and checks that nothing ends, that
// calls are refused in time, and that every acknowledged save is there:
//   node scripts/postgres-outage.mjs [restarts]
// Needs Linux, PostgreSQL 15 or newer and, for root, runuser. The server runs from its sources.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { findNode } from './setup/node.mjs'
import { freePort } from './setup/ports.mjs'
import { startPostgres } from './setup/postgres.mjs'
import { root } from './setup/root.mjs'

const RESTARTS = Number(process.argv[2] ?? 20)
const WRITERS = 16
const FREEZE_MS = 30_000
const ADMIN = { email: 'admin@vitrine.local', password: 'postgres-outage-1' }

const folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-outage-'))
const postgres = await startPostgres()
const [PORT, PLAYER_PORT, CONTENT_PORT] = [await freePort(), await freePort(), await freePort()].map(String)
const url = `http://127.0.0.1:${PORT}/api`
const server = spawn(findNode(), ['--no-warnings', path.join(root, 'packages/server/src/main.ts')], {
  env: {
    ...process.env,
    ...{ HOST: '127.0.0.1', PORT, PLAYER_PORT, CONTENT_PORT, DATA_DIR: folder, LOG_LEVEL: 'fatal' },
    ...{ DATABASE_URL: postgres.url, ADMIN_PASSWORD: ADMIN.password },
  },
  stdio: ['ignore', 'ignore', 'inherit'],
})
const problems = []
try {
  while (!(await call('GET', '/health').catch(() => undefined))?.ok) await setTimeout(100)
  const { token } = await (await call('POST', '/auth/login', ADMIN)).json()
  const acknowledged = []
  for (let n = 1; n <= RESTARTS; n++) {
    const stop = write(token, acknowledged)
    await setTimeout(Math.random() * 500)
    await postgres.restart()
    await setTimeout(300)
    report(`restart ${n}`, await stop())
  }
  const stop = write(token, acknowledged)
  await setTimeout(300)
  const processes = await postgres.processes()
  for (const id of processes) process.kill(id, 'SIGSTOP')
  await setTimeout(FREEZE_MS)
  for (const id of processes) process.kill(id, 'SIGCONT')
  await setTimeout(1000)
  report('freeze', await stop())
  const { buildings } = await (await call('GET', '/buildings', undefined, token)).json()
  const stored = new Set(buildings.map(({ name }) => name))
  const lost = acknowledged.filter((name) => !stored.has(name))
  if (lost.length) problems.push(`${lost.length} acknowledged saves are missing`)
  console.log(`${acknowledged.length} saves acknowledged, ${lost.length} lost`)
} finally {
  server.kill('SIGTERM')
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
console.log(problems.length ? problems.join('\n') : 'No problems.')
process.exit(problems.length ? 1 : 0)

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

/** Saves without pause; answers what ends it, which answers how the saves went. */
function write(token, acknowledged) {
  const results = []
  let stopped = false
  const writers = Array.from({ length: WRITERS }, async (_, writer) => {
    for (let n = 0; !stopped; n++) {
      const name = `House ${writer} ${n} ${acknowledged.length}`
      const began = performance.now()
      const answer = await call(
        'POST',
        '/buildings/create',
        { name, location: 'Here', floors: [{ name: 'Ground' }] },
        token,
      ).catch(() => undefined)
      const ms = performance.now() - began
      results.push({ status: answer?.status ?? 0, retryAfter: answer?.headers.get('retry-after'), ms })
      if (answer?.status === 201) acknowledged.push(name)
      else await setTimeout(50)
    }
  })
  return async () => {
    stopped = true
    await Promise.all(writers)
    return results
  }
}

function report(what, results) {
  const counts = Object.entries(Object.groupBy(results, ({ status }) => status))
  const slowest = Math.max(...results.map(({ ms }) => ms))
  const said = counts.map(([status, each]) => `${each.length} × ${status}`).join(', ')
  console.log(`${what}: ${said}; slowest ${Math.round(slowest)} ms`)
  if (server.exitCode !== null || server.signalCode !== null) problems.push(`${what}: the server has ended`)
  if (results.some(({ status }) => status !== 201 && status !== 503)) problems.push(`${what}: ${said}`)
  if (results.some(({ status, retryAfter }) => status === 503 && !(Number(retryAfter) > 0)))
    problems.push(`${what}: a 503 without Retry-After`)
  if (slowest > 15_000) problems.push(`${what}: a call took ${Math.round(slowest)} ms`)
}
