import type { ScreenConfiguration } from '@vitrine/contract/api/screens/manifest'
import { updateAt } from '@vitrine/contract/schedule/updates'
import { reloadWhenReachable, startPage } from '#lib/reload.ts'
import { jittered } from '#lib/retry.ts'
import { alarm } from '#lib/time/alarm.ts'
import type { Clock } from '#lib/time/clock.ts'

/** About once an hour, and with every start, the browser looks for a newer version. */
const UPDATE_MS = 3_600_000
/** Not all screens of a site at the same moment. */
const RELOAD_WITHIN_MS = 60_000
const RUNS_AFTER_MS = 15_000
const LOOK_MS = 600_000

interface Options {
  clock: Clock
  /** The screen's rule for newer versions, as it is now. */
  updates: () => ScreenConfiguration['updates']
}

/**
 * Keeps the app up to date where a service worker serves it: starts a newer version once it is fully downloaded, and
 * confirms it after it has run for a while.
 * @param script path of the running script
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
  setTimeout(() => serviceWorker.controller?.postMessage({ runs: script }), RUNS_AFTER_MS)
  serviceWorker.addEventListener('controllerchange', () => {
    // It also changes when the browser throws all of this site away, be the server there or not.
    setTimeout(() => reloadWhenAllowed(options), Math.random() * RELOAD_WITHIN_MS)
  })
}

/** Until then this version keeps running: its files stay until the newer version confirms that it works. */
function reloadWhenAllowed({ clock, updates }: Options): void {
  const heldSince = clock.now()
  const share = Math.random()
  const look = () => {
    const now = clock.now()
    const at = updateAt(updates(), { heldSince, now, share })
    if (at <= now) void reloadWhenReachable()
    // The rule may change until then.
    else alarm(clock, Math.min(at, now + LOOK_MS), look)
  }
  look()
}

/**
 * Follows no rule, because parts of the old version that are not loaded yet are gone from the server. On plain HTTP the
 * server's start page is the app: once it names another script, this one is old.
 */
function keepReloading(script: string): void {
  const look = () => {
    void startPage().then((page) => {
      // Of a proxy or a server that is just starting.
      if (!page?.includes('id="player"') || page.includes(script)) return
      setTimeout(reloadWhenReachable, Math.random() * RELOAD_WITHIN_MS)
    })
    setTimeout(look, jittered(UPDATE_MS, UPDATE_MS / 4))
  }
  setTimeout(look, jittered(UPDATE_MS, UPDATE_MS / 4))
}
