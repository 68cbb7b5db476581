import type { Locator, Page } from '@playwright/test'
import { expect, test } from '#support/test.ts'

/** Presses Tab until something has the focus, as a person does who cannot see where it is yet. */
async function tabTo(page: Page, target: Locator, key = 'Tab', limit = 80): Promise<void> {
  for (let presses = 0; presses < limit; presses++) {
    if (await target.evaluate((element) => element === document.activeElement).catch(() => false)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${limit} presses of ${key} do not reach ${target}`)
}

const focused = (target: Locator) => expect(target).toBeFocused()

test('Buildings by keyboard alone: create with floors, change, delete, and the focus comes back', async ({
  server,
  console,
  page,
}) => {
  const { credentials } = await server.organization('Corner bakery')
  const { keyboard } = page
  await console.open()
  await focused(console.field('E-mail'))
  await keyboard.type(credentials.email)
  await keyboard.press('Tab')
  await keyboard.type(credentials.password)
  await keyboard.press('Enter')
  await console.title('Dashboard')

  await tabTo(page, console.menu.getByRole('link', { name: 'Buildings', exact: true }))
  await keyboard.press('Enter')
  await console.title('Buildings')
  await tabTo(page, console.button('Add building'))
  await keyboard.press('Enter')
  await console.title('Add building')

  await tabTo(page, console.field('Name'))
  await keyboard.type('Shop on the corner')
  await keyboard.press('Tab')
  await keyboard.type('Amman')
  const floors = console.field('Floor name')
  await tabTo(page, floors)
  await keyboard.type('Ground')
  await tabTo(page, console.button('Add More'))
  await keyboard.press('Enter')
  await expect(floors).toHaveCount(2)
  await focused(floors.nth(1))
  await keyboard.type('First')
  await tabTo(page, console.button('Add More'))
  await keyboard.press('Space')
  await focused(floors.nth(2))
  await tabTo(page, console.button('Delete Floor 3'))
  await keyboard.press('Enter')
  await expect(floors).toHaveCount(2)
  await focused(floors.nth(1))
  await keyboard.press('Enter')
  await console.isAt('/app/buildings')
  await expect(console.row('Buildings', 'Shop on the corner')).toContainText('2')

  await tabTo(page, console.button('Edit Shop on the corner'))
  await keyboard.press('Enter')
  await console.title('Shop on the corner')
  await tabTo(page, console.field('Name'))
  await keyboard.press('ControlOrMeta+a')
  await keyboard.type('Shop by the river')
  await keyboard.press('Enter')
  await console.isAt('/app/buildings')
  await expect(console.row('Buildings', 'Shop by the river')).toBeVisible()

  const remove = console.button('Delete Shop by the river')
  await tabTo(page, remove)
  await keyboard.press('Enter')
  const question = console.dialog('DELETE')
  await expect(question).toContainText('Are you sure you want to delete this item?')
  await focused(question.getByRole('button', { name: 'CLOSE', exact: true }))
  // The focus stays inside until the question is answered.
  for (let presses = 0; presses < 6; presses++) {
    await keyboard.press('Tab')
    await expect(question.locator(':focus')).toHaveCount(1)
  }
  await keyboard.press('Escape')
  await expect(question).toBeHidden()
  await focused(remove)
  await keyboard.press('Enter')
  await tabTo(page, question.getByRole('button', { name: 'DELETE', exact: true }))
  await keyboard.press('Enter')
  await expect(page.getByText('No buildings yet')).toBeVisible()
})

test('A dialog gives the focus to its first field, asks before it drops something, and gives the focus back', async ({
  server,
  console,
  page,
}) => {
  const { credentials } = await server.organization('Corner bakery')
  const { keyboard } = page
  await console.signIn(credentials)
  await console.open('#/app/user')
  const add = console.button('Add user')
  await tabTo(page, add)
  await keyboard.press('Enter')
  const form = console.dialog('Add user')
  await focused(console.field('First name', form))
  await keyboard.press('Escape')
  await expect(form).toBeHidden()
  await focused(add)

  await keyboard.press('Enter')
  await focused(console.field('First name', form))
  await keyboard.type('Uma')
  await keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await focused(question.getByRole('button', { name: 'Stay' }))
  await keyboard.press('Enter')
  await expect(console.field('First name', form)).toHaveValue('Uma')
  await keyboard.press('Escape')
  await tabTo(page, question.getByRole('button', { name: 'Leave' }), 'Shift+Tab')
  await keyboard.press('Enter')
  await expect(form).toBeHidden()
  await focused(add)
})

test('The menu by keyboard: skipping it, folding a group, narrowing it, and logging out', async ({
  server,
  console,
  page,
}) => {
  const { credentials } = await server.organization('Corner bakery')
  const { keyboard } = page
  await console.signIn(credentials)
  await console.open('#/app/buildings')
  await console.title('Buildings')
  await tabTo(page, console.button('Skip to content'))
  await keyboard.press('Enter')
  await focused(page.getByRole('main'))
  await keyboard.press('Tab')
  await focused(console.button('Add building'))

  const places = console.button('Places')
  await tabTo(page, places, 'Shift+Tab')
  await keyboard.press('Space')
  await expect(places).toHaveAttribute('aria-expanded', 'false')
  await expect(console.menu.getByRole('link', { name: 'Floors' })).toBeHidden()
  await page.reload()
  await expect(places).toHaveAttribute('aria-expanded', 'false')

  await tabTo(page, console.button('Collapse menu'))
  await keyboard.press('Enter')
  await expect(console.menu.getByRole('link', { name: 'Floors' })).toBeVisible()
  await tabTo(page, console.button('Log out'))
  await keyboard.press('Enter')
  await console.isAt('/auth/login')
})
