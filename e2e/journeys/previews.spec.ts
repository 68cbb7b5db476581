import type { ElementHandle } from '@playwright/test'
import { Console } from '#support/console.ts'
import { MONA } from '#support/demo.ts'
import { expect, test } from '#support/test.ts'

/** How each list opens the preview of its first item: a button or a menu entry; some previews also have URLs. */
const BUTTON = /^Preview of/
const LISTS = [
  { what: 'layouts', title: 'Layouts', hash: '/app/layouts', menu: true },
  { what: 'cards', title: 'Cards', hash: '/app/cards', menu: true, address: true },
  { what: 'storyboards', title: 'Storyboards', hash: '/app/storyboard' },
  { what: 'the times of a group', title: /Lobby/, hash: '/app/device-group/storyboard/', lobby: true },
  { what: 'device-card assignments', title: 'Device-card assignments', hash: '/app/device-cards' },
]

test('what screens play can be previewed from its lists, and the focus returns', async ({ demo, page }) => {
  test.setTimeout(120_000)
  const { api } = await demo.signIn(MONA)
  const { devicesGroups } = await api.deviceGroups.list()
  const lobby = devicesGroups.find(({ name }) => name === 'Lobby')
  const console = new Console(page, demo.consoleUrl)
  await console.openAs(MONA, '#/app/layouts')
  for (const { what, title, hash, menu, address, lobby: ofLobby } of LISTS)
    await test.step(what, async () => {
      await console.open(`#${hash}${ofLobby ? lobby?.id : ''}`)
      const here = page.url()
      // Until the next page loads, the previous one stays, with its own previews.
      await console.title(title)
      await console.settled()
      const more = console.button(/^More actions for/).first()
      const buttons = console.button(BUTTON)
      let last: ElementHandle | null = null
      if (menu) {
        // The menu closes if its list is refetched at that moment.
        const entry = page.getByRole('menuitem', { name: 'Preview' })
        await expect(async () => {
          if (await entry.isHidden()) await more.click()
          await entry.click({ timeout: 2000 })
        }).toPass()
      } else {
        // The default, every slot, and the selected moment.
        if (lobby && ofLobby) await expect(buttons).toHaveCount(2 + lobby.schedule.slots.length)
        // More of the list may load while the preview is open: keep a reference to this button instead of querying
        // the last one again.
        last = await buttons.last().elementHandle()
        await last?.focus()
        await page.keyboard.press('Enter')
      }
      const preview = page.getByRole('dialog', { name: BUTTON })
      await expect(preview.locator('[data-page] [data-widget]').first()).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(preview).toBeHidden()
      await expect.poll(() => page.url()).toBe(here)
      // Keyboard focus returns to where the preview was opened.
      if (menu && !address) await expect(more).toBeFocused()
      if (last)
        await expect.poll(() => last?.evaluate((button) => button === document.activeElement)).toBe(true)
    })
})

test('Escape in a preview closes what a widget has opened, and then the preview', async ({
  server,
  console,
  page,
}) => {
  const { credentials, api } = await server.organization('Corner bakery')
  const { layout } = await api.layouts.create({
    body: {
      name: 'Kiosk',
      width: 1920,
      height: 1080,
      widgets: [
        {
          id: 'say',
          type: 'comment',
          name: 'Say',
          zIndex: 1,
          width: 600,
          height: 300,
          transform: 'translate(100px, 100px)',
        },
      ],
      config: { inputs: [{ name: 'say-text', value: 'How was it?' }] },
    },
  })
  await console.openAs(credentials, `#/app/layouts/design/${layout.id}`)
  await page.getByRole('application').focus()
  await page.keyboard.press('p')
  const preview = page.getByRole('dialog', { name: BUTTON })
  await preview.getByRole('button', { name: 'How was it?' }).click()
  const sheet = preview.getByRole('dialog', { name: 'How was it?' })
  await expect(sheet).toBeVisible()
  await page.keyboard.type('Fine')
  await expect(sheet.getByText('Fine')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(preview).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(preview).toBeHidden()
})
