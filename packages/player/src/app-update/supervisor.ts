import '#lib/old-browsers.ts'
import { isReachable } from '#lib/reload.ts'
import { type FromWorker, repairShell } from './repair.ts'

/**
 * A script inside the start page, so that it runs when no other file does. It loads polyfills before the app, then
 * monitors it: if the app doesn't start, or dies, it reloads the page. The service worker counts these reloads and
 * rolls back to the previous version (service-worker.ts); after the third, the stored app is replaced by the server's.
 */
const LOOK_MS = 2000
const PATIENCE_MS = 20_000
/** The patience with an app one of whose scripts can't be loaded. */
const BROKEN_PATIENCE_MS = 4000
/** The first restarts are fast, to reject a bad version soon; later ones back off. */
const QUICK = 3
const LONGEST_MS = 600_000
const KEY = 'vitrine-player.restarts'
/** The interval of a sign of life on disk, for a kiosk that monitors the browser from outside (public/kiosk-watch.py). */
const SIGN_MS = 300_000
const SIGN = 'vitrine-player.lives'
/**
 * A kiosk whose browser stores such files in memory says so in the URL: signs of life that cost no disk writes can be
 * frequent.
 */
const IN_MEMORY = /[#&]signs=memory(&|$)/
const MEMORY_SIGN_MS = 10_000

let emptyFor = 0
let upFor = 0
let isBroken = false

function restarts(): number {
  try {
    return Number(sessionStorage.getItem(KEY)) || 0
  } catch {
    return 0
  }
}
function note(count: number): void {
  try {
    sessionStorage.setItem(KEY, String(count))
  } catch {
    // Without storage, restarts just don't back off.
  }
}

async function look(): Promise<void> {
  if (document.getElementById('player')?.childElementCount) {
    emptyFor = 0
    upFor += LOOK_MS
    if (upFor === 60_000) note(0)
    return
  }
  emptyFor += LOOK_MS
  const patience = isBroken ? BROKEN_PATIENCE_MS : PATIENCE_MS
  if (emptyFor < Math.min(LONGEST_MS, patience * 2 ** Math.max(0, restarts() - QUICK))) return
  emptyFor = 0
  await restart()
}

async function restart(): Promise<void> {
  if (!(await isReachable())) return
  const count = restarts() + 1
  note(count)
  if (count % QUICK === 0) await repairShell()
  location.reload()
}

function sign(): void {
  try {
    localStorage.setItem(SIGN, String(Math.round(performance.now())))
  } catch {
    // A browser without storage isn't monitored.
  }
}

async function signInMemory(): Promise<void> {
  const folder = await navigator.storage.getDirectory()
  const file = await folder.getFileHandle(SIGN, { create: true })
  // Closing replaces the file, even with an empty one.
  await (await file.createWritable()).close()
}

sign()
setInterval(sign, SIGN_MS)
if (IN_MEMORY.test(location.hash)) {
  const signOften = () => void signInMemory().catch(() => undefined)
  signOften()
  setInterval(signOften, MEMORY_SIGN_MS)
}
setInterval(() => void look(), LOOK_MS)
// In the capture phase: an element whose file can't be loaded tells no other listener.
window.addEventListener(
  'error',
  ({ target, error }) => {
    if (target instanceof HTMLScriptElement || error instanceof SyntaxError) isBroken = true
  },
  true,
)
navigator.serviceWorker?.addEventListener('message', ({ data }: MessageEvent<FromWorker | undefined>) => {
  // What shows needs the file no more than it did before.
  const isNeeded = () => !document.querySelector('.page[data-state=front]')
  if (data?.damaged && isNeeded()) setTimeout(() => isNeeded() && void restart(), BROKEN_PATIENCE_MS)
})
