import { text } from '#lib/api.ts'
import { around } from '#lib/retry.ts'
import { openCacheStore } from './cache-store.ts'
import type { FileStore } from './file-store.ts'
import { openIndexedDbStore } from './indexeddb-store.ts'
import { createMemoryStore } from './memory-store.ts'

const CONTROL_MS = 10_000

/** The best store that this browser gives on this address; what stood in the way is reported. */
export async function chooseStore(
  database: IDBDatabase | undefined,
  report: (problem: string) => void,
): Promise<FileStore> {
  try {
    if (database && window.isSecureContext && 'serviceWorker' in navigator && 'caches' in window) {
      await takeControl()
      await navigator.storage?.persist?.()
      return await openCacheStore(database)
    }
  } catch (error) {
    report(`No service worker: ${text(error)}`)
  }
  try {
    if (database) return await openIndexedDbStore(database)
  } catch (error) {
    report(`No lasting storage: ${text(error)}`)
  }
  return createMemoryStore()
}

/** Resolves when the service worker answers this page's requests. A page that plays from the cache needs that. */
async function takeControl(): Promise<void> {
  if (navigator.serviceWorker.controller) return
  const controlled = new Promise<void>((resolve, reject) => {
    navigator.serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true })
    setTimeout(() => reject(new Error('it did not start')), CONTROL_MS)
  })
  const registration = await navigator.serviceWorker.register('/service-worker.js')
  registration.active?.postMessage('claim')
  await controlled
}

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
  if (!navigator.serviceWorker?.controller) return
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
    setTimeout(() => location.reload(), Math.random() * RELOAD_WITHIN_MS)
  })
}
