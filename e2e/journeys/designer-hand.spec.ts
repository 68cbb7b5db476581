import type { Page } from '@playwright/test'
import { Designer } from '#support/designer.ts'
import { expect, test } from '#support/test.ts'

test.use({ shared: true })

const input = (id: string, field: string, value: unknown) => ({ name: `${id}-${field}`, value })
const widget = (id: string, type: string, x: number, y: number, width = 400, height = 160) => ({
  id,
  type,
  name: id,
  zIndex: 1,
  width,
  height,
  transform: `translate(${x}px, ${y}px)`,
})
const FONT = { isBold: false, isItalic: false, alignment: 'left', font: 'Arial', size: 48 }
const board = {
  body: {
    name: 'Lobby',
    width: 1920,
    height: 1080,
    widgets: [
      widget('Title', 'text', 100, 100, 700, 200),
      widget('Call', 'button', 100, 500),
      widget('Note', 'sticky-note', 1200, 500),
    ],
    config: {
      inputs: [
        input('Title', 'text', 'Rye bread'),
        input('Title', 'fontSettings', FONT),
        input('Note', 'shadowOutside', true),
        input('Call', 'shadowOutside', true),
        input('Call', 'label', 'Call us'),
        input('Call', 'fontSettings', { ...FONT, alignment: 'center' }),
      ],
    },
  },
}
const middleOf = async (page: Page, id: string) => {
  const box = await page.locator(`[data-canvas] [data-widget="${id}"]`).boundingBox()
  if (!box) throw new Error(`${id} cannot be seen`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}
const lettersOf = (page: Page, id: string) =>
  page.locator(`[data-canvas] [data-widget="${id}"] [dir="auto"]`).first()

/** How far the caret's field is from the drawn letters, in screen pixels. */
async function apart(page: Page, id: string): Promise<number> {
  const [field, letters] = await Promise.all([
    page.locator('[data-typing]').boundingBox(),
    lettersOf(page, id).boundingBox(),
  ])
  if (!field || !letters) throw new Error('not drawn')
  return Math.max(
    ...(['x', 'y', 'width'] as const).map((side) => Math.abs((field[side] ?? 0) - (letters[side] ?? 0))),
  )
}

test('text is typed on the page by mouse and by keys, as one step, where it is drawn', async ({
  server,
  console,
  page,
}) => {
  const { credentials, api } = await server.organization('Typing bakery')
  const { layout } = await api.layouts.create(board)
  await console.openAs(credentials, `#/app/layouts/design/${layout.id}`)
  const designer = new Designer(page)
  await designer.ready()
  const field = page.locator('[data-typing]')

  const { x, y } = await middleOf(page, 'Title')
  await page.mouse.dblclick(x, y)
  await expect(field).toBeFocused()
  expect(await apart(page, 'Title')).toBeLessThan(1)
  await page.keyboard.type('Fresh every day')
  await page.keyboard.press('Enter')
  await page.keyboard.type('from {Menu: Price of Rye | 2}')
  await expect(lettersOf(page, 'Title')).toContainText('Fresh every day')
  expect(await apart(page, 'Title')).toBeLessThan(1)
  // More than fits shrinks the letters, and the caret's.
  await page.keyboard.type(', and long enough that it has to shrink to fit in its box, '.repeat(3))
  expect(await apart(page, 'Title')).toBeLessThan(1)
  const size = (locator: typeof field) => locator.evaluate((node) => getComputedStyle(node).fontSize)
  expect(await size(field)).toBe(await size(lettersOf(page, 'Title')))
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()
  await expect(designer.canvas).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(lettersOf(page, 'Title')).toHaveText('Rye bread')
  await page.keyboard.press('Control+y')

  // By keys; from right to left; a label has one line, so that Enter ends it.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByText(/^Call, 2 of 3, /)).toBeAttached()
  await page.keyboard.press('Enter')
  await expect(field).toBeFocused()
  await page.keyboard.insertText('اتصل بنا')
  expect(await apart(page, 'Call')).toBeLessThan(1)
  expect(await field.evaluate((node) => getComputedStyle(node).direction)).toBe('rtl')
  await page.keyboard.press('Enter')
  await expect(designer.canvas).toBeFocused()
  await page.keyboard.press('Control+s')
  await expect(page.getByText(/^Saved/).first()).toBeVisible()
  const stored = (await api.layouts.get({ params: { id: layout.id } })).layout.config.inputs
  const textOf = (name: string) => stored.find((one) => one.name === name)?.value
  expect(textOf('Call-label')).toBe('اتصل بنا')
  expect(textOf('Title-text')).toContain('Fresh every day\nfrom {Menu: Price of Rye | 2},')
})

test('text is typed by touch', async ({ server, console, page, context }) => {
  const { credentials, api } = await server.organization('Touch bakery')
  const { layout } = await api.layouts.create(board)
  await console.openAs(credentials, `#/app/layouts/design/${layout.id}`)
  const designer = new Designer(page)
  await designer.ready()
  const { x, y } = await middleOf(page, 'Title')
  const client = await context.newCDPSession(page)
  await client.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  for (let n = 0; n < 2; n += 1) {
    await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
    await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }
  await expect(page.locator('[data-typing]')).toBeFocused()
  await page.keyboard.type('Touched')
  const other = await middleOf(page, 'Note')
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [other] })
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await expect(page.locator('[data-typing]')).toBeHidden()
  await expect(lettersOf(page, 'Title')).toHaveText('Touched')
})

test('groups, sums, a key for alignment, and repeated copies, by mouse and by keys', async ({
  server,
  console,
  page,
}) => {
  const { credentials, api } = await server.organization('Group bakery')
  const { layout } = await api.layouts.create(board)
  await console.openAs(credentials, `#/app/layouts/design/${layout.id}`)
  const designer = new Designer(page)
  await designer.ready()
  const click = async (id: string, options: Parameters<typeof page.mouse.click>[2] = {}) => {
    const { x, y } = await middleOf(page, id)
    await page.mouse.click(x, y, options)
  }

  await click('Title')
  await page.keyboard.down('Shift')
  await click('Call')
  await page.keyboard.up('Shift')
  await page.keyboard.press('Control+g')
  const name = designer.properties.getByRole('textbox', { name: 'Group' })
  await name.fill('Price tag')
  await name.press('Enter')
  await page.getByText('Layers (3)').click()
  await expect(page.getByRole('button', { name: 'Group Price tag, 2 widgets' })).toBeVisible()

  // One press selects the group, two select inside it.
  await click('Note')
  await click('Title')
  await expect(designer.properties.getByText('2 widgets')).toBeVisible()
  const { x, y } = await middleOf(page, 'Call')
  await page.mouse.dblclick(x, y)
  await expect(page.locator('[data-typing]')).toBeHidden()
  await expect(designer.properties.getByRole('textbox', { name: 'X', exact: true })).toHaveValue('100')
  await expect(designer.properties.getByRole('textbox', { name: 'Y', exact: true })).toHaveValue('500')
  await page.keyboard.press('Escape')
  await expect(designer.properties.getByText('2 widgets')).toBeVisible()

  // The group is locked with one press.
  await page.getByRole('button', { name: 'Lock Price tag' }).click()
  await expect(page.getByRole('button', { name: 'Lock Price tag' })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Lock Price tag' }).click()

  // Sums.
  await click('Note')
  const type = async (side: string, sum: string, result: string) => {
    const box = designer.properties.getByRole('textbox', { name: side, exact: true })
    await box.fill(sum)
    await box.press('Enter')
    await expect(box).toHaveValue(result)
  }
  await type('X', '50%', '960')
  await type('X', '+ 40', '1000')
  await type('Width', '/2', '200')
  await type('Y', '(1080-160)/2', '460')

  // Repeated copies.
  await designer.canvas.focus()
  await page.keyboard.press('Control+d')
  await type('X', '1000+220', '1220')
  await type('Y', '460', '460')
  await designer.canvas.focus()
  await page.keyboard.press('Control+d')
  await expect(designer.properties.getByRole('textbox', { name: 'X', exact: true })).toHaveValue('1440')

  // The others are aligned to the chosen one.
  await page.keyboard.press('Escape')
  await click('Note')
  await page.keyboard.down('Shift')
  await click('Title')
  await page.keyboard.up('Shift')
  await page.keyboard.press('Alt+k')
  await expect(page.getByText('Key', { exact: true })).toBeVisible()
  await page.keyboard.press('Alt+a')
  await page.keyboard.press('Control+s')
  await expect(page.getByText(/^Saved/).first()).toBeVisible()
  const { widgets } = (await api.layouts.get({ params: { id: layout.id } })).layout
  const stored = (id: string) => widgets.find((one) => one.id === id)
  expect(stored('Title')).toMatchObject({ group: 'Price tag', transform: 'translate(1000px, 100px)' })
  expect(stored('Call')).toMatchObject({ group: 'Price tag', transform: 'translate(1000px, 500px)' })
  expect(widgets).toHaveLength(5)
})

test('a page of another size: pinned, scaled, or adapted and reviewed before it is saved', async ({
  server,
  console,
  page,
}) => {
  const { credentials, api } = await server.organization('Portrait bakery')
  const { layout } = await api.layouts.create(board)
  await console.openAs(credentials, `#/app/layouts/design/${layout.id}`)
  const designer = new Designer(page)
  await designer.ready()
  const { x, y } = await middleOf(page, 'Note')
  await page.mouse.click(x, y)
  await designer.properties.getByText('When the page is resized').click()
  await designer.properties.getByRole('combobox', { name: 'Horizontally' }).click()
  await page.getByRole('option', { name: 'Distance to the right edge' }).click()
  await designer.canvas.focus()
  await page.keyboard.press('Escape')

  // Typed sizes ask.
  const width = designer.properties.getByRole('textbox', { name: 'Width', exact: true })
  await width.fill('1720')
  await width.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: /^Keep/ }).click()
  await dialog.getByRole('button', { name: 'Change this page' }).click()
  await expect(dialog).toBeHidden()
  await page.keyboard.press('Control+s')
  await expect(page.getByText(/^Saved/).first()).toBeVisible()
  const after = (await api.layouts.get({ params: { id: layout.id } })).layout
  expect(after.width).toBe(1720)
  expect(after.widgets.find(({ id }) => id === 'Note')).toMatchObject({
    transform: 'translate(1000px, 500px)',
    pins: { x: 'end' },
  })

  // By keys: adapted to portrait as a new page.
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Command palette' }).fill('adapt')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('radio', { name: /^Adapt/ })).toBeFocused()
  await expect(dialog.getByRole('radio', { name: /^Adapt/ })).toHaveAttribute('aria-checked', 'true')
  await dialog.getByRole('button', { name: 'Open as new page' }).click()
  await console.isAt('/app/layouts/design')
  await expect(page.locator('[data-canvas] [data-widget]')).toHaveCount(3)
  expect((await api.layouts.documents({})).layouts).toHaveLength(1)
  await page.keyboard.press('Control+s')
  await console.isAt(/^\/app\/layouts\/design\/.+/)
  const { layouts } = await api.layouts.documents({})
  expect(layouts.map((one) => [one.width, one.height]).sort()).toEqual([
    [1080, 1720],
    [1720, 1080],
  ])
})
