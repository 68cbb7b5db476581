import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { ADDRESSES } from '#support/addresses.ts'
import { expect, test } from '#support/test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** What axe finds serious or critical on what is seen now, one line each: in light, and what colours change in dark. */
async function seriousProblems(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] })
    const { violations } = await (colorScheme === 'light' ? axe : axe.withRules('color-contrast')).analyze()
    for (const { impact, id, nodes } of violations)
      if (impact === 'serious' || impact === 'critical')
        for (const { target, failureSummary } of nodes)
          found.push(`${page.url()} ${colorScheme} ${id} ${target}: ${failureSummary}`)
  }
  return found
}

test('axe finds nothing serious on any screen, in light and in dark', async ({ server, console, page }) => {
  test.setTimeout(120_000)
  const { credentials, api } = await server.organization('Corner bakery')
  await api.buildings.create({ body: { name: 'Shop', location: 'Amman', floors: [{ name: 'Ground' }] } })
  const problems: string[] = []
  await console.open()
  await expect(console.field('E-mail')).toBeVisible()
  problems.push(...(await seriousProblems(page)))
  await console.signIn(credentials)
  for (const address of ADDRESSES) {
    await console.open(`#${address}`)
    await console.settled()
    problems.push(...(await seriousProblems(page)))
  }
  await console.open('#/app/buildings')
  await console.button('Delete Shop').click()
  await expect(console.dialog('DELETE')).toBeVisible()
  problems.push(...(await seriousProblems(page)))
  expect(problems).toEqual([])
})
