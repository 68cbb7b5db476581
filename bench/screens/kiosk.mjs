// A browser as started by the kiosk setup, and the resources of its processes. DevTools is attached only for queries:
// it retains some of a page's data, and a real screen has none.
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'

/** The flags in player/public/kiosk-launcher.sh. */
export const KIOSK = [
  '--autoplay-policy=no-user-gesture-required',
  '--noerrdialogs',
  '--no-first-run',
  '--password-store=basic',
  '--disable-component-update',
  '--disable-background-networking',
  '--disable-sync',
  '--disable-hang-monitor',
  '--disable-gpu-shader-disk-cache',
  '--disk-cache-size=20000000',
  '--disable-features=Translate,SpareRendererForSitePerProcess,SegmentationPlatform,OptimizationHints',
]
export const ON_A_BENCH = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--mute-audio',
  '--window-size=960,540',
  '--remote-debugging-port=0',
]

/** Starts it with a profile and an empty page. */
export async function startKiosk(profile) {
  const before = read(profile, 'DevToolsActivePort')
  const child = spawn(
    process.env.CHROMIUM_PATH,
    [...ON_A_BENCH, ...KIOSK, `--user-data-dir=${profile}`, 'about:blank'],
    { stdio: 'ignore' },
  )
  let port = before
  while (port === before) {
    if (child.exitCode !== null) throw new Error(`The browser ended with ${child.exitCode}`)
    await setTimeout(50)
    port = read(profile, 'DevToolsActivePort')
  }
  return {
    withPage: (work) => withPage(profile, work),
    processes: () => processesOf(profile),
    async close() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill()
      await gone
    },
  }
}

/** Attaches to the page of the browser with this profile for `work`, then detaches. */
export async function withPage(profile, work) {
  const [port] = read(profile, 'DevToolsActivePort').split('\n')
  const targets = await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()
  const session = await attach(targets.find(({ type }) => type === 'page').webSocketDebuggerUrl)
  try {
    return await work(session)
  } finally {
    await session.close()
  }
}

async function attach(url) {
  const socket = new WebSocket(url)
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = () => reject(new Error('The page does not answer'))
  })
  const waiting = new Map()
  let last = 0
  socket.onmessage = ({ data }) => {
    const { id, error, result } = JSON.parse(data)
    const { resolve, reject } = waiting.get(id) ?? {}
    waiting.delete(id)
    if (error) reject?.(new Error(error.message))
    else resolve?.(result)
  }
  const send = (method, params = {}) =>
    new Promise((resolve, reject) => {
      waiting.set(++last, { resolve, reject })
      socket.send(JSON.stringify({ id: last, method, params }))
    })
  const evaluate = async (expression) => {
    const { result, exceptionDetails } = await send('Runtime.evaluate', { expression, returnByValue: true })
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return result.value
  }
  return {
    send,
    evaluate,
    async until(expression, everyMs = 200) {
      while (!(await evaluate(expression).catch(() => false))) await setTimeout(everyMs)
    },
    close: () =>
      new Promise((resolve) => {
        socket.onclose = resolve
        socket.close()
      }),
  }
}

/** The browser's processes, found by its profile, and their children. */
export function processesOf(profile) {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const parents = new Map(all.map((pid) => [pid, /^PPid:\s+(\d+)/m.exec(ofProcess(pid, 'status'))?.[1]]))
  const mine = new Set(all.filter((pid) => ofProcess(pid, 'cmdline').includes(profile)))
  for (let found = true; found; ) {
    found = false
    for (const [pid, parent] of parents)
      if (!mine.has(pid) && mine.has(parent)) {
        mine.add(pid)
        found = true
      }
  }
  return [...mine].map(processOf)
}

/**
 * `memory` in megabytes; shared memory is divided among its users. Excludes the browser's program files, whose share
 * depends on other browsers on the machine.
 */
function processOf(pid) {
  const command = ofProcess(pid, 'cmdline')
  const rollup = ofProcess(pid, 'smaps_rollup')
  const kilobytes = (kind) => Number(new RegExp(`^${kind}:\\s+(\\d+)`, 'm').exec(rollup)?.[1] ?? 0)
  const type = /--type=([\w-]+)/.exec(command)?.[1] ?? 'browser'
  return {
    type: type === 'utility' ? /--utility-sub-type=(\w+)/.exec(command)?.[1] : type,
    memory: (kilobytes('Pss_Anon') + kilobytes('Pss_Shmem')) / 1000,
    files: openFiles(pid),
    written: Number(/^write_bytes: (\d+)/m.exec(ofProcess(pid, 'io'))?.[1] ?? 0),
  }
}
function openFiles(pid) {
  try {
    return readdirSync(`/proc/${pid}/fd`).length
  } catch {
    return 0
  }
}
const ofProcess = (pid, file) => read(`/proc/${pid}`, file)
function read(folder, file) {
  try {
    return readFileSync(path.join(folder, file), 'utf8')
  } catch {
    return ''
  }
}
