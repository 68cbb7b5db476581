import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import readCode from 'jsqr'
import sharp from 'sharp'
import { storyboard } from '#support/content.ts'
import { expect, test } from '#support/test.ts'

test.use({ shared: true })

/** The text of the QR code in a part of the window; undefined without one. */
async function codeIn(page: Page, clip?: { x: number; y: number; width: number; height: number }) {
  const { data, info } = await sharp(await page.screenshot({ clip }))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return readCode(new Uint8ClampedArray(data), info.width, info.height)?.data
}

test('a QR code on the screen opens the site on a phone, and the touch that opened it is counted', async ({
  server,
  browser,
  openScreen,
}) => {
  test.setTimeout(120_000)
  const site = createServer((_request, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<!doctype html><meta name="viewport" content="width=device-width"><h1>Menu of the day</h1>'),
  ).listen(0, '127.0.0.1')
  await new Promise((resolve) => site.once('listening', resolve))
  const address = `http://127.0.0.1:${(site.address() as AddressInfo).port}/menu?table=ä4`
  const admin = await server.organization('Corner bakery')
  await admin.api.allowedSites.add({ body: { host: '127.0.0.1' } })
  const { layout } = await admin.api.layouts.create({
    body: {
      ...{ name: 'Welcome', type: 'designed', width: 1920, height: 1080 },
      widgets: [
        {
          ...{ id: 'l', type: 'link', name: 'Link', zIndex: 1, width: 400, height: 400 },
          transform: 'translate(100px, 100px)',
        },
      ],
      config: {
        inputs: [
          { name: 'l-linkURL', value: address },
          { name: 'l-label', value: 'Menu' },
        ],
      },
    },
  })
  const storyboardId = await storyboard(admin, 'Story', [layout.id], 3600)
  const { deviceGroup } = await admin.api.deviceGroups.create({ body: { name: 'Group', storyboardId } })
  const screen = await openScreen()
  await screen.connect(admin, 'Lobby', deviceGroup.id)

  // The code in the widget, and the one beside the opened site.
  const link = screen.page.getByRole('link', { name: 'Menu' })
  await expect(link).toBeVisible()
  const wanted = new URL(address).href
  await expect.poll(() => codeIn(screen.page)).toBe(wanted)
  await link.click()
  const shown = screen.page.frameLocator('iframe[title=Menu]').frameLocator('iframe[title=Menu]')
  await expect(shown.getByRole('heading', { name: 'Menu of the day' })).toBeVisible()
  await expect.poll(() => codeIn(screen.page)).toBe(wanted)

  const phone = await browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  })
  const page = await phone.newPage()
  await page.goto((await codeIn(screen.page)) ?? '')
  await expect(page.getByRole('heading', { name: 'Menu of the day' })).toBeVisible()
  await phone.close()

  await screen.page.getByRole('button', { name: 'Close' }).click()
  await expect(screen.page.locator('iframe')).toHaveCount(0)
  await expect
    .poll(async () => JSON.stringify(await admin.call('GET', '/answers/questions')), {
      timeout: 60_000,
      intervals: [2000],
    })
    .toContain('"Menu"')
  site.close()
})
