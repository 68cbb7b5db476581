import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { freePorts } from './ports.ts'

/** V8's compile cache of the server, saved for the next start because these processes are killed and never exit. */
const COMPILED = path.resolve(import.meta.dirname, '../../.cache/compiled')
const KEEP_COMPILED = `data:text/javascript,${encodeURIComponent(
  "import { flushCompileCache } from 'node:module'; setTimeout(flushCompileCache, 1000).unref()",
)}`
/** Generous, because a slow machine is no failure. */
const START_MS = 180_000

/** Runs the built server: one process, or several behind a proxy. */
export interface Host {
  readonly urls: { console: string; player: string }
  /** Everything printed so far. */
  readonly output: string
  /** Starts it with the same data and ports. */
  start(main: string, options: readonly string[]): Promise<void>
  /** A power cut: kills it without a shutdown. */
  cut(): Promise<void>
  /** Kills it and deletes its data. */
  close(): Promise<void>
}

/** A separate process, on free loopback ports and an empty data folder. */
export async function oneProcess(settings: Record<string, string>): Promise<Host> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'vitrine-journey-'))
  const [port, playerPort, contentPort] = await freePorts(3)
  const urls = { console: `http://localhost:${port}`, player: `http://localhost:${playerPort}` }
  const env = {
    ...process.env,
    NODE_COMPILE_CACHE: COMPILED,
    HOST: '127.0.0.1',
    PORT: String(port),
    PLAYER_PORT: String(playerPort),
    CONTENT_PORT: String(contentPort),
    DATA_DIR: folder,
    ...settings,
  }
  let running: ChildProcess | undefined
  let output = ''

  async function start(main: string, options: readonly string[]): Promise<void> {
    const child = spawn(process.execPath, ['--import', KEEP_COMPILED, main, ...options], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    running = child
    const listen = (chunk: Buffer) => {
      output += chunk.toString()
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    const deadline = performance.now() + START_MS
    while (performance.now() < deadline) {
      if (child.exitCode !== null) throw new Error(`The server ended: ${output}`)
      const answer = await fetch(`${urls.console}/api/health`).catch(() => undefined)
      if (answer?.ok && output.includes('is running')) return
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    // Otherwise it would outlive the test, which has nothing to close yet.
    await cut()
    throw new Error(`The server does not answer: ${output}`)
  }

  async function cut(): Promise<void> {
    const child = running
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await gone
  }

  return {
    urls,
    get output() {
      return output
    },
    start,
    cut,
    async close() {
      await cut()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
