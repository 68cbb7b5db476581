/**
 * Removes service workers and caches of this origin: the console uses none, and an old one would serve an old console
 * forever. Never blocks the start.
 */
export async function removeLeftovers(): Promise<void> {
  try {
    const workers = (await navigator.serviceWorker?.getRegistrations()) ?? []
    await Promise.all(workers.map((worker) => worker.unregister()))
    if (!('caches' in window)) return
    const names = await window.caches.keys()
    await Promise.all(names.map((name) => window.caches.delete(name)))
  } catch {
    // Site data is blocked, so there are no caches either.
  }
}

/** With hash routes the part before `#` is unused; a query there would leak into every page's search. */
export function dropForeignQuery(): void {
  const { search, pathname, hash } = window.location
  if (!search) return
  // An OpenID Connect provider sends people back with a query.
  const isAnswer = new URLSearchParams(search).has('state')
  const route = isAnswer ? `#/auth/provider?answer=${encodeURIComponent(JSON.stringify(search))}` : hash
  window.history.replaceState(null, '', pathname + route)
}

/**
 * Numbers the history entries of addresses typed by the user: the router uses its own count to undo a refused
 * navigation. Call it before the router listens. `routerIs`: the router's current number.
 */
export function numberTypedAddresses(routerIs: () => number): void {
  let here = 0
  window.addEventListener('popstate', ({ state, timeStamp }) => {
    here = state?.__TSR_index ?? Math.max(here, routerIs()) + 1
    if (state) return
    const entry = { __TSR_index: here, __TSR_key: `typed ${timeStamp}` }
    // Calling it on the object would go through the router's patch, which counts it as a step.
    History.prototype.replaceState.call(window.history, entry, '')
  })
}
