import { reloadWhenReachable, startPage } from '#lib/reload.ts'
import { around } from '#lib/retry.ts'

/** About once an hour, and with every start, the browser looks for a newer version. */
const UPDATE_MS = 3_600_000
/** Not all screens of a site at the same moment. */
const RELOAD_WITHIN_MS = 60_000
const RUNS_AFTER_MS = 15_000

/**
 * Keeps the app itself up to date where a service worker serves it: a newer version is started when it is completely
 * here, and is told to stay once it has run for a while.
 * @param script path of the script that runs
 */
export function keepUpToDate(script: string): void {
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
    setTimeout(look, around(UPDATE_MS, UPDATE_MS / 4))
  }
  setTimeout(look, around(UPDATE_MS, UPDATE_MS / 4))
  setTimeout(() => serviceWorker.controller?.postMessage({ runs: script }), RUNS_AFTER_MS)
  serviceWorker.addEventListener('controllerchange', () => {
    // It also changes when the browser throws all of this site away, be the server there or not.
    setTimeout(reloadWhenReachable, Math.random() * RELOAD_WITHIN_MS)
  })
}

/** On plain HTTP the server's start page is the app: once it names another script, this one is old. */
function keepReloading(script: string): void {
  const look = () => {
    void startPage().then((page) => {
      // Of a proxy or a server that is just starting.
      if (!page?.includes('id="player"') || page.includes(script)) return
      setTimeout(reloadWhenReachable, Math.random() * RELOAD_WITHIN_MS)
    })
    setTimeout(look, around(UPDATE_MS, UPDATE_MS / 4))
  }
  setTimeout(look, around(UPDATE_MS, UPDATE_MS / 4))
}
