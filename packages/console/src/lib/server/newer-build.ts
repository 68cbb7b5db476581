import { keepUnsaved } from '#lib/unsaved.ts'
import { readStartPage } from './transport.ts'

/** Don't reload again within this time, in milliseconds: the last reload didn't help. */
const AGAIN_MS = 20_000

/**
 * Reloads if a chunk is missing because the server has a newer build, after saving unsaved input. Returns whether it
 * reloads: not without a newer build, nor shortly after such a reload.
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
