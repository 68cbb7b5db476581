import { Designer } from '#support/designer.ts'
import { expect, test } from '#support/test.ts'

test.use({ shared: true })

test('G-010 G-017 L-005 L-006 L-007 L-009 a layout is made by pointer and reloads unchanged', async ({
  server,
  console,
  page,
}) => {
  const { credentials, api } = await server.organization('Corner bakery')
  await console.openAs(credentials, '#/app/layouts/design')
  const designer = new Designer(page)
  await designer.ready()
  await designer.add('Media Zone')
  expect(await designer.rect()).toMatchObject({ width: 150, height: 150 })
  await designer.add('Button')
  const added = await designer.rect()
  expect(added).toMatchObject({ width: 120, height: 60 })

  // The canvas draws four handles; the corners respond without being drawn.
  await expect(page.locator('[data-handle]:visible')).toHaveCount(8)
  for (const side of ['n', 'w', 'e', 's']) await expect(designer.handle(side)).toBeVisible()
  await designer.drag(designer.handle('e'), { x: 60 })
  const wider = await designer.rect()
  expect(wider.width).toBeGreaterThan(added.width)
  expect(wider).toMatchObject({ x: added.x, y: added.y, height: added.height })
  await designer.drag(designer.handle('n'), { y: -40 })
  const higher = await designer.rect()
  expect(higher.height).toBeGreaterThan(wider.height)
  expect(higher.y + higher.height).toBe(wider.y + wider.height)

  await designer.canvas.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Control+z')
  expect(await designer.rect()).toEqual(higher)
  await page.keyboard.press('Control+Shift+z')
  const last = { ...higher, x: higher.x + 1 }
  expect(await designer.rect()).toEqual(last)

  await page.getByRole('textbox', { name: 'Layout name' }).fill('Lobby board')
  await page.keyboard.press('Control+s')
  await console.isAt(/^\/app\/layouts\/design\/.+/)
  const { layouts: layoutList } = await api.layouts.documents({})
  expect(layoutList).toHaveLength(1)
  const [layout] = layoutList
  expect(layout).toMatchObject({ name: 'Lobby board', width: 1920, height: 1080, type: 'designed' })
  expect(layout?.widgets.map(({ type, zIndex }) => [type, zIndex])).toEqual([
    ['button', 2],
    ['media-looper', 1],
  ])
  for (const { name } of layout?.config.inputs ?? [])
    expect(
      layout?.widgets.some(({ id }) => name.startsWith(`${id}-`)),
      name,
    ).toBe(true)

  await page.reload()
  await designer.ready()
  await page.getByText('Layers (2)').click()
  const layers = page.getByRole('list', { name: 'Layers, front to back' }).getByRole('listitem')
  await expect(layers).toHaveText(['Button', 'Media Zone'])
  await layers.first().getByRole('button', { name: 'Button', exact: true }).click()
  expect(await designer.rect()).toEqual(last)
})

test('actions are created, edited and tested in words', async ({ server, console, page }) => {
  const { credentials } = await server.organization('Corner bakery')
  await console.openAs(credentials, '#/app/layouts/design')
  const designer = new Designer(page)
  await designer.ready()
  await designer.add('Media Zone')
  await designer.add('Button')
  await designer.properties.getByRole('button', { name: 'Add Actions', exact: true }).click()
  const dialog = console.dialog('Actions')
  await expect(dialog.getByText('No action has been added yet!')).toBeVisible()

  await dialog.getByRole('button', { name: 'Add Action', exact: true }).click()
  const types = dialog.getByRole('radiogroup', { name: 'Action type' }).getByRole('radio')
  await expect(types).toHaveCount(3)
  await dialog.getByRole('radio', { name: /^System/ }).check()
  await dialog.getByText('Another device').click()
  await console.field('Device IP', dialog).fill('hello')
  await page.keyboard.press('Tab')
  await expect(dialog.getByText('Please type valid IP address')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'My Devices' })).toBeVisible()

  // Another type starts over: on the touched device, without a function.
  await dialog.getByRole('radio', { name: /^Layout/ }).check()
  await expect(console.field('Device IP', dialog)).toBeHidden()
  await console.choose('Function', 'Load media by order', dialog)
  await console.choose('Media zone', 'Media Zone', dialog)
  await expect(dialog.getByText('Please select media in the selected media zone')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Add', exact: true })).toBeDisabled()

  await dialog.getByRole('radio', { name: /^Application/ }).check()
  await console.choose('Function', 'Load layout by order', dialog)
  await console.field('Layout order', dialog).fill('1')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  const rows = dialog.getByRole('list').getByRole('listitem')
  await expect(rows).toContainText(['Go to layout 1'])
  await expect(rows.first()).toContainText(
    'Click or touch · Application · Load layout by order · Action source device',
  )

  // Adding appends, editing replaces in place.
  await dialog.getByRole('button', { name: 'Add Action', exact: true }).click()
  await dialog.getByRole('radio', { name: /^Application/ }).check()
  await console.choose('Function', 'Load next layout', dialog)
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await dialog.getByRole('button', { name: 'Edit action 1' }).click()
  await expect(console.field('Layout order', dialog)).toHaveValue('1')
  await console.field('Layout order', dialog).fill('3')
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect(rows).toContainText(['Go to layout 3', 'Go to the next layout'])
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(designer.properties.getByRole('button', { name: /^Add More Actions/ })).toContainText('2')

  // Keyboard only: every step of the dialog focuses its form, returns the focus afterwards, and Escape closes one
  // step at a time.
  const more = designer.properties.getByRole('button', { name: /^Add More Actions/ })
  const button = (name: string) => dialog.getByRole('button', { name, exact: true })
  await more.press('Enter')
  await expect(button('Add Action')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(types.first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(button('Add Action')).toBeFocused()
  await button('Edit action 2').press('Enter')
  await expect(dialog.getByRole('radio', { name: /^Application/ })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(button('Edit action 2')).toBeFocused()
  await rows.nth(1).getByRole('button', { name: /up$/ }).press('Enter')
  await expect(rows).toContainText(['Go to the next layout', 'Go to layout 3'])
  await expect(rows.first().getByRole('button', { name: /down$/ })).toBeFocused()
  await button('Delete action 1').press('Enter')
  await expect(button('Delete action 1')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('No action has been added yet!')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(button('Add Action')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(more).toBeFocused()
  await expect(designer.properties.getByRole('button', { name: /^Add More Actions/ })).toContainText('2')

  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  const preview = page.getByRole('dialog', { name: /^Preview of/ })
  await preview.locator('[data-widget]').getByRole('button').click()
  await expect(preview.getByRole('list', { name: 'Action log' })).toContainText('Go to layout 3')
  await page.keyboard.press('Escape')
  await expect(preview).toBeHidden()

  // an action's target may be deleted. The page still saves, with a warning.
  await more.click()
  await button('Add Action').click()
  await dialog.getByRole('radio', { name: /^Layout/ }).check()
  await console.choose('Function', 'Load next media', dialog)
  await console.choose('Media zone', 'Media Zone', dialog)
  await button('Add').click()
  await button('Save').click()
  const told = console.toast('Saved, but these widgets have actions with missing targets: Button.')
  await page.keyboard.press('Control+s')
  await console.isAt(/^\/app\/layouts\/design\/.+/)
  await expect(told).toHaveCount(0)
  const zone = await page.locator('[data-canvas] [data-widget]').first().boundingBox()
  await page.mouse.click((zone?.x ?? 0) + 4, (zone?.y ?? 0) + 4)
  await page.keyboard.press('Delete')
  await console.dialog('DELETE').getByRole('button', { name: 'DELETE' }).click()
  await expect(page.locator('[data-canvas] [data-widget]')).toHaveCount(1)
  await page.keyboard.press('Control+s')
  await expect(told).toBeVisible()
  // It is marked in the editor, and can be tried there.
  await page.keyboard.press('Control+a')
  await more.click()
  await expect(dialog.getByText('target is missing')).toBeVisible()
  await dialog
    .getByRole('button', { name: /^Try action/ })
    .last()
    .click()
  await expect(preview.getByRole('list', { name: 'Action log' })).not.toBeEmpty()
  await page.keyboard.press('Escape')
  await expect(preview).toBeHidden()
  await expect(dialog.getByRole('button', { name: /^Try action/ }).last()).toBeFocused()
})

test('G-009 G-015 D-035 N-026 N-030 C-084 C-085 a card is written, pictured, copied and deleted', async ({
  server,
  console,
  page,
}) => {
  const { credentials, api } = await server.organization('Corner bakery')
  await console.openAs(credentials, '#/app/cards/create')
  await page.getByRole('button', { name: 'Text', exact: true }).click()
  await console.field('Card name').fill('Opening hours')
  await page
    .getByRole('group', { name: 'Title' })
    .getByRole('textbox', { name: 'Text' })
    .fill('Open from 7 to 19')
  await console.button('Save').click()
  await console.isAt('/app/cards')
  await expect(page.getByRole('img', { name: 'Opening hours' })).toBeVisible()
  const [card] = (await api.cards.documents({})).cards
  expect(card).toMatchObject({ name: 'Opening hours', width: 1920, height: 1080 })
  expect(card?.thumbnailId).not.toBeNull()

  await console.button('More actions for Opening hours').click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await expect(console.field('Card name')).toHaveValue('Copy of Opening hours')
  await console.dialog('Duplicate').getByRole('button', { name: 'Duplicate' }).click()
  await expect(page.getByRole('button', { name: 'Copy of Opening hours', exact: true })).toBeVisible()

  await console.button('More actions for Copy of Opening hours').click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await console.dialog('DELETE').getByRole('button', { name: 'DELETE' }).click()
  await expect(page.getByRole('button', { name: 'Copy of Opening hours', exact: true })).toHaveCount(0)
  await console.isAt('/app/cards')
})

test('a page that was left unsaved is restored, and asks before it overwrites what someone else has saved since', async ({
  server,
  console,
  page,
}) => {
  const { credentials, api } = await server.organization('Corner bakery')
  const body = { name: 'Lobby', width: 1920, height: 1080, widgets: [], config: { inputs: [] } }
  const { layout } = await api.layouts.create({ body })
  await console.openAs(credentials, `#/app/layouts/design/${layout.id}`)
  const designer = new Designer(page)
  await designer.ready()
  await designer.add('Button')
  await expect(page.getByText('Unsaved · draft kept')).toBeVisible()
  await page.getByRole('link', { name: 'Back to Layouts' }).click()
  await console.dialog('Leave without saving?').getByRole('button', { name: 'Leave' }).click()
  await console.isAt('/app/layouts')
  await expect(designer.canvas).toBeHidden()
  await api.layouts.update({ params: { id: layout.id }, body: { ...body, name: 'Lobby of Mona' } })

  await console.open(`#/app/layouts/design/${layout.id}`)
  await designer.ready()
  await expect(page.getByText('Layers (0)')).toBeVisible()
  await console.button('Restore').click()
  await expect(page.getByText('Layers (1)')).toBeVisible()
  await page.keyboard.press('Control+s')
  const conflict = console.dialog('Someone else saved this while you were editing.')
  await conflict.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByText('Layers (0)')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Layout name' })).toHaveValue('Lobby of Mona')
})

test('staying keeps the page open, whichever way led out', async ({ server, console, page }) => {
  const { credentials, api } = await server.organization('Corner bakery')
  const body = { name: 'Lobby', width: 1920, height: 1080, widgets: [], config: { inputs: [] } }
  const { layout } = await api.layouts.create({ body })
  await console.openAs(credentials, '#/app/cards')
  await console.open('#/app/layouts')
  await console.open(`#/app/layouts/design/${layout.id}`)
  const designer = new Designer(page)
  await designer.ready()
  await designer.add('Text')
  const here = page.url()

  const question = console.dialog('Leave without saving?')
  const typed = (hash: string) => () => page.evaluate((to) => window.location.assign(to), hash)
  const ways: Record<string, () => Promise<unknown>> = {
    'an address typed by hand': typed('#/app/cards'),
    'another one': typed('#/app/devices'),
    'the button for back': () => page.evaluate(() => window.history.back()),
    'a link': () => page.getByRole('link', { name: 'Back to Layouts' }).click(),
    'an address again': typed('#/app/cards'),
  }
  for (const [way, leave] of Object.entries(ways))
    await test.step(way, async () => {
      await leave()
      await question.getByRole('button', { name: 'Stay' }).click()
      await expect(question).toBeHidden()
      await expect(page).toHaveURL(here)
      await expect(page.getByText('Layers (1)')).toBeVisible()
    })

  await typed('#/app/cards')()
  await question.getByRole('button', { name: 'Leave' }).click()
  await console.isAt('/app/cards')
  await expect(designer.canvas).toBeHidden()
  await page.goBack()
  await designer.ready()
  expect(page.url()).toBe(here)
})
