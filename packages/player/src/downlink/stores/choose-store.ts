import { errorMessage } from '#lib/api.ts'
import { write } from '#lib/database.ts'
import { untilLoaded } from '#lib/until-loaded.ts'
import { openCacheStore } from './cache-store.ts'
import type { FileStore } from './file-store.ts'

const CONTROL_MS = 10_000

/** The best store available in this browser and context; reports why better ones failed. */
export async function chooseStore(
  database: IDBDatabase | undefined,
  report: (problem: string) => void,
): Promise<FileStore> {
  try {
    if (database && window.isSecureContext && 'serviceWorker' in navigator && 'caches' in window) {
      await takeControl()
      // Don't await: Firefox prompts the user, and a screen has none.
      navigator.storage?.persist?.().catch(() => false)
      const store = await openCacheStore()
      // Earlier versions stored partial files there.
      write(database, ['chunks'], (transaction) => transaction.objectStore('chunks').clear()).catch(
        () => undefined,
      )
      return store
    }
  } catch (error) {
    report(`No service worker: ${errorMessage(error)}`)
  }
  try {
    if (database)
      return await (await untilLoaded(() => import('./indexeddb-store.ts'))).openIndexedDbStore(database)
  } catch (error) {
    report(`No lasting storage: ${errorMessage(error)}`)
  }
  return (await untilLoaded(() => import('./memory-store.ts'))).createMemoryStore()
}

/** Resolves when the service worker controls this page, which playing from the cache requires. */
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
