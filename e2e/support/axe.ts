import type { Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'

/** Serious and critical axe violations. `within`: a selector for a part of the page; frames are checked separately. */
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
