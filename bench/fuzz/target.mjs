import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { freePorts } from '../../scripts/setup/ports.mjs'

const MAIN = path.resolve(import.meta.dirname, '../../dist/server/main.js')
const ADMIN = { email: 'admin@vitrine.local', password: 'Fuzz-sign-in-1' }
const LINES_KEPT = 5000

/** The built server with its own data; with DATABASE_URL on that PostgreSQL, which must be empty. */
export async function startTarget() {
  if (!existsSync(MAIN)) throw new Error('There is no built server: run npm run build first')
  const folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-fuzz-'))
  const ports = await freePorts(3)
  const [PORT, PLAYER_PORT, CONTENT_PORT] = ports.map(String)
  const child = spawn(process.execPath, [MAIN], {
    env: {
      ...process.env,
      ...{ HOST: '127.0.0.1', PORT, PLAYER_PORT, CONTENT_PORT, DATA_DIR: folder, LOG_LEVEL: 'warn' },
      ...{ ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password, PAIRINGS_PER_ADDRESS: '100000' },
      // Every caller has its own address, or limits per address would keep requests from the handlers.
      ...{ TRUSTED_PROXIES: '127.0.0.1', WEATHER_URL: 'http://127.0.0.1:9', BACKUP_AT: 'never' },
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Ctrl-C ends the run, which then ends the server.
    detached: true,
  })
  const lines = []
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      lines.push(...text.split('\n').filter(Boolean))
      lines.splice(0, lines.length - LINES_KEPT)
    })
  const gone = new Promise((resolve) => child.once('exit', resolve))
  const target = {
    url: `http://127.0.0.1:${PORT}`,
    playerUrl: `http://127.0.0.1:${PLAYER_PORT}`,
    admin: ADMIN,
    pid: child.pid,
    /** How it ended, or undefined while it runs. */
    hasEnded: () => child.signalCode ?? (child.exitCode === null ? undefined : `status ${child.exitCode}`),
    output: () => lines.slice(-30).join('\n    '),
    /** The server's log lines about a request. */
    logOf: (id) => lines.filter((line) => line.includes(id)).map((line) => `log: ${line.slice(0, 2500)}`),
    stop: async () => {
      child.kill('SIGTERM')
      const over = setTimeout(() => child.kill('SIGKILL'), 40_000)
      await gone
      clearTimeout(over)
      rmSync(folder, { recursive: true, force: true })
    },
  }
  for (let tries = 0; tries < 1200; tries++) {
    const answer = await fetch(`${target.url}/api/health`).catch(() => undefined)
    if (answer?.ok) return target
    if (target.hasEnded() !== undefined) break
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`The server does not start: ${target.output()}`)
}
