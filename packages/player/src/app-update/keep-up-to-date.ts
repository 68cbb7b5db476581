import { LATER_CALLS } from '@vitrine/contract/player/later-calls'
import { playerIn } from '@vitrine/contract/player/updates'
import { updateAt } from '@vitrine/contract/schedule/updates'
import type { Library } from '#downlink/library.ts'
import { type Api, ApiError } from '#lib/api.ts'
import { newId } from '#lib/new-id.ts'
import { reloadWhenReachable, startPage } from '#lib/reload.ts'
import { jittered } from '#lib/retry.ts'
import type { Clock } from '#lib/time/clock.ts'
import { jsonOf } from '#lib/transport.ts'
import type { Playback } from '#schedule/playback.ts'
import type { Director } from '#stage/director.ts'

/** The browser checks for a newer version about once an hour, and on every start. */
const UPDATE_MS = 3_600_000
/** Spreads the reloads of a site's screens. */
const RELOAD_WITHIN_MS = 60_000
const RUNS_AFTER_MS = 15_000
const LOOK_MS = 600_000
/** Delay of the first report that this version works. */
const REPORTS_AFTER_MS = 20_000
/** Retry interval of an unanswered request. */
const AGAIN_MS = 120_000
/** A server whose clock jumped may name a time years ahead, and browsers fire such timers immediately. */
const AGAIN_MOST_MS = 86_400_000
const WORKER_MS = 5000
const HELD = 'vitrine-player.held'

interface Connected {
  library: Pick<Library, 'ready' | 'progress'>
  playback: Pick<Playback, 'now'>
  director: Pick<Director, 'front'>
}

interface Options {
  clock: Pick<Clock, 'now'>
  api: Pick<Api, 'open'>
  /** Absent until the screen is connected. */
  session: () => Connected | undefined
}

interface Verdict {
  verdict: 'stay' | 'start' | 'back'
  /** Seconds until the next request. */
  again: number
}

/**
 * Updates the app where a service worker serves it: starts a newer version once it is completely downloaded and the
 * server permits it, and confirms it after it has run for a while. @param script path of the running script
 */
export function keepUpToDate(script: string, options: Options): void {
  if (!navigator.serviceWorker?.controller) {
    keepReloading(script)
    return
  }
  const { serviceWorker } = navigator
  const look = () => {
    void serviceWorker
      .getRegistration()
      .then((registration) => registration?.update())
      .catch(() => undefined)
    setTimeout(look, jittered(UPDATE_MS, UPDATE_MS / 4))
  }
  setTimeout(look, jittered(UPDATE_MS, UPDATE_MS / 4))
  setTimeout(() => serviceWorker.controller?.postMessage({ runs: script, asks: true }), RUNS_AFTER_MS)
  const askAfter = askForUpdates(script.replace(/^.*\//, ''), options)
  askAfter(jittered(REPORTS_AFTER_MS, REPORTS_AFTER_MS / 4))
  // The controller also changes when the browser evicts this site's data, whether or not the server is reachable.
  serviceWorker.addEventListener('controllerchange', () => askAfter(Math.random() * RELOAD_WITHIN_MS))
}

/**
 * This version runs until the server permits the newer one; its files are kept until then, and for one version
 * longer.
 */
function askForUpdates(runs: string, { clock, api, session }: Options): (ms: number) => void {
  const share = Math.random()
  const bootId = newId(clock.now())
  let timer: ReturnType<typeof setTimeout> | undefined
  const askAfter = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void ask(), ms)
  }
  const ask = async () => {
    askAfter(jittered(AGAIN_MS, AGAIN_MS / 4))
    const page = await startPage()
    const holds = (page && playerIn(page)) || runs
    const now = clock.now()
    if (holds !== runs) {
      const updates = session()?.library.ready.get().device?.body.configuration?.updates
      const at = updateAt(updates, { heldSince: heldSince(holds, now), now, share })
      // The rule may change before then.
      if (at > now) return askAfter(Math.min(at - now, LOOK_MS))
    }
    const { verdict, again } = await askServer(api, { runs, holds, bootId, shows: shows(session()) })
    const wait = Math.min(again * 1000, AGAIN_MOST_MS)
    askAfter(jittered(wait, wait / 10))
    if (verdict === 'start') await notifyWorker('start')
    // Stays if no earlier version is stored.
    else if (verdict !== 'back' || !(await notifyWorker('back'))) return
    clearTimeout(timer)
    await reloadWhenReachable()
  }
  return askAfter
}

/** When this screen first received a version, across restarts. */
function heldSince(version: string, now: number): number {
  try {
    const [name, at] = localStorage.getItem(HELD)?.split(' ') ?? []
    if (name === version) return Math.min(Number(at), now)
    localStorage.setItem(HELD, `${version} ${now}`)
  } catch {
    // Without storage, a restart starts the wait over.
  }
  return now
}

const STARTS: Verdict = { verdict: 'start', again: 3600 }

async function askServer(
  api: Options['api'],
  body: { runs: string; holds: string; bootId: string; shows: boolean },
): Promise<Verdict> {
  try {
    return (await jsonOf(await api.open(LATER_CALLS.askUpdate, { body }), ['verdict', 'again'])) as Verdict
  } catch (error) {
    const status = error instanceof ApiError ? error.status : 0
    // A server without this endpoint, or a screen without an organization: the screen decides itself.
    const isLeftAlone = status >= 400 && status < 500 && status !== 429
    if (isLeftAlone && body.runs !== body.holds) return STARTS
    return { verdict: 'stay', again: AGAIN_MS / 1000 }
  }
}

/** Whether the screen shows its content, as far as the files are stored. */
function shows(session: Connected | undefined): boolean {
  if (!session || session.director.front) return true
  return session.playback.now.get().storyboardId === null || session.library.progress.get().missing > 0
}

/** Returns whether the next start will use another version. Older workers don't respond. */
const notifyWorker = (order: 'start' | 'back'): Promise<boolean> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => resolve(data === true)
    setTimeout(() => resolve(false), WORKER_MS)
    navigator.serviceWorker.controller?.postMessage(order, [port2])
  })

/**
 * Ignores the update rules, because the server no longer has chunks of the old version. On plain HTTP the server's
 * start page is the app: once it references another script, this version is outdated.
 */
function keepReloading(script: string): void {
  const look = () => {
    void startPage().then((page) => {
      // The response is from a proxy or a server that is starting.
      if (!page?.includes('id="player"') || page.includes(script)) return
      setTimeout(reloadWhenReachable, Math.random() * RELOAD_WITHIN_MS)
    })
    setTimeout(look, jittered(UPDATE_MS, UPDATE_MS / 4))
  }
  setTimeout(look, jittered(UPDATE_MS, UPDATE_MS / 4))
}
