import type { Page } from '@playwright/test'

/** Keeps the page's requests for an address waiting; answers how to let them go. */
export async function hold(page: Page, url: string | RegExp): Promise<() => void> {
  let letGo = () => {}
  const free = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(url, async (route) => {
    await free
    await route.continue()
  })
  return letGo
}
