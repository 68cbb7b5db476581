import type { Page } from '@playwright/test'
import { Designer } from '#support/designer.ts'
import { expect, test } from '#support/test.ts'

test.use({ shared: true })

const WALL = { width: 7560, height: 2160 }
const widget = (id: string, type: string, x: number, y: number) => ({
  id,
  type,
  name: id,
  zIndex: 1,
  width: 240,
  height: 240,
  transform: `translate(${x}px, ${y}px)`,
})
const lobby = (...widgets: ReturnType<typeof widget>[]) => ({
  body: { name: 'Lobby', width: 1920, height: 1080, widgets, config: { inputs: [] } },
})
const middleOf = async (page: Page, id: string) => {
  const box = await page.locator(`[data-canvas] [data-widget="${id}"]`).boundingBox()
  if (!box) throw new Error(`${id} cannot be seen`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

test('a video wall is built by keyboard alone, from the palette and by numbers', async ({
  server,
  console,
  page,
}) => {
  const { credentials, api } = await server.organization('Corner bakery')
  await console.openAs(credentials, `#/app/layouts/design?width=${WALL.width}&height=${WALL.height}`)
  const designer = new Designer(page)
  await designer.ready()
  await expect(designer.canvas).toBeFocused()

  await page.keyboard.press('b')
  await expect(designer.properties.getByRole('textbox', { name: 'X', exact: true })).toBeVisible()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('combobox', { name: 'Command palette' })
  await palette.fill('add wea')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Layers (2)')).toBeVisible()
  await expect(designer.canvas).toBeFocused()

  // A name that is already taken shows an error; the panel with the names opens only for the rename.
  await page.keyboard.press('F2')
  const name = page.getByRole('textbox', { name: 'Rename' })
  await expect(name).toBeFocused()
  await page.keyboard.type('Button')
  await expect(page.getByText('Another widget on this page already has this name.')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(name).toBeVisible()
  await page.keyboard.type(' 2')
  await expect(page.getByText('Another widget on this page already has this name.')).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Weather', exact: true })).toBeVisible()
  await designer.canvas.focus()

  // Tab moves between widgets, arrow keys move them, and each change is announced.
  await page.keyboard.press('Tab')
  await expect(page.getByText(/^Button, 2 of 2, x \d+, y \d+, 120 by 60$/)).toBeAttached()
  const before = await designer.rect()
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Control+Shift+ArrowDown')
  expect(await designer.rect()).toEqual({ ...before, x: before.x + 10, height: before.height + 10 })
  await page.keyboard.press('Control+Enter')
  await page.keyboard.type('Press me')
  await page.keyboard.press('Escape')
  await expect(designer.canvas).toBeFocused()
  await page.keyboard.press('Control+a')
  await expect(designer.properties.getByText('2 widgets')).toBeVisible()
  const width = designer.properties.getByRole('textbox', { name: 'Width', exact: true })
  await expect(width).toHaveAttribute('placeholder', 'Mixed')
  await width.fill('300')
  await width.press('Enter')
  await width.press('Escape')
  await expect(designer.canvas).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(designer.properties.getByText('2 widgets')).toBeHidden()
  await page.keyboard.press('Tab')
  await expect(designer.canvas).not.toBeFocused()

  await page.keyboard.press('Control+s')
  await console.isAt(/^\/app\/layouts\/design\/.+/)
  const [layout] = (await api.layouts.documents({})).layouts
  expect(layout).toMatchObject(WALL)
  expect(layout?.widgets.map(({ width: side }) => side)).toEqual([300, 300])

  // Zoomed in, a minimap appears; clicking it scrolls there.
  await designer.canvas.focus()
  await expect(page.locator('[data-minimap]')).toBeHidden()
  await page.keyboard.press('Control+0')
  const map = page.locator('[data-minimap]')
  await expect(map).toBeVisible()
  await map.click({ position: { x: 10, y: 10 } })
  await expect(page.locator('[data-canvas] [data-widget]').first()).not.toBeInViewport()
  await page.keyboard.press('Shift+Digit1')
  await expect(map).toBeHidden()
})

test('equal gaps, distances, and numbers by pointer; Escape cancels a gesture', async ({
  server,
  console,
  page,
}) => {
  const { credentials, api } = await server.organization('Corner bakery')
  const { layout } = await api.layouts.create(
    lobby(
      widget('one', 'sticky-note', 100, 300),
      widget('two', 'sticky-note', 400, 300),
      widget('three', 'sticky-note', 1100, 310),
    ),
  )
  await console.openAs(credentials, `#/app/layouts/design/${layout.id}`)
  const designer = new Designer(page)
  await designer.ready()
  const scale =
    (await page.locator('[data-canvas] [data-page]').evaluate((node) => node.getBoundingClientRect().width)) /
    1920

  const from = await middleOf(page, 'three')
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x - 396 * scale, from.y - 8 * scale, { steps: 8 })
  await expect(page.locator('[data-guides] canvas')).not.toHaveCount(0)
  await page.mouse.up()
  expect(await designer.rect()).toMatchObject({ x: 700, y: 300 })
  await page.keyboard.press('Control+z')
  expect(await designer.rect()).toMatchObject({ x: 1100, y: 310 })

  await page.mouse.down()
  await page.mouse.move(from.x, from.y + 60, { steps: 4 })
  await page.keyboard.press('Escape')
  await page.mouse.up()
  expect(await designer.rect()).toMatchObject({ x: 1100, y: 310 })

  // The letter before a number is a slider: one drag is one undo step.
  const letter = designer.properties.getByText('X', { exact: true })
  const box = await letter.boundingBox()
  if (!box) throw new Error('There is no letter')
  await page.mouse.move(box.x + 4, box.y + 4)
  await page.mouse.down()
  await page.mouse.move(box.x - 46, box.y + 4, { steps: 10 })
  await page.mouse.up()
  expect(await designer.rect()).toMatchObject({ x: 1050 })
  await page.keyboard.press('Control+z')
  expect(await designer.rect()).toMatchObject({ x: 1100 })
})

test('where the console runs from right to left, the canvas and its numbers do not', async ({
  server,
  console,
  page,
}) => {
  const { credentials, api } = await server.organization('Corner bakery')
  const { layout } = await api.layouts.create(
    lobby(widget('one', 'sticky-note', 100, 300), widget('two', 'sticky-note', 1100, 300)),
  )
  await page.addInitScript(() => localStorage.setItem('locale', 'qps-rtl'))
  await console.openAs(credentials, `#/app/layouts/design/${layout.id}`)
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  const designer = new Designer(page)
  await designer.ready()
  const drawn = page.locator('[data-canvas] [data-page]')
  const scale = (await drawn.evaluate((node) => node.getBoundingClientRect().width)) / 1920
  /** The second widget as stored, after saving. */
  const saved = async () => {
    await designer.canvas.focus()
    await page.keyboard.press('Control+s')
    await expect(page.locator('[data-dirty="false"]')).toHaveCount(1)
    const [stored] = (await api.layouts.documents({})).layouts
    const { transform = '', width = 0 } = stored?.widgets.find(({ id }) => id === 'two') ?? {}
    return { x: Number(/-?[\d.]+/.exec(transform)?.[0]), width }
  }

  const from = await middleOf(page, 'two')
  const page0 = await drawn.boundingBox()
  expect(Math.round((from.x - (page0?.x ?? 0)) / scale)).toBe(1100 + 120)
  await designer.drag(page.locator('[data-canvas] [data-widget="two"]'), { x: 200 * scale })
  const { x } = await saved()
  expect(Math.abs(x - 1300)).toBeLessThan(3)
  await page.keyboard.press('ArrowRight')
  expect(await saved()).toEqual({ x: x + 1, width: 240 })
  await designer.drag(designer.handle('e'), { x: 100 * scale })
  const resized = await saved()
  expect(resized.x).toBe(x + 1)
  expect(Math.abs(resized.width - 340)).toBeLessThan(3)

  // X is the first of the numbers; its letter, at its left, is a slider.
  const position = page.locator('[data-section="position"]')
  const number = position.getByRole('textbox').first()
  await expect(number).toHaveValue(String(resized.x))
  await number.fill('٦٤٠')
  await number.press('Enter')
  expect((await saved()).x).toBe(640)
  const letter = await position.locator('span[data-disabled]').first().boundingBox()
  const field = await number.boundingBox()
  if (!letter || !field) throw new Error('The number is not drawn')
  expect(letter.x - field.x).toBeLessThan(30)
  await page.mouse.move(letter.x + 4, letter.y + 4)
  await page.mouse.down()
  await page.mouse.move(letter.x - 26, letter.y + 4, { steps: 6 })
  await page.mouse.up()
  expect((await saved()).x).toBe(610)
})

test('widgets are copied into another tab, and an earlier version is restored', async ({
  server,
  console,
  page,
  context,
}) => {
  const { credentials, api } = await server.organization('Corner bakery')
  const body = {
    name: 'Lobby',
    width: 1920,
    height: 1080,
    widgets: [widget('one', 'sticky-note', 100, 300)],
    config: { inputs: [{ name: 'one-text', value: 'Open until 7' }] },
  }
  const { layout } = await api.layouts.create({ body })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await console.openAs(credentials, `#/app/layouts/design/${layout.id}`)
  const designer = new Designer(page)
  await designer.ready()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+c')

  const tab = await context.newPage()
  await tab.goto(`${console.url}/#/app/layouts/design`)
  const other = new Designer(tab)
  await other.ready()
  await other.canvas.focus()
  await tab.keyboard.press('Control+v')
  await tab.keyboard.press('Control+Shift+V')
  await expect(tab.getByText('Layers (2)')).toBeVisible()
  expect(await other.rect()).toMatchObject({ x: 100, y: 300 })
  await expect(other.properties.getByRole('textbox', { name: 'Text' })).toHaveValue('Open until 7')
  await tab.close()

  await page.keyboard.press('Alt+KeyD')
  await page.keyboard.press('Control+s')
  await expect(page.getByText(/^Saved \d/)).toBeVisible()
  await page.getByRole('button', { name: 'Version history' }).click()
  const history = console.dialog('Version history')
  const versionsShown = history.getByRole('list', { name: 'Version history' }).getByRole('listitem')
  await expect(versionsShown).toHaveCount(2)
  await expect(versionsShown.first()).toContainText('Current')
  await expect(history.getByText('one: moved')).toBeVisible()
  await history.getByRole('button', { name: 'Restore this version' }).click()
  await expect(history).toBeHidden()
  await page.keyboard.press('Control+a')
  expect(await designer.rect()).toMatchObject({ x: 100 })
  await page.keyboard.press('Control+s')
  await expect(page.getByText(/^Saved \d/)).toBeVisible()
  const { versions } = await api.layouts.versions({ params: { id: layout.id } })
  expect(versions.map(({ version }) => version)).toEqual([3, 2, 1])
})

test('a phone shows that its screen is too small, and can still view', async ({ server, console, page }) => {
  const { credentials } = await server.organization('Corner bakery')
  await page.setViewportSize({ width: 390, height: 800 })
  await console.openAs(credentials, '#/app/layouts/design')
  await expect(page.getByText('The editor needs a wider window')).toBeVisible()
  await page.getByRole('button', { name: 'Preview' }).last().click()
  await expect(page.getByRole('dialog', { name: /^Preview of/ })).toBeVisible()
})
