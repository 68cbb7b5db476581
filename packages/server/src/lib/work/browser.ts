import { type ChildProcess, spawn } from 'node:child_process'
import { readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { makeBrowserFolder } from './browser-folder.ts'
import { BrowserGone, DevTools } from './devtools.ts'

interface BrowserRun {
  /** Of a `ForwardProxy`: the browser's only way out. */
  proxyPort: number
  /** Milliseconds until it is killed. */
  time: number
  /** Megabytes of all its processes together, without what they share; watched where the system has /proc. */
  memory: number
  signal: AbortSignal
}

/** Why a browser was ended. */
export class BrowserEnded extends Error {
  readonly why: 'late' | 'memory' | 'stopped' | 'crashed'
  constructor(why: BrowserEnded['why']) {
    super(`The browser was ended: ${why}`)
    this.why = why
  }
}

/** The account without rights, on Linux; used if the server runs as root. */
const NOBODY = 65_534
/** Of its time, in which it must have started. */
const START_SHARE = 0.5
const WATCH_MS = 250
const PAGE_BYTES = 4096
const MB = 2 ** 20
/** Megabytes of each written file, and seconds of processor time of each process. */
const FILE_MB = 512
const CPU_SECONDS = 60

/** As for other installed programs: no dump of its memory, limits by the system, the lowest priority. */
const LIMITED = 'ulimit -c 0; ulimit -t "$1"; ulimit -f "$2"; shift 2; exec nice -n 15 "$@"'

const FLAGS = [
  '--headless',
  '--remote-debugging-pipe',
  // Nothing but the proxy: no address of this machine without it, no other protocol, no name asked elsewhere.
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  '--disable-quic',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--dns-prefetch-disable',
  '--no-pings',
  '--block-new-web-contents',
  '--deny-permission-prompts',
  '--disable-extensions',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-sync',
  '--disable-domain-reliability',
  '--disable-client-side-phishing-detection',
  '--disable-breakpad',
  '--disable-crash-reporter',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  '--disable-notifications',
  '--disable-print-preview',
  '--disable-popup-blocking',
  '--disable-features=Translate,MediaRouter,OptimizationHints,DialMediaRouteProvider,PrintCompositorLPAC,WebOTP',
  '--no-first-run',
  '--no-default-browser-check',
  '--no-service-autorun',
  '--password-store=basic',
  '--use-mock-keychain',
  '--mute-audio',
  '--hide-scrollbars',
  '--js-flags=--max-old-space-size=512',
  '--disk-cache-size=1048576',
]

/** Set once a browser has ended because the system has no namespaces for its sandbox, as in most containers. */
let isUnboxed = false

/** Whether browsers of this process run without their sandbox; known after the first. */
export const runsUnboxed = (): boolean => isUnboxed

/**
 * Starts a browser with a separate profile, and ends it with all its processes after `use`. Throws BrowserEnded if it
 * was ended before, else what `use` throws.
 */
export async function withBrowser<T>(
  program: string,
  run: BrowserRun,
  use: (browser: DevTools) => Promise<T>,
): Promise<T> {
  const account = process.getuid?.() === 0 ? NOBODY : undefined
  const folder = await makeBrowserFolder(account)
  if (folder === undefined) throw new BrowserEnded('crashed')
  try {
    const asNobody = account === undefined ? {} : { uid: account, gid: account }
    const started = new Running(program, folder, run, asNobody)
    const first = isUnboxed ? undefined : await started.open(true)
    const browser = first ?? (await started.open(false))
    return await started.use(browser, use)
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
}

class Running {
  readonly #program: string
  readonly #folder: string
  readonly #run: BrowserRun
  readonly #as: { uid?: number; gid?: number }
  readonly #until: number
  #child: ChildProcess | undefined
  #why: BrowserEnded['why'] | undefined

  constructor(program: string, folder: string, run: BrowserRun, as: { uid?: number; gid?: number }) {
    this.#program = program
    this.#folder = folder
    this.#run = run
    this.#as = as
    this.#until = performance.now() + run.time
  }

  /** Undefined if it ended before it answered; without its sandbox, that is thrown. */
  async open(isBoxed: boolean): Promise<DevTools | undefined> {
    const { proxyPort, signal } = this.#run
    if (signal.aborted) throw new BrowserEnded('stopped')
    const limits = [String(CPU_SECONDS), String(FILE_MB * 2048)]
    const flags = [
      ...FLAGS,
      `--proxy-server=http://127.0.0.1:${proxyPort}`,
      `--user-data-dir=${path.join(this.#folder, 'profile')}`,
      ...(isBoxed ? [] : ['--no-sandbox']),
    ]
    const child = spawn('/bin/sh', ['-c', LIMITED, 'sh', ...limits, this.#program, ...flags, 'about:blank'], {
      cwd: this.#folder,
      // A separate process group, to kill all of it.
      detached: true,
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH, HOME: this.#folder, TMPDIR: this.#folder, LANG: 'C.UTF-8' },
      ...this.#as,
    })
    this.#child = child
    const gone = new Promise<undefined>((resolve) => {
      child.once('error', () => resolve(undefined))
      child.once('exit', () => resolve(undefined))
    })
    const [out, into] = [child.stdio[3] as Writable, child.stdio[4] as Readable]
    const browser = new DevTools(out, into, () => this.end('crashed'))
    void gone.then(() => browser.end())
    const timer = setTimeout(() => this.end('late'), this.#run.time * START_SHARE)
    const stop = () => this.end('stopped')
    signal.addEventListener('abort', stop)
    try {
      await browser.send('Browser.getVersion')
      if (!isBoxed) isUnboxed = true
      return browser
    } catch (error) {
      await this.#sweep()
      if (this.#why) throw new BrowserEnded(this.#why)
      if (!isBoxed) throw error instanceof BrowserGone ? new BrowserEnded('crashed') : error
      return undefined
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
    }
  }

  async use<T>(browser: DevTools | undefined, use: (browser: DevTools) => Promise<T>): Promise<T> {
    if (!browser) throw new BrowserEnded('crashed')
    const { signal, memory } = this.#run
    const timer = setTimeout(() => this.end('late'), Math.max(0, this.#until - performance.now()))
    const watch = setInterval(() => void this.#watch(memory), WATCH_MS)
    const stop = () => this.end('stopped')
    signal.addEventListener('abort', stop)
    if (signal.aborted) stop()
    try {
      return await use(browser)
    } catch (error) {
      if (this.#why) throw new BrowserEnded(this.#why)
      throw error instanceof BrowserGone ? new BrowserEnded('crashed') : error
    } finally {
      clearTimeout(timer)
      clearInterval(watch)
      signal.removeEventListener('abort', stop)
      await this.#sweep()
    }
  }

  end(why: BrowserEnded['why']): void {
    this.#why ??= why
    this.#kill()
  }

  #kill(): void {
    const pid = this.#child?.pid
    if (pid === undefined) return
    try {
      process.kill(-pid, 'SIGKILL')
    } catch {
      // All processes have ended.
    }
  }

  /** Kills everything that belongs to it until nothing is left, so that its folder can be removed. */
  async #sweep(): Promise<void> {
    this.#kill()
    for (let attempt = 0; attempt < 20; attempt++) {
      const left = await this.#processes()
      if (left.length === 0) return
      for (const pid of left)
        try {
          process.kill(pid, 'SIGKILL')
        } catch {
          // It has ended.
        }
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  async #watch(memory: number): Promise<void> {
    const pids = await this.#processes()
    const pages = await Promise.all(pids.map(ownPages))
    const used = pages.reduce((sum, each) => sum + each, 0) * PAGE_BYTES
    if (used > memory * MB) this.end('memory')
  }

  /** The processes of its group, and those that left it but have its folder in their environment; none without /proc. */
  async #processes(): Promise<number[]> {
    const group = this.#child?.pid
    const names = await readdir('/proc').catch(() => [])
    const pids = names.filter((name) => /^\d+$/.test(name)).map(Number)
    const found = await Promise.all(
      pids.map(async (pid) => {
        const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
        const [state, , pgrp] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
        if (state === undefined || state === 'Z' || state === 'X' || state === '') return false
        if (Number(pgrp) === group) return true
        const environment = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '')
        return environment.includes(`TMPDIR=${this.#folder}\0`)
      }),
    )
    return pids.filter((pid, index) => found[index] && pid !== process.pid)
  }
}

/** Resident pages of a process that it doesn't share. */
async function ownPages(pid: number): Promise<number> {
  const statm = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '')
  const [, resident = '0', shared = '0'] = statm.split(' ')
  return Number(resident) - Number(shared)
}
