import type { Page } from '@playwright/test'
import { ORANGE, picture, upload } from '#support/content.ts'
import { Designer } from '#support/designer.ts'
import { SUPER_ADMIN } from '#support/server.ts'
import { expect, MOTION, test } from '#support/test.ts'

test.use({ shared: true })

const messages = (page: Page) => page.getByRole('region', { name: 'Messages' })
const password = (page: Page, label: RegExp) => page.getByRole('dialog').getByLabel(label)

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

test('G-003 G-023: organizations and users are created, with their roles and permissions', {
  tag: '@alone',
}, async ({ console, page }) => {
  await console.openAs(SUPER_ADMIN, '#/app/organization')
  await console.add('Add organization')
  const drawer = console.dialog('Add organization')
  await console.field('Name', drawer).fill('Corner bakery')
  await console.field('First name', drawer).fill('Ada')
  await console.field('Last name', drawer).fill('Lund')
  await console.field('Email', drawer).fill('ada@example.com')
  await password(page, /^Password/).fill('short')
  await console.field('Name', drawer).focus()
  await expect(drawer.getByText('Password must be at least 8 characters')).toBeVisible()
  await expect(drawer.getByRole('button', { name: 'Save' })).toBeDisabled()
  await password(page, /^Password/).fill('Sunny-days-4')
  await drawer.getByRole('button', { name: 'Save' }).click()
  await expect(drawer).toBeHidden()
  await expect(console.row('Organizations', 'Corner bakery')).toContainText('Ada Lund')

  await console.go('Users')
  await console.add('Add user')
  const form = console.dialog('Add user')
  for (const role of ['Super admin', 'Admin', 'User'])
    await expect(form.getByRole('radio', { name: role, exact: true })).toBeVisible()
  await form.getByRole('radio', { name: 'Admin', exact: true }).click()
  await expect(form.getByRole('radio', { name: 'Admin', exact: true })).toBeChecked()
  // Admins have all permissions; the only checkbox is the invitation.
  await expect(form.getByRole('checkbox')).toHaveCount(1)
  await form.getByRole('radio', { name: 'User', exact: true }).click()
  // Eight permissions and the invitation.
  await expect(form.getByRole('checkbox')).toHaveCount(8 + 1)
  await expect(form.getByRole('checkbox', { name: 'Cards', exact: true })).toBeChecked()
  await expect(form.getByRole('checkbox', { name: 'Approve storyboards' })).not.toBeChecked()
  await console.field('First name', form).fill('Mona')
  await console.field('Last name', form).fill('Haddad')
  await console.field('Email', form).fill('ada@example.com')
  await console.choose('Organization', 'Corner bakery', form)
  await password(page, /^Password/).fill('Sunny-days-4')
  await password(page, /^Repeat password/).fill('Sunny-days-4')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('E-mail exists before').or(form.getByText('Email exists before'))).toBeVisible()
  await console.field('Email', form).fill('mona@example.com')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  await expect(console.row('Users', 'mona@example.com')).toContainText('Corner bakery')
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
