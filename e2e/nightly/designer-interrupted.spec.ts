import type { Console } from '#support/console.ts'
import { Designer } from '#support/designer.ts'
import type { Server } from '#support/server.ts'
import { expect, test } from '#support/test.ts'

test.use({ shared: true })

const note = { id: 'one', type: 'sticky-note', name: 'one', zIndex: 1, width: 240, height: 240 }
const body = {
  name: 'Lobby',
  width: 1920,
  height: 1080,
  widgets: [{ ...note, transform: 'translate(800px, 400px)' }],
  config: { inputs: [] },
}

/** The designer of a layout with one note, or with these widgets. */
async function openLobby(
  server: Server,
  console: Console,
  widgets = body.widgets,
  inputs: readonly { name: string; value: unknown }[] = [],
) {
  const { credentials, api } = await server.organization('Corner bakery')
  const { layout } = await api.layouts.create({
    body: { ...body, widgets, config: { inputs: inputs as typeof body.config.inputs } },
  })
  await console.openAs(credentials, `#/app/layouts/design/${layout.id}`)
  const designer = new Designer(console.page)
  await designer.ready()
  return { api, layout, designer }
}

test('nothing interrupts a gesture, and no state survives it', async ({ server, console, page }) => {
  const { designer } = await openLobby(server, console)
  const one = page.locator('[data-canvas] [data-widget="one"]')
  await designer.drag(one, { x: 40, y: 0 })
  const moved = (await designer.rect()).x
  expect(moved).toBeGreaterThan(800)

  const box = await one.boundingBox()
  if (!box) throw new Error('The note cannot be seen')
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  await page.mouse.move(at.x, at.y)
  await page.mouse.down()
  await page.mouse.move(at.x - 60, at.y - 7, { steps: 4 })
  // Commands that would change the page during a gesture are ignored.
  for (const key of ['Control+z', 'Delete', 'Control+d', 'ArrowLeft', 'Control+a', 'Control+x'])
    await page.keyboard.press(key)
  // Released over another window: no pointerup arrives, and the next move has no button.
  await page.evaluate(
    ({ x, y }) =>
      window.dispatchEvent(
        new PointerEvent('pointermove', { pointerId: 1, buttons: 0, clientX: x, clientY: y }),
      ),
    { x: at.x - 60, y: at.y - 7 },
  )
  await page.mouse.move(at.x + 200, at.y + 200, { steps: 3 })
  await page.mouse.up()
  await expect(console.dialog(/Delete/)).toBeHidden()
  await expect(page.getByText('Layers (1)')).toBeVisible()
  const left = (await designer.rect()).x
  expect(left).toBeLessThan(moved)
  await page.keyboard.press('Control+z')
  await expect.poll(async () => (await designer.rect()).x).toBe(moved)
  await page.keyboard.press('Control+z')
  await expect.poll(async () => (await designer.rect()).x).toBe(800)

  // A key released over another window counts as released.
  await page.keyboard.down('Space')
  await page.evaluate(() => window.dispatchEvent(new Event('blur')))
  await designer.drag(one, { x: 40, y: 0 })
  await page.keyboard.up('Space')
  expect((await designer.rect()).x).toBe(moved)
})

test('a pinch zooms the canvas and restores the widget that the first finger was dragging', async ({
  server,
  console,
  page,
  context,
}) => {
  const { designer } = await openLobby(server, console)
  const one = page.locator('[data-canvas] [data-widget="one"]')
  const before = await one.boundingBox()
  if (!before) throw new Error('The note cannot be seen')
  const [x, y] = [before.x + before.width / 2, before.y + before.height / 2]
  const client = await context.newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...places: [number, number][]) =>
    client.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: places.map(([left, top], id) => ({ x: left, y: top, id })),
    })
  await touch('touchStart', [x, y])
  await touch('touchMove', [x + 20, y])
  await touch('touchStart', [x + 20, y], [x + 120, y])
  for (const far of [150, 180, 220]) await touch('touchMove', [x + 120 - far, y], [x + 120, y])
  await touch('touchEnd')
  await expect.poll(async () => ((await one.boundingBox())?.width ?? 0) / before.width).toBeCloseTo(2.2, 1)
  expect(await designer.rect()).toMatchObject({ x: 800, y: 400 })

  // After the pinch, one finger drags again.
  const after = await one.boundingBox()
  if (!after) throw new Error('The note cannot be seen')
  const middle = [after.x + after.width / 2, after.y + after.height / 2] as const
  await touch('touchStart', [...middle])
  for (const by of [20, 60, 100]) await touch('touchMove', [middle[0] + by, middle[1]])
  await touch('touchEnd')
  await expect.poll(async () => (await designer.rect()).x).toBeGreaterThan(850)
})

test('commands for hidden panels open them', async ({ server, console, page }) => {
  const feed = { ...note, id: 'feed', type: 'rss', name: 'feed', transform: 'translate(100px, 400px)' }
  const { designer } = await openLobby(server, console, [...body.widgets, feed])
  const name = page.getByRole('textbox', { name: 'Rename' })
  const text = designer.properties.getByRole('textbox', { name: 'Text' })
  const content = designer.properties.locator('[data-section="content"] :focus')
  const press = async (id: string, key: string) => {
    await page.locator(`[data-canvas] [data-widget="${id}"]`).click({ force: true })
    await designer.canvas.focus()
    await page.keyboard.press('Control+Period')
    await expect(designer.properties).toBeHidden()
    await page.keyboard.press(key)
  }
  for (const [id, key, focused] of [
    ['one', 'F2', name],
    ['feed', 'Enter', content],
    ['one', 'Control+Enter', text],
    ['one', 'Control+f', page.getByRole('searchbox')],
  ] as const) {
    await press(id, key)
    await expect(focused).toBeFocused()
  }
  // A text is typed on the page, which needs no panel.
  await press('one', 'Enter')
  await expect(page.getByRole('textbox', { name: /^Text of one/ })).toBeFocused()
  await expect(designer.properties).toBeHidden()
})

test('the delete confirmation fits the window however many widgets it names', async ({
  server,
  console,
  page,
}) => {
  const widgets = Array.from({ length: 120 }, (_, index) => ({
    ...note,
    id: `note${index}`,
    name: `A note that hangs on the wall beside the door ${index}`,
    transform: `translate(${index * 10}px, 40px)`,
  }))
  // Deleting is asked about only if an action would no longer find its zone; a locked widget stays.
  const zone = { ...widgets[0], id: 'zone', type: 'media-looper', name: 'Menus' }
  const go = { ...widgets[0], id: 'go', type: 'button', name: 'Go', locked: true }
  const props = { layoutId: '', layoutName: '', mediaZoneId: 'zone', mediaOrder: null }
  const action = { event: 'CLICK_TOUCH', target: '', type: 'LAYOUT', verb: 'LOAD_NEXT_MEDIA', props }
  const inputs = [{ name: 'go-actions', value: [action] }]
  await openLobby(server, console, [...widgets, zone, go] as typeof widgets, inputs)
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  const question = console.dialog('DELETE')
  await expect(question).toContainText('121 widgets')
  await expect(question.getByRole('button', { name: 'DELETE' })).toBeInViewport({ ratio: 1 })
  await question.getByRole('button', { name: 'DELETE' }).click()
  await expect(page.getByText('Layers (1)')).toBeVisible()
})
