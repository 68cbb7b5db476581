import type { Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'

/** Rules with moderate or minor violations only: half of the time, and their results would be dropped. */
const LESSER = [
  'aria-allowed-role',
  'aria-deprecated-role',
  'empty-heading',
  'empty-table-header',
  'focus-order-semantics',
  'form-field-multiple-labels',
  'heading-order',
  'hidden-content',
  'html-xml-lang-mismatch',
  'image-redundant-alt',
  'landmark-banner-is-top-level',
  'landmark-contentinfo-is-top-level',
  'landmark-main-is-top-level',
  'landmark-no-duplicate-banner',
  'landmark-no-duplicate-contentinfo',
  'landmark-no-duplicate-main',
  'landmark-one-main',
  'landmark-unique',
  'meta-viewport',
  'meta-viewport-large',
  'no-autoplay-audio',
  'page-has-heading-one',
  'presentation-role-conflict',
  'region',
  'scope-attr-valid',
  'server-side-image-map',
  'skip-link',
  'table-duplicate-name',
]
/** Reads all stylesheets, which screens share: once, after they have loaded. */
export const OF_STYLESHEETS = 'css-orientation-lock'
const RULES = {
  ...Object.fromEntries([...LESSER, OF_STYLESHEETS].map((id) => [id, { enabled: false }])),
  // Off by default. Voice control finds a control by what it shows.
  'label-content-name-mismatch': { enabled: true },
}

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
    preload: rules?.includes(OF_STYLESHEETS) ?? false,
    ...(rules ? { runOnly: { type: 'rule', values: rules } } : { rules: RULES }),
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
