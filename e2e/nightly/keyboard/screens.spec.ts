import type { Locator } from '@playwright/test'
import { Console } from '#support/console.ts'
import { BLUE, picture } from '#support/content.ts'
import { MONA } from '#support/demo.ts'
import { skipToContent, tabTo } from '#support/keyboard.ts'
import { expect, test } from '#support/test.ts'

test.use({ shared: true })

const focused = (target: Locator) => expect(target).toBeFocused()

test('Buildings by keyboard alone: create with floors, change, delete, and the focus returns', async ({
  server,
  console,
  page,
}) => {
  const { credentials } = await server.organization('Corner bakery')
  const { keyboard } = page
  await console.open()
  await focused(console.field('Email'))
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
  // Deleting removed the focused element, so the next screen takes the focus.
  await focused(page.getByRole('main'))

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
  // The dialog traps the focus until the user answers.
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

/** A form, a list of choices, and a question: the button that opens it, and the element that it focuses first. */
const OVER_SCREENS: [hash: string, button: string | RegExp, first: string | RegExp][] = [
  ['/app/devices', 'Change story of Reception', /^Storyboard/],
  ['/app/floors', 'Assign screens: Main house · Rooftop', 'Search screens'],
  ['/app/storyboard', 'Delete Breakfast', 'CLOSE'],
]

test('An overlay starts in its first field, opens no list unasked, and returns the focus', async ({
  demo,
  page,
}) => {
  const console = new Console(page, demo.consoleUrl)
  await console.openAs(MONA, '#/app/devices')
  for (const [hash, name, first] of OVER_SCREENS) {
    await console.open(`#${hash}`)
    await console.settled()
    const button = console.button(name)
    const dialog = page.getByRole('dialog')
    // Twice: lazily loaded parts are cached the second time.
    for (const time of ['first', 'second'])
      await test.step(`${name}, the ${time} time`, async () => {
        await button.focus()
        await page.keyboard.press('Enter')
        await expect(dialog.locator(':focus')).toHaveAccessibleName(first)
        await expect(page.getByRole('listbox')).toHaveCount(0)
        await page.keyboard.press('Escape')
        await expect(dialog).toBeHidden()
        await focused(button)
      })
  }
})

test('The menu by keyboard: skipping it, folding a group, narrowing it, and logging out', async ({
  server,
  console,
  page,
}) => {
  const { credentials } = await server.organization('Corner bakery')
  const { keyboard } = page
  await console.openAs(credentials, '#/app/buildings')
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

test('An upload, a timeline and a schedule by keyboard alone', async ({ demo, browser, page }) => {
  test.setTimeout(120_000)
  const console = new Console(page, demo.consoleUrl)
  const { keyboard } = page
  await console.openAs(MONA, '#/app/media-library')

  await test.step('files are chosen and uploaded', async () => {
    await console.settled()
    await skipToContent(page)
    await tabTo(page, console.button('Upload'))
    await keyboard.press('Enter')
    await tabTo(page, console.button('Choose files'))
    const file = await picture(browser, 'by keyboard.jpg', BLUE)
    await console.chooseFile(() => keyboard.press('Enter'), file)
    await tabTo(page, page.getByRole('button', { name: /^Upload 1 file/ }))
    await keyboard.press('Enter')
    await expect(page.getByRole('article').filter({ hasText: 'by keyboard' })).toBeVisible()
  })

  await test.step('several media are chosen and moved to a folder', async () => {
    await tabTo(page, console.button('Select'))
    await keyboard.press('Enter')
    // The grid is one stop: arrows go from card to card.
    await tabTo(page, page.locator('main input[type="checkbox"]:not([tabindex="-1"])').first())
    await keyboard.press('Home')
    await tabTo(page, page.getByRole('checkbox', { name: 'by keyboard.jpg' }), 'ArrowRight', 20)
    await keyboard.press('Space')
    await expect(page.getByText('1 selected')).toBeVisible()
    await tabTo(page, console.button('Move to…'))
    await keyboard.press('Enter')
    const moving = console.dialog('Move to…')
    await tabTo(page, moving.getByRole('button', { name: 'Events' }))
    await keyboard.press('Enter')
    await tabTo(page, moving.getByRole('button', { name: 'Move 1 item to Events' }))
    await keyboard.press('Enter')
    await expect(page.getByText('by keyboard')).toHaveCount(0)
  })

  await test.step('pages change their order and seconds, and play', async () => {
    await console.open('#/app/storyboard')
    await console.title('Storyboards')
    await skipToContent(page)
    await tabTo(page, console.button('Edit Evening'))
    await keyboard.press('Enter')
    const first = page.getByRole('button', { name: /Rooftop tonight/ }).and(page.locator('[data-show]'))
    await tabTo(page, first, 'Tab', 160)
    await keyboard.press('Alt+ArrowRight')
    const names = () => page.locator('[data-show]').evaluateAll((all) => all.map((one) => one.ariaLabel))
    await expect.poll(async () => (await names())[1]).toContain('Rooftop tonight')
    await focused(first)
    await tabTo(page, page.getByRole('textbox', { name: 'Seconds of page 2: Rooftop tonight' }))
    await keyboard.press('ControlOrMeta+a')
    await keyboard.type('30')
    await tabTo(page, console.button('Save'), 'Tab', 160)
    await keyboard.press('Enter')
    await console.isAt('/app/storyboard')
    await expect(console.row('Storyboards', 'Evening')).toContainText('54 sec')
  })

  await test.step('a time of the day gets a story', async () => {
    await console.open('#/app/device-group')
    await console.title('Device groups')
    await skipToContent(page)
    await tabTo(page, console.button('Schedule of Lifts'))
    await keyboard.press('Enter')
    await console.title('Schedule of Lifts')
    await tabTo(page, console.button('Add time slot'), 'Tab', 160)
    await keyboard.press('Enter')
    const story = page
      .getByRole('group', { name: 'Time slot 1' })
      .getByRole('combobox', { name: 'Storyboard' })
    await tabTo(page, story, 'Tab', 160)
    await keyboard.type('Evening')
    await keyboard.press('ArrowDown')
    await keyboard.press('Enter')
    await expect(story).toHaveValue('Evening')
    await tabTo(page, console.button('Save schedule'), 'Tab', 160)
    await keyboard.press('Enter')
    await console.isAt('/app/device-group')
    await expect(console.row('Device groups', 'Lifts')).toContainText('Switches in')
  })
})

test('Menus, messages, notifications and the palette take the focus, are announced, and return the focus', async ({
  demo,
  page,
}) => {
  const console = new Console(page, demo.consoleUrl)
  const { keyboard } = page
  await console.openAs(MONA, '#/app/cards')
  await console.title('Cards')
  await skipToContent(page)

  const more = console.button('More actions for Breakfast')
  // The grid is one stop: arrows go from card to card.
  await tabTo(page, console.button(/^More actions for/).first())
  await tabTo(page, more, 'ArrowRight', 10)
  await keyboard.press('Enter')
  const menu = page.getByRole('menu')
  await expect(menu.locator(':focus')).toHaveCount(1)
  await tabTo(page, menu.getByRole('menuitem', { name: 'Preview' }), 'ArrowDown', 4)
  await keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await focused(more)

  await keyboard.press('ControlOrMeta+k')
  const palette = page.getByRole('dialog').getByRole('combobox')
  await focused(palette)
  await keyboard.press('Escape')
  await expect(palette).toBeHidden()
  await focused(more)

  const bell = page.getByRole('button', { name: /^Notifications/ })
  await tabTo(page, bell, 'Shift+Tab')
  await keyboard.press('Enter')
  const news = page.getByRole('dialog', { name: 'Notifications' })
  await expect(news.locator(':focus')).toHaveCount(1)
  await keyboard.press('Escape')
  await expect(news).toBeHidden()
  await focused(bell)

  // The result is announced without moving the focus.
  await tabTo(page, more)
  await keyboard.press('Enter')
  await expect(menu.locator(':focus')).toHaveCount(1)
  await tabTo(page, menu.getByRole('menuitem', { name: 'Save as template' }), 'ArrowDown', 12)
  await keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Messages' }).getByRole('status')).toHaveCount(1)
})
