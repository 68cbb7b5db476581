import type { FromBridge } from '#downlink/package-bridge.ts'

/**
 * Erases everything on the content origin when the screen leaves an organization. Packages can store anything there.
 * This page's response has a `Clear-Site-Data` header, but browsers ignore it on plain HTTP, where only this script
 * erases. The worker never serves this page.
 */
const ERASERS: (() => Promise<unknown> | undefined)[] = [
  async () => localStorage.clear(),
  async () => sessionStorage.clear(),
  async () => {
    for (const cookie of document.cookie.split('; ')) {
      const name = cookie.split('=')[0]
      // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is missing on plain http
      if (name) document.cookie = `${name}=; max-age=0; path=/`
    }
  },
  async () => {
    for (const { name } of (await indexedDB.databases?.()) ?? []) if (name) indexedDB.deleteDatabase(name)
  },
  async () => {
    for (const name of await caches.keys()) await caches.delete(name)
  },
  async () => {
    const files = await navigator.storage?.getDirectory?.()
    // Missing in some browsers' types.
    const names = (files as { keys?: () => AsyncIterable<string> } | undefined)?.keys?.()
    for await (const name of names ?? []) await files?.removeEntry(name, { recursive: true })
  },
  async () => {
    for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister()
  },
]

// Ignore APIs that are missing or blocked on plain http: they store nothing.
void Promise.all(ERASERS.map((erase) => erase()?.catch(() => {}))).then(() =>
  parent.postMessage({ keeper: 'forgotten' } satisfies FromBridge, '*'),
)
