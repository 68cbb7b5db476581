import type { Page } from '@playwright/test'
import { Console } from '#support/console.ts'
import { MONA } from '#support/demo.ts'
import { seesFocus, skipToContent, tabTo, watchFocus } from '#support/keyboard.ts'
import { Server } from '#support/server.ts'
import { expect, test } from '#support/test.ts'

/** Everyday tasks without a mouse, on a separate demo. */
test.describe.configure({ timeout: 150_000 })

let server: Server
test.beforeAll(async () => {
  server = await Server.start({}, ['--demo'])
})
test.afterAll(() => server.close())

/** Opens a list or a screen and tracks lost focus. */
async function openAt(page: Page, hash: string) {
  const lost = await watchFocus(page)
  const console = new Console(page, server.consoleUrl)
  await console.openAs(MONA, hash)
  await console.settled()
  const { keyboard } = page
  /** Tabs to a control, checks that its focus is visible, and presses a key. */
  const press = async (target: ReturnType<Console['button']>, key = 'Enter', by = 'Tab') => {
    await tabTo(page, target, by, 200)
    await seesFocus(page)
    await keyboard.press(key)
  }
  return { console, keyboard, press, lost }
}

test('a week by keyboard: create, move, resize, copy, repeat, date, overnight, delete', async ({ page }) => {
  const { console, keyboard, press, lost } = await openAt(page, '#/app/device-group')
  await skipToContent(page)
  await press(console.button('Schedule of Lifts'))
  await console.title('Schedule of Lifts')
  const slot = (number: number) => page.getByRole('group', { name: `Time slot ${number}`, exact: true })
  const from = (number: number) => slot(number).getByRole('textbox', { name: 'From' })
  const to = (number: number) => slot(number).getByRole('textbox', { name: 'To' })
  const bars = page.locator('[data-calendar] [data-run]')

  await test.step('create, in the list', async () => {
    await press(console.button('Add time slot'))
    await tabTo(page, slot(1).getByRole('combobox', { name: 'Storyboard' }))
    await keyboard.type('Evening')
    await keyboard.press('ArrowDown')
    await keyboard.press('Enter')
    await expect(from(1)).toHaveValue('09:00 AM')
    await expect(bars).toHaveCount(7)
  })
  await test.step('move, resize, and copy, in the calendar', async () => {
    await tabTo(page, bars.first(), 'Shift+Tab', 200)
    await seesFocus(page)
    await keyboard.press('Alt+ArrowRight')
    await expect(from(1)).toHaveValue('09:15 AM')
    await keyboard.press('Shift+ArrowRight')
    await expect(to(1)).toHaveValue('10:30 AM')
    await keyboard.press('Alt+Shift+ArrowLeft')
    await expect(from(1)).toHaveValue('09:00 AM')
    await keyboard.press('ControlOrMeta+d')
    await expect(slot(2)).toBeVisible()
    await expect(page.locator('[data-run]:focus')).toHaveCount(1)
  })
  await test.step('repeat on weekdays, end on the next day, and dates, in the list', async () => {
    await keyboard.press('Enter')
    await expect(slot(2).locator(':focus')).toHaveCount(1)
    await tabTo(
      page,
      slot(2)
        .getByRole('checkbox', { name: /^Sat/ })
        .or(slot(2).getByRole('button', { name: /^Sat/ }))
        .first(),
    )
    await keyboard.press('Space')
    await seesFocus(page)
    await tabTo(page, from(2), 'Shift+Tab')
    await keyboard.press('ControlOrMeta+a')
    await keyboard.type('10:00 PM')
    await keyboard.press('Tab')
    await tabTo(page, to(2))
    await keyboard.press('ControlOrMeta+a')
    await keyboard.type('02:00 AM')
    await keyboard.press('Tab')
    await press(slot(2).getByRole('checkbox', { name: /next day/ }), 'Space')
    await press(slot(2).getByRole('button', { name: /dates/i }))
    await expect(slot(2).locator(':focus')).toHaveCount(1)
    await tabTo(page, slot(2).getByRole('textbox', { name: 'First day' }))
    await seesFocus(page)
    await press(slot(2).getByRole('button', { name: 'Remove dates' }))
    await page.waitForTimeout(500)
    await expect(slot(2).locator(':focus')).toHaveCount(1)
  })
  await test.step('delete: the focus stays near', async () => {
    await press(slot(2).getByRole('button', { name: 'Remove time slot 2' }))
    await expect(slot(2)).toHaveCount(0)
    await page.waitForTimeout(500)
    await expect(page.getByRole('main').locator(':focus')).toHaveCount(1)
    await tabTo(page, bars.first(), 'Shift+Tab', 200)
    await keyboard.press('Delete')
    await expect(slot(1)).toHaveCount(0)
    await page.waitForTimeout(500)
    await expect(page.getByRole('main').locator(':focus')).toHaveCount(1)
  })
  await test.step('save', async () => {
    await press(console.button('Add time slot'))
    await tabTo(page, slot(1).getByRole('combobox', { name: 'Storyboard' }))
    await keyboard.type('Evening')
    await keyboard.press('ArrowDown')
    await keyboard.press('Enter')
    await press(console.button('Save schedule'))
    await console.isAt('/app/device-group')
  })
  expect(await lost()).toEqual([])
})

test('a manual switch by keyboard, and back to the schedule', async ({ page }) => {
  const { console, keyboard, press, lost } = await openAt(page, '#/app/devices')
  const switchTo = async (screen: string) => {
    await press(console.button(`Change story of ${screen}`))
    const dialog = page.getByRole('dialog')
    const story = dialog.getByRole('combobox', { name: /^Storyboard/ })
    await expect(story).toBeFocused()
    await keyboard.type('Lifts')
    await keyboard.press('ArrowDown')
    await keyboard.press('Enter')
    await press(dialog.getByRole('button', { name: 'Play now' }))
    await expect(dialog).toBeHidden()
    await expect(console.button(`Change story of ${screen}`)).toBeFocused()
  }
  await switchTo('Reception')
  await press(console.button('Back to schedule: Reception'), 'Enter', 'Shift+Tab')
  await expect(console.button('Back to schedule: Reception')).toHaveCount(0)
  await page.waitForTimeout(500)
  await expect(page.getByRole('main').locator(':focus').or(page.locator('main:focus'))).toHaveCount(1)
  await switchTo('Lift west')
  await console.open('#/app/dashboard')
  await console.settled()
  await skipToContent(page)
  await press(console.button('Back to schedule: Lift west'))
  await expect(console.button('Back to schedule: Lift west')).toHaveCount(0)
  expect(await lost()).toEqual([])
})

test('the trash by keyboard: delete, undo, restore, and empty', async ({ page }) => {
  const { console, keyboard, press, lost } = await openAt(page, '#/app/storyboard')
  const remove = async (name: string) => {
    await press(console.button(`Delete ${name}`))
    await press(page.getByRole('dialog').getByRole('button', { name: 'DELETE', exact: true }))
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(console.row('Storyboards', name)).toHaveCount(0)
  }
  await skipToContent(page)
  await remove('Old pool hours')
  await press(page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }))
  await expect(console.row('Storyboards', 'Old pool hours')).toBeVisible()
  await page.waitForTimeout(500)
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1)
  await remove('Old pool hours')
  await remove('Jazz weekend')
  await console.open('#/app/trash')
  await console.settled()
  await skipToContent(page)
  await press(console.button('Restore Jazz weekend'))
  await expect(console.row('Trash', 'Jazz weekend')).toHaveCount(0)
  await page.waitForTimeout(500)
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1)
  await press(console.button('Delete Old pool hours'))
  await keyboard.press('Escape')
  await expect(console.button('Delete Old pool hours')).toBeFocused()
  const all = console.button('Empty trash')
  if (await all.isVisible()) {
    await press(all, 'Enter', 'Shift+Tab')
    await press(page.getByRole('dialog').getByRole('button', { name: 'DELETE', exact: true }))
  } else {
    await press(console.button('Delete Old pool hours'))
    await press(page.getByRole('dialog').getByRole('button', { name: 'DELETE', exact: true }))
  }
  await expect(page.getByText('The trash is empty')).toBeVisible()
  await page.waitForTimeout(500)
  await expect(page.locator('main:focus, main :focus')).toHaveCount(1)
  expect(await lost()).toEqual([])
})

test('Play on by keyboard: now until a time, at a time, and every week', async ({ page }) => {
  const { console, keyboard, press, lost } = await openAt(page, '#/app/storyboard')
  const dialog = console.dialog('Play on…')
  const begin = async () => {
    await press(console.button('Play Breakfast on…'))
    await expect(dialog).toBeVisible()
  }
  const chooses = async (name: string) => {
    await tabTo(page, dialog.getByRole('searchbox', { name: 'Search screens and groups' }))
    await seesFocus(page)
    await keyboard.press('ControlOrMeta+a')
    await keyboard.type(name)
    await press(dialog.getByRole('checkbox', { name: new RegExp(`^${name}`) }).first(), 'Space')
  }
  /** Radio buttons are one tab stop; arrow keys choose. */
  const radio = async (label: string, name: string | RegExp) => {
    const group = dialog.getByRole('radiogroup', { name: label })
    await tabTo(page, group.getByRole('radio', { checked: true }))
    await seesFocus(page)
    await tabTo(page, group.getByRole('radio', { name }), 'ArrowDown', 6)
  }
  await skipToContent(page)
  await test.step('now, until a time', async () => {
    await begin()
    await chooses('Garden Room')
    await radio('Until', 'A date and time')
    await tabTo(page, dialog.getByLabel('Ends at'))
    await seesFocus(page)
    await press(dialog.getByRole('button', { name: 'Play', exact: true }))
    await expect(dialog).toBeHidden()
    await expect(console.toast('Playing on 1 screen')).toBeVisible()
    await expect(console.button('Play Breakfast on…')).toBeFocused()
  })
  await test.step('at a time', async () => {
    await begin()
    await chooses('Terrace bar')
    await radio('When', /^At a time/)
    await tabTo(page, dialog.getByLabel('Starts at'))
    await seesFocus(page)
    await press(dialog.getByRole('button', { name: 'Plan', exact: true }))
    await expect(dialog).toBeHidden()
    await expect(console.toast(/^Planned for 1 screen/)).toBeVisible()
  })
  await test.step('every week, and the selection taken out and in again', async () => {
    await begin()
    await chooses('Guest guides')
    await press(dialog.getByRole('button', { name: 'Remove Guest guides' }))
    await page.waitForTimeout(500)
    await expect(dialog.locator(':focus')).toHaveCount(1)
    await tabTo(page, dialog.getByRole('checkbox', { name: /^Guest guides/ }).first(), 'Shift+Tab')
    await keyboard.press('Space')
    await radio('When', /^At set times/)
    await tabTo(page, dialog.getByRole('textbox', { name: 'From' }))
    await seesFocus(page)
    await press(dialog.getByRole('button', { name: 'Plan', exact: true }))
    await expect(dialog).toBeHidden()
    await expect(console.toast(/^Added to the schedule/)).toBeVisible()
  })
  await keyboard.press('Escape')
  expect(await lost()).toEqual([])
})

const BULK: [name: string, hash: string, first: RegExp][] = [
  ['Screens', '#/app/devices', /^Select /],
  ['Storyboards', '#/app/storyboard', /^Select /],
  ['Users', '#/app/user', /^Select /],
]

test('bulk actions by keyboard, in lists and galleries', async ({ page }) => {
  const { console, keyboard, press, lost } = await openAt(page, '#/app/devices')
  for (const [name, hash, first] of BULK)
    await test.step(name, async () => {
      await console.open(hash)
      await console.settled()
      await skipToContent(page)
      const boxes = page.getByRole('main').getByRole('checkbox', { name: first })
      await press(boxes.nth(1), 'Space')
      await tabTo(page, boxes.nth(2))
      await keyboard.press('Shift+Space')
      await expect(page.getByText('2 selected')).toBeVisible()
      const bar = page.getByRole('region', { name: 'Actions for selected items' })
      await press(bar.getByRole('button', { name: /^Select all/ }))
      await expect(bar.getByRole('button', { name: 'Select none' })).toBeFocused()
      await press(bar.getByRole('button', { name: 'Delete' }))
      await expect(page.getByRole('dialog')).toBeVisible()
      await keyboard.press('Escape')
      await expect(bar.getByRole('button', { name: 'Delete' })).toBeFocused()
      await press(bar.getByRole('button', { name: 'Done' }))
      await expect(bar).toHaveCount(0)
      await page.waitForTimeout(500)
      await expect(page.getByRole('main').locator(':focus')).toHaveCount(1)
    })
  await test.step('screens move to a group, and back', async () => {
    await console.open('#/app/devices')
    await console.settled()
    await skipToContent(page)
    await press(page.getByRole('checkbox', { name: 'Select Conference foyer' }), 'Space')
    await press(console.button('Move to…'))
    const moving = page.getByRole('dialog')
    await tabTo(page, moving.getByRole('combobox', { name: 'Group' }))
    await seesFocus(page)
    await keyboard.press('ArrowDown')
    await keyboard.press('ArrowDown')
    await keyboard.press('Enter')
    await press(moving.getByRole('button', { name: 'Move', exact: true }))
    await expect(moving).toBeHidden()
    await press(page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }))
    await expect(console.toast('Undone')).toBeVisible()
  })
  for (const [name, hash] of [
    ['Media', '#/app/media-library'],
    ['Cards', '#/app/cards'],
    ['Layouts', '#/app/layouts'],
  ] as const)
    await test.step(name, async () => {
      await console.open(hash)
      await console.settled()
      await skipToContent(page)
      if (name === 'Media') await press(console.button('Select'))
      const boxes = page.getByRole('main').getByRole('checkbox')
      await press(boxes.nth(0), 'Space')
      await expect(page.getByText('1 selected')).toBeVisible()
      await press(console.button('Delete').last())
      await expect(page.getByRole('dialog')).toBeVisible()
      await keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()
      await keyboard.press('Escape')
      await expect(page.getByText('1 selected')).toHaveCount(0)
      await page.waitForTimeout(500)
      await expect(page.locator('main:focus, main :focus')).toHaveCount(1)
    })
  expect(await lost()).toEqual([])
})

test("a group's screens by keyboard, in two panes", async ({ page }) => {
  const { console, keyboard, press, lost } = await openAt(page, '#/app/device-group')
  await skipToContent(page)
  await press(console.button('Edit Lifts'))
  const dialog = page.getByRole('dialog')
  const available = dialog.getByRole('region', { name: 'Available' })
  await tabTo(page, available.getByRole('searchbox', { name: 'Search screens' }))
  await keyboard.type('lobby')
  await press(available.getByRole('button', { name: /^Add all/ }))
  await page.waitForTimeout(500)
  await expect(dialog.locator(':focus')).toHaveCount(1)
  await seesFocus(page)
  const chosen = dialog.getByRole('region', { name: /^Chosen/ })
  await press(chosen.getByRole('button', { name: 'Remove Lobby fireplace' }))
  await expect(chosen.locator(':focus')).toHaveCount(1)
  await press(chosen.getByRole('button', { name: /^Remove all/ }), 'Enter', 'Shift+Tab')
  await page.waitForTimeout(500)
  await expect(dialog.locator(':focus')).toHaveCount(1)
  await keyboard.press('Escape')
  await press(page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }), 'Enter', 'Shift+Tab')
  await expect(console.button('Edit Lifts')).toBeFocused()
  expect(await lost()).toEqual([])
})
