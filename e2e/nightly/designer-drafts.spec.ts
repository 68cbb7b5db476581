import type { Page } from '@playwright/test'
import { Designer } from '#support/designer.ts'
import { expect, test } from '#support/test.ts'

test.use({ shared: true })

/** Adds a button and leaves the page in the same task, as a click on reload right after a key does. */
const addAndLeave = (page: Page, how: 'reload' | 'close') =>
  page.evaluate((how) => {
    const [add] = [...document.querySelectorAll('button')].filter(
      ({ textContent }) => textContent === 'Button',
    )
    add?.click()
    if (how === 'reload') window.location.reload()
    else window.close()
  }, how)

/** The process ends, without an event in the page. */
async function crash(page: Page) {
  await expect(page.getByText('Unsaved · draft kept')).toBeVisible()
  const gone = page.waitForEvent('crash')
  const devtools = await page.context().newCDPSession(page)
  devtools.send('Page.crash').catch(() => undefined)
  await gone
}

for (const address of ['a stored page', 'a new page'])
  test(`unsaved work on ${address} survives a reload, a crash, full storage, and a second tab`, async ({
    server,
    console,
    page,
  }) => {
    const { credentials, api } = await server.organization('Corner bakery')
    const body = { name: 'Lobby', width: 1920, height: 1080, widgets: [], config: { inputs: [] } }
    const { layout } = await api.layouts.create({ body })
    const hash = address === 'a new page' ? '#/app/layouts/design' : `#/app/layouts/design/${layout.id}`
    await console.openAs(credentials, hash)
    page.on('dialog', (dialog) => void dialog.accept())
    const layers = (count: number, on: Page) => expect(on.getByText(`Layers (${count})`)).toBeVisible()
    const restore = (on: Page) => on.getByRole('button', { name: 'Restore' })
    await page.evaluate(() => {
      for (let size = 2 ** 22; size >= 1; size /= 2)
        try {
          for (let index = 0; ; index += 1) localStorage.setItem(`full ${size} ${index}`, 'x'.repeat(size))
        } catch {
          // Full for this size.
        }
    })
    await new Designer(page).ready()

    await test.step('a reload right after an edit', async () => {
      await new Designer(page).add('Text')
      await addAndLeave(page, 'reload')
      await restore(page).click()
      await layers(2, page)
    })

    const other = await test.step('another tab, which is not offered what this one holds', async () => {
      const other = await console.anotherTab(hash)
      await new Designer(other).ready()
      for (let count = 0; count < 3; count += 1) await new Designer(other).add('Sticky note')
      await expect(other.getByText('Unsaved · draft kept')).toBeVisible()
      await expect(restore(other)).toHaveCount(0)
      return other
    })

    await test.step('a crash, while the other tab continues', async () => {
      await crash(page)
      await new Designer(other).add('Sticky note')
      const next = await console.anotherTab(hash)
      await restore(next).click()
      await layers(2, next)
      await next.getByRole('button', { name: 'Undo' }).click()
      await layers(0, next)
      await next.close()
      await layers(4, other)
    })
  })
