import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { storyboard } from '#support/content.ts'
import { Designer } from '#support/designer.ts'
import type { Color } from '#support/pixels.ts'
import { expect, test } from '#support/test.ts'

test.use({ shared: true })

const FONT = { isBold: true, isItalic: false, alignment: 'center', font: 'Arial', size: 60 }
const menu = (name: string) => ({
  name,
  width: 1920,
  height: 1080,
  widgets: [
    {
      ...{ id: 'plate', type: 'tag', name: 'Plate', zIndex: 1, width: 600, height: 240 },
      transform: 'translate(100px, 100px)',
    },
    {
      ...{ id: 'price', type: 'text', name: 'Price', zIndex: 2, width: 400, height: 120 },
      transform: 'translate(200px, 160px)',
    },
  ],
  config: {
    background: '#101418',
    inputs: [
      { name: 'plate-background', value: '#aa0000' },
      { name: 'price-text', value: '1.00' },
      { name: 'price-color', value: '#ffffff' },
      { name: 'price-fontSettings', value: FONT },
    ],
  },
})
const RED: Color = [170, 0, 0]
const GREEN: Color = [0, 119, 51]
/** A place on the plate beside the letters, in fractions of the page. */
const PLATE = { x: 130 / 1920, y: 120 / 1080 }

/** The texts that the front page of a screen shows. */
const shownOn = (screen: Page) =>
  screen.locator('.page[data-state=front] [data-widget] [dir=auto]').allInnerTexts()

test('a price tag made once is on two pages with two prices, and changes on both', async ({
  server,
  console,
  page,
  openScreen,
}) => {
  test.setTimeout(240_000)
  const admin = await server.organization('Parts of a bakery')
  const { credentials, api } = admin
  const { organizationId } = (await api.auth.profile()).profile
  const seats = { number: 'PARTS', devicesCount: 2, organizationId }
  await (await server.signIn()).api.licences.create({ body: seats })
  const { layout: lunch } = await api.layouts.create({ body: menu('Lunch') })
  const { layout: dinner } = await api.layouts.create({
    body: { ...menu('Dinner'), widgets: [], config: { background: '#101418', inputs: [] } },
  })
  const screens = [await openScreen(), await openScreen()] as const
  for (const [index, { id, name }] of [lunch, dinner].entries()) {
    const deviceId = (await screens[index]?.connect(admin, name)) ?? ''
    const storyboardId = await storyboard(admin, name, [id], 5)
    await api.devices.switchStory({ params: { id: deviceId }, body: { storyboardId } })
  }
  const save = async (id: string, version: number) => {
    await page.keyboard.press('Control+s')
    await expect.poll(async () => (await api.layouts.get({ params: { id } })).layout.version).toBe(version)
    // Until then, leaving asks about unsaved changes.
    await expect(page.getByText(/^Saved( |$)/).first()).toBeVisible()
  }
  const properties = page.getByRole('region', { name: 'Properties' })
  const start = page.getByRole('region', { name: 'Add and layers' })

  await test.step('it is made of two elements, which the page shows as one', async () => {
    await console.openAs(credentials, `#/app/layouts/design/${lunch.id}`)
    await new Designer(page).ready()
    await page.locator('[data-canvas]').focus()
    await page.keyboard.press('Control+a')
    await start.getByText('Parts', { exact: true }).click()
    await start.getByRole('button', { name: 'Make a part…' }).click()
    const dialog = console.dialog('Make a part')
    await dialog.getByRole('textbox', { name: /^Name of the part/ }).fill('Price tag')
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(properties.getByText('Price tag')).toBeVisible()
    await expect(properties.getByText('This part has no values to set.')).toBeVisible()
    await save(lunch.id, 2)
  })

  await test.step('its price is a value', async () => {
    await properties.getByRole('button', { name: 'Edit part' }).click()
    await page.waitForURL(/parts\/design/)
    await new Designer(page).ready()
    await page.locator('[data-canvas]').focus()
    await page.keyboard.press('Enter')
    await properties.getByRole('checkbox', { name: 'Text', exact: true }).check()
    await properties.getByRole('textbox', { name: 'Name of the value for Text' }).fill('Amount')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+s')
    const dialog = console.dialog('This changes other pages')
    await expect(dialog.getByRole('status')).toContainText('1 page: Lunch')
    await expect(dialog.getByRole('status')).toContainText('1 screen: Lunch')
    await dialog.getByRole('button', { name: 'Save everywhere' }).click()
    await expect(dialog).toBeHidden()
  })

  await test.step('each page sets its own', async () => {
    await page.getByRole('button', { name: /Pages$/ }).click()
    await page.waitForURL(/layouts\/design/)
    await new Designer(page).ready()
    await page.locator('[data-canvas]').focus()
    await page.keyboard.press('Control+a')
    await properties.getByRole('textbox', { name: 'Amount' }).fill('4.50')
    await save(lunch.id, 3)
    await console.open(`#/app/layouts/design/${dinner.id}`)
    await new Designer(page).ready()
    await start.getByText('Parts', { exact: true }).click()
    await start.getByRole('button', { name: 'Add Price tag to the page' }).click()
    await properties.getByRole('textbox', { name: 'X', exact: true }).fill('100')
    await properties.getByRole('textbox', { name: 'Y', exact: true }).fill('100')
    await properties.getByRole('textbox', { name: 'Amount' }).fill('9.80')
    await save(dinner.id, 2)
    await expect.poll(() => shownOn(screens[0].page)).toEqual(['4.50'])
    await expect.poll(() => shownOn(screens[1].page)).toEqual(['9.80'])
    await screens[0].shows(RED, PLATE)
    await screens[1].shows(RED, PLATE)
  })

  await test.step('another color of the part is on both screens, with their prices', async () => {
    await properties.getByRole('button', { name: 'Edit part' }).click()
    await page.waitForURL(/parts\/design/)
    await new Designer(page).ready()
    await page.locator('[data-canvas]').click({ position: { x: 5, y: 5 } })
    await start.getByText(/^Layers/).click()
    await start.getByRole('button', { name: 'Plate', exact: true }).click()
    const background = properties.getByRole('textbox', { name: 'Background' })
    await background.fill('#007733')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+s')
    const dialog = console.dialog('This changes other pages')
    await expect(dialog.getByRole('status')).toContainText('2 pages: Dinner, Lunch')
    await expect(dialog.getByRole('figure')).toHaveCount(4)
    await dialog.getByRole('button', { name: 'Save everywhere' }).click()
    await screens[0].shows(GREEN, PLATE)
    await screens[1].shows(GREEN, PLATE)
    expect(await shownOn(screens[0].page)).toEqual(['4.50'])
    expect(await shownOn(screens[1].page)).toEqual(['9.80'])
  })

  await test.step('detached, it is drawn the same, and is ordinary elements again with one undo step', async () => {
    await console.open(`#/app/layouts/design/${dinner.id}`)
    await new Designer(page).ready()
    await page.locator('[data-canvas]').focus()
    await page.keyboard.press('Control+a')
    await properties.getByRole('button', { name: 'Detach from part' }).click()
    await expect(properties.getByRole('button', { name: 'Ungroup' })).toBeVisible()
    await expect(page.locator('[data-canvas] [data-widget]')).toHaveCount(2)
    await page.keyboard.press('Control+z')
    await expect(properties.getByRole('textbox', { name: 'Amount' })).toHaveValue('9.80')
    await page.keyboard.press('Control+Shift+z')
    await save(dinner.id, 3)
    await screens[1].shows(GREEN, PLATE)
    expect(await shownOn(screens[1].page)).toEqual(['9.80'])
  })
})

test('the designer draws a page with three uses of a part as the screen does, pixel by pixel', async ({
  server,
  console,
  page,
  openScreen,
}) => {
  const admin = await server.organization('Pixels of parts')
  const { credentials, api } = admin
  const tag = menu('Tag')
  const values = [
    { name: 'Price', label: 'Price', at: [{ widget: 'price', field: 'text' }] },
    { name: 'Ground', label: 'Ground', at: [{ widget: 'plate', field: 'background' }] },
  ]
  const { part } = await api.parts.create({
    body: { ...tag, width: 800, height: 440, config: { ...tag.config, values } },
  })
  const use = (id: string, x: number, y: number, width: number, height: number, more: object = {}) => ({
    ...{ id, type: 'part', name: id, zIndex: 1, width, height, transform: `translate(${x}px, ${y}px)` },
    ...more,
  })
  const { layout } = await api.layouts.create({
    body: {
      ...{ name: 'Three', width: 1920, height: 1080 },
      widgets: [
        use('one', 40, 40, 800, 440, { use: { part: part.id, values: { Price: '4.50' } } }),
        use('two', 900, 60, 500, 500, { use: { part: part.id, values: { Ground: '#0044aa' } } }),
        use('three', 300, 520, 1200, 520, {
          frame: { rotation: 12, opacity: 60 },
          use: { part: part.id, values: { Price: '12.00' } },
        }),
      ],
      config: { background: '#101418', inputs: [] },
    },
  })
  const screen = await openScreen()
  await screen.page.setViewportSize({ width: 1920, height: 1080 })
  const deviceId = await screen.connect(admin, 'Window')
  const storyboardId = await storyboard(admin, 'Three', [layout.id], 5)
  await api.devices.switchStory({ params: { id: deviceId }, body: { storyboardId } })
  await expect.poll(() => shownOn(screen.page)).toEqual(['4.50', '1.00', '12.00'])
  await page.setViewportSize({ width: 2800, height: 1500 })
  await console.openAs(credentials, `#/app/layouts/design/${layout.id}`)
  await new Designer(page).ready()
  const drawn = page.locator('[data-canvas] [data-page]')
  await expect(drawn.locator('[data-widget]')).toHaveCount(6)
  await page.locator('[data-canvas]').focus()
  await page.keyboard.press('Control+0')
  await expect.poll(async () => (await drawn.boundingBox())?.width).toBe(1920)
  // The canvas covers the page with its frame, at a place between two pixels; the stage moves a still picture against burn-in.
  const frame = '[data-canvas] > :not(:first-child) { visibility: hidden }'
  await page.addStyleTag({ content: `${frame} [data-canvas] > :first-child { transform: none !important }` })
  await screen.page.addStyleTag({ content: '.stage { transform: none !important }' })
  await page.locator('[data-canvas]').blur()
  await page.waitForTimeout(1000)
  const pixels = (shot: Buffer) => sharp(shot).removeAlpha().raw().toBuffer()
  const [own, played] = await Promise.all([
    pixels(await drawn.screenshot()),
    pixels(await screen.page.screenshot()),
  ])
  expect(own.length).toBe(played.length)
  let apart = 0
  for (let at = 0; at < own.length; at += 1) if (Math.abs((own[at] ?? 0) - (played[at] ?? 0)) > 24) apart += 1
  // Edges of turned letters may be rounded to other pixels of the canvas.
  expect(apart / own.length).toBeLessThan(0.001)
})
