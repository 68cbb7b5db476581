import { keepUnsaved } from '#lib/unsaved.ts'
import { readStartPage } from './transport.ts'

/** How long after a reload there is no other one, in milliseconds: it did not help. */
const AGAIN_MS = 20_000

/**
 * When a part of the program is missing because the server has a newer version: keeps unsaved input and reloads.
 * Returns whether it does; without a newer version, or shortly after such a reload, nothing happens.
 */
export async function reloadIfNewer(): Promise<boolean> {
  const entry = document.querySelector('script[type="module"][src]')?.getAttribute('src')
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (!entry || (arrival?.type === 'reload' && performance.now() < AGAIN_MS)) return false
  const page = await readStartPage()
  if (page === undefined || page.includes(`"${entry}"`)) return false
  keepUnsaved()
  window.location.reload()
  return true
}
