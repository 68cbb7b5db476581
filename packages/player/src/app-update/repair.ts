/** A file of the running version is damaged, and another version is stored. */
export interface FromWorker {
  damaged: string
}

/** Caches that the service worker fills again; see `service-worker.ts`. Media are in others. */
const SHELL = /^vitrine-(shell-|starts$)/

/**
 * Removes the stored app, so that the next start comes from the server, past the service worker. The new worker checks
 * each file that it stores. Without a worker, it replaces the browser's copies, and checks those. Returns whether the
 * server has responded: without it, the stored app stays.
 */
export async function repairShell(): Promise<boolean> {
  // The worker never answers this.
  const list = await fetch('/shell.json', { cache: 'no-store' })
    .then((answer) => (answer.ok ? (answer.json() as Promise<Record<string, string>>) : undefined))
    .catch(() => undefined)
  if (!list?.['/']) return false
  // Missing on plain http.
  const workers = (await navigator.serviceWorker?.getRegistrations().catch(() => [])) ?? []
  await Promise.all(workers.map((worker) => worker.unregister()))
  if ('caches' in window)
    for (const name of await caches.keys()) if (SHELL.test(name)) await caches.delete(name)
  if (workers.length === 0)
    await Promise.all(
      Object.keys(list).map((path) =>
        fetch(path, { cache: 'reload', integrity: list[path] })
          .then((answer) => answer.arrayBuffer())
          .catch(() => undefined),
      ),
    )
  return true
}
