import type { Page } from '@playwright/test'
import { ORANGE, picture, upload } from '#support/content.ts'
import { Designer } from '#support/designer.ts'
import { SUPER_ADMIN } from '#support/server.ts'
import { expect, MOTION, test } from '#support/test.ts'

test.use({ shared: true })

const messages = (page: Page) => page.getByRole('region', { name: 'Messages' })

test.describe('with motion', () => {
  test.use(MOTION)

  test('X-031 G-030: messages are at the top for five seconds, and can be closed', async ({
    console,
    page,
  }) => {
    await console.signIn(SUPER_ADMIN)
    const loggedIn = messages(page).getByRole('status').filter({ hasText: 'Login Successfully' })
    await expect(loggedIn).toContainText('Done Successfully')
    const box = await loggedIn.boundingBox()
    expect(box?.y).toBeLessThan(40)
    const progress = loggedIn.locator('[style*="animation-duration"]')
    await expect(progress).toHaveCSS('animation-duration', '5s')
    const seen = Date.now()
    await expect(loggedIn).toBeHidden({ timeout: 8000 })
    expect(Date.now() - seen).toBeLessThan(6500)

    // Words in two lines: what failed, and why.
    await page.route('**/api/buildings/*', (route) =>
      route.fulfill({ status: 403, json: { message: 'no', errKey: 'FORBIDDEN' } }),
    )
    await console.open('#/app/buildings/create')
    await console.field('Name').fill('Tower')
    await console.field('Location').fill('Amman')
    await console.field('Floor name').fill('Ground')
    await console.button('Save').click()
    const failed = messages(page).getByRole('alert')
    await expect(failed).toContainText('Error')
    await expect(failed.getByText('Failed to create new Building')).toHaveText(
      "Failed to create new Building\nYou don't have permission to do this. Ask an administrator.",
    )
    await failed.getByRole('button', { name: 'Dismiss message' }).click()
    await expect(failed).toBeHidden()
    await expect(console.field('Name')).toHaveValue('Tower')

    await console.button('Log out').click()
    await console.dialog('Log out now?').getByRole('button', { name: 'Log out' }).click()
    await console.isAt('/auth/login')
    await expect(messages(page).getByText('Logout Successfully')).toBeVisible()
    await expect(messages(page).getByText('Done Successfully').last()).toBeVisible()
  })
})

test('media are fitted as their zone says, unless an entry has its own setting', async ({
  server,
  console,
  page,
  browser,
}) => {
  const owner = await server.organization('Corner bakery')
  const [mediaId = ''] = await upload(owner, [await picture(browser, 'shop.png', ORANGE)])
  const zone = { id: 'z', type: 'media-looper', name: 'Zone', zIndex: 1, width: 800, height: 800 }
  const { layout } = await owner.api.layouts.create({
    body: {
      name: 'Lobby',
      width: 1920,
      height: 1080,
      widgets: [{ ...zone, transform: 'translate(560px, 140px)' }],
      config: { inputs: [{ name: 'z-media', value: [{ mediaId, duration: 0 }] }] },
    },
  })
  await console.openAs(owner.credentials, `#/app/layouts/design/${layout.id}`)
  const designer = new Designer(page)
  await designer.ready()
  const shown = page.locator('[data-canvas] [data-widget="z"] img')
  await expect(shown).toHaveCSS('object-fit', 'contain')
  const box = await shown.boundingBox()
  await page.mouse.click((box?.x ?? 0) + 20, (box?.y ?? 0) + 20)
  await page.getByRole('combobox', { name: 'Fit' }).click()
  await page.getByRole('option', { name: 'Blurred edges' }).click()
  await expect(page.locator('[data-canvas] [data-surround]')).toBeVisible()

  await page.getByRole('button', { name: 'Edit content' }).click()
  const dialog = page.getByRole('dialog', { name: 'Media' })
  await dialog.getByRole('button', { name: 'Fit of shop.png' }).click()
  await expect(page.getByRole('menuitemradio', { name: 'Same as zone (Blurred edges)' })).toBeChecked()
  await page.getByRole('menuitemradio', { name: 'Fill and crop' }).click()
  await page.getByRole('menuitemradio', { name: 'Top left' }).click()
  await expect(page.getByRole('menuitemradio', { name: 'Top left' })).toBeChecked()
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.locator('[data-canvas] [data-surround]')).toHaveCount(0)
  await expect(shown).toHaveCSS('object-fit', 'cover')
  await expect(shown).toHaveCSS('object-position', '0% 0%')
})
