import { FORGET, type FromKeeper, OWN_CACHES } from '#content/package-bridge.ts'

/**
 * Lies hidden in the player's page, on the content origin: starts that origin's service worker, and carries its questions
 * for files to the player and the answers back.
 */
async function keep(): Promise<void> {
  const { serviceWorker } = navigator
  serviceWorker.addEventListener('message', ({ data, ports }) => {
    if (data?.hash)
      tell({ keeper: 'asks', hash: String(data.hash), path: String(data.path), bytes: data.bytes === true }, [
        ...ports,
      ])
  })
  serviceWorker.startMessages()
  const registration = await serviceWorker.register('/worker.js')
  if (!serviceWorker.controller) {
    const controlled = new Promise((resolve) =>
      serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    )
    registration.active?.postMessage('claim')
    await controlled
  }
  tell({ keeper: 'ready' })
}

/** Whoever may frame this page may hear it: it says no more than names of files. */
const tell = (message: FromKeeper, ports: MessagePort[] = []) => parent.postMessage(message, '*', ports)

/** What packages of an organization left behind here goes when the screen leaves it. */
async function forget(): Promise<void> {
  localStorage.clear()
  sessionStorage.clear()
  for (const { name } of (await indexedDB.databases?.()) ?? []) if (name) indexedDB.deleteDatabase(name)
  const own = (name: string) => name.startsWith(OWN_CACHES)
  for (const name of await caches.keys()) if (!own(name)) await caches.delete(name)
  const files = await navigator.storage?.getDirectory?.()
  // Not in every browser's types.
  const names = (files as { keys?: () => AsyncIterable<string> } | undefined)?.keys?.()
  for await (const name of names ?? []) await files?.removeEntry(name, { recursive: true })
}

addEventListener('message', ({ source, data }) => {
  if (source === parent && data === FORGET) void forget()
})

tell({ keeper: 'here' })
keep().catch((error: unknown) => tell({ keeper: 'failed', reason: String(error) }))
