import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { freePorts } from '../../scripts/setup/ports.mjs'

const MAIN = path.resolve(import.meta.dirname, '../../dist/server/main.js')
const LOOP_DELAY = new URL('./loop-delay.mjs', import.meta.url).href
/** As in SERVER_FLAGS of scripts/setup/node.mjs. */
const FLAGS = ['--max-semi-space-size=16', '--heap-growing-percent=100']
/** Ticks per second of Linux's processor accounting. */
const TICKS = 100
export const ADMIN = { email: 'admin@vitrine.local', password: 'bench-sign-in-1' }

/**
 * Starts the built server in a separate process on free loopback ports and waits until it answers. `startedIn` is
 * the time in ms from spawning to the first answer. `kill` is a power cut of the process; `start` brings it back on
 * the same data and ports, with `more` settings. `filled`: a data folder to start with.
 */
export async function startServer(env = {}, filled = undefined) {
  if (!existsSync(MAIN)) throw new Error('There is no built server: run npm run build first')
  const folder = filled ?? mkdtempSync(path.join(os.tmpdir(), 'vitrine-bench-'))
  const [port, playerPort, contentPort] = await freePorts(3)
  const url = `http://127.0.0.1:${port}`
  let child

  async function start(more = {}) {
    const started = performance.now()
    child = spawn(process.execPath, [...FLAGS, '--import', LOOP_DELAY, MAIN], {
      env: {
        ...process.env,
        HOST: '127.0.0.1',
        PORT: port,
        PLAYER_PORT: playerPort,
        CONTENT_PORT: contentPort,
        DATA_DIR: folder,
        ADMIN_EMAIL: ADMIN.email,
        ADMIN_PASSWORD: ADMIN.password,
        LOG_LEVEL: 'error',
        // Whole fleets and crowds call from one address here.
        CONNECTIONS_PER_ADDRESS: 100_000,
        ...env,
        ...more,
      },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    // It sends 'ready', which must not be taken for the answer to later requests.
    child.on('message', () => {})
    for (let tries = 0; tries < 2000; tries++) {
      if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}`)
      const answer = await fetch(`${url}/api/health`).catch(() => undefined)
      if (answer?.ok) return performance.now() - started
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    throw new Error('The server does not answer')
  }

  async function end(signal) {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await gone
  }

  const startedIn = await start()
  return {
    url,
    playerUrl: `http://127.0.0.1:${playerPort}`,
    folder,
    startedIn,
    start,
    get pid() {
      return child.pid
    },
    /** Current and peak resident memory in MB. */
    memory: () => ({ now: fromStatus(child.pid, 'VmRSS'), peak: fromStatus(child.pid, 'VmHWM') }),
    /** Seconds of processor time so far. */
    cpu: () => {
      const [user, system] = readFileSync(`/proc/${child.pid}/stat`, 'utf8')
        .split(') ')[1]
        .split(' ')
        .slice(11, 13)
      return (Number(user) + Number(system)) / TICKS
    },
    /**
     * Delay of the server's event loop since the last call, its longest work, and the processor time of its main thread:
     * `{ p99, max, held, used }` in ms.
     */
    loopDelay: () =>
      new Promise((resolve) => {
        child.once('message', resolve)
        child.send('delay')
      }),
    kill: (signal = 'SIGKILL') => end(signal),
    stop: async () => {
      await end('SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function fromStatus(pid, field) {
  const line = readFileSync(`/proc/${pid}/status`, 'utf8')
    .split('\n')
    .find((each) => each.startsWith(field))
  return Number(/\d+/.exec(line ?? '')?.[0] ?? 0) / 1024
}

/**
 * Returns a function that calls the API as a user: `(method, path, body?) => answer`. Throws on a refusal. Logs in
 * again when the token has expired, after a quarter of an hour.
 */
export async function signIn(url, credentials = ADMIN) {
  const send = (method, path, body, token) =>
    fetch(`${url}/api${path}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      body: body && JSON.stringify(body),
    })
  const answerOf = async (method, path, response) => {
    const answer = await response.json()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`)
    return answer
  }
  const begin = async () => answerOf('POST', '/auth/login', await send('POST', '/auth/login', credentials))
  const call = async (method, path, body) => {
    let response = await send(method, path, body, call.token)
    if (response.status === 401) {
      call.token = (await begin()).token
      response = await send(method, path, body, call.token)
    }
    return answerOf(method, path, response)
  }
  const { token, profile } = await begin()
  return Object.assign(call, { url, token, profile })
}
