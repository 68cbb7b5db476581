import type { Page } from '@playwright/test'

const MOST_MS = 60_000

/**
 * Waits until all requests except the event stream have finished and pictures have rendered. `quiet`: milliseconds
 * without a response.
 */
export async function stillness(page: Page, quiet = 400): Promise<void> {
  await page.evaluate(
    async ([quiet, most]) => {
      await document.fonts.ready
      const began = performance.now()
      const count = () => performance.getEntriesByType('resource').length
      let seen = count()
      let since = began
      while (performance.now() - since < quiet && performance.now() - began < most) {
        await new Promise((resolve) => setTimeout(resolve, 30))
        const loading = document.querySelector('[role="status"][aria-label^="Loading"]') !== null
        const pictures = [...document.images].some(({ complete, loading }) => !complete && loading !== 'lazy')
        if (count() === seen && !loading && !pictures) continue
        seen = count()
        since = performance.now()
      }
    },
    [quiet, MOST_MS] as const,
  )
}
