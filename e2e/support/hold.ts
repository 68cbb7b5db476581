import type { Page } from '@playwright/test'

/** Holds the page's requests for a URL; returns a function that releases them. */
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
