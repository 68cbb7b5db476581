import type { Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'

/** What axe finds serious or critical. `within`: a selector, for a part of the page; frames are pages to judge on their own. */
export async function seriousViolations(
  page: Page,
  { within, rules }: { within?: string; rules?: string[] } = {},
) {
  // Reading the script takes longer than most rules, so it stays in the page.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const options: RunOptions = {
    iframes: false,
    resultTypes: ['violations'],
    ...(rules && { runOnly: { type: 'rule', values: rules } }),
  }
  const { violations } = await page.evaluate(
    ({ within, options }) => window.axe.run(within ? { include: [within] } : document, options),
    { within, options },
  )
  return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
}

declare global {
  interface Window {
    axe: typeof axe
  }
}
