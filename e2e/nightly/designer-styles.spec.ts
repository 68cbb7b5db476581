import { storyboard } from '#support/content.ts'
import { Designer } from '#support/designer.ts'
import { expect, test } from '#support/test.ts'

test.use({ shared: true })

test('a style made of a text changes every linked page, and says before on which screens', async ({
  server,
  console,
  page,
  openScreen,
}) => {
  test.setTimeout(180_000)
  const admin = await server.organization('Stylish bakery')
  const { credentials, api } = admin
  const widget = {
    type: 'text',
    name: 'Price',
    zIndex: 1,
    width: 600,
    height: 200,
    transform: 'translate(100px, 100px)',
  }
  const font = { isBold: true, isItalic: false, alignment: 'center', font: 'Arial', size: 90 }
  const inputs = [
    { name: 'w1-text', value: '4.50' },
    { name: 'w1-color', value: '#ffffff' },
    { name: 'w1-fontSettings', value: font },
  ]
  const body = {
    name: 'Menu',
    width: 1920,
    height: 1080,
    widgets: [{ ...widget, id: 'w1' }],
    config: { inputs },
  }
  const { layout } = await api.layouts.create({ body })
  const screen = await openScreen()
  const deviceId = await screen.connect(admin, 'Window')
  const storyboardId = await storyboard(admin, 'Menu', [layout.id], 5)
  await api.devices.switchStory({ params: { id: deviceId }, body: { storyboardId } })
  const letters = screen.page.locator('.page[data-state=front] [data-widget=w1] [dir=auto]').first()
  await expect(letters).toHaveCSS('font-size', '90px')

  await console.openAs(credentials, `#/app/layouts/design/${layout.id}`)
  const designer = new Designer(page)
  await designer.ready()
  await page.locator('[data-canvas]').focus()
  await page.keyboard.press('Control+a')
  const properties = page.getByRole('region', { name: 'Properties' })
  const style = properties.getByRole('button', { name: /^Style of Font/ })

  await test.step('it is made of the text, which is linked to it', async () => {
    await style.press('Enter')
    await page.getByRole('menuitem', { name: 'Save as style…' }).press('Enter')
    const dialog = console.dialog('New text style')
    await dialog.getByRole('textbox', { name: /^Name/ }).fill('Price tag')
    await page.keyboard.press('Enter')
    await expect(style).toHaveText('Price tag')
    await page.keyboard.press('Control+s')
    await expect
      .poll(async () => (await api.layouts.get({ params: { id: layout.id } })).layout.version)
      .toBe(2)
  })

  await test.step('a change of it says which page and screen show it, and reaches the screen', async () => {
    await style.press('Enter')
    await page.getByRole('menuitem', { name: 'Edit Price tag' }).press('Enter')
    const dialog = console.dialog('Edit style')
    await dialog.getByRole('button', { name: 'Italic' }).click()
    await expect(dialog.getByRole('status')).toContainText('1 page: Menu')
    await expect(dialog.getByRole('status')).toContainText('1 screen: Window')
    await expect(letters).toHaveCSS('font-style', 'normal')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.locator('[data-canvas] [data-widget=w1] [dir=auto]').first()).toHaveCSS(
      'font-style',
      'italic',
    )
    await expect(letters).toHaveCSS('font-style', 'italic')
  })

  await test.step('detached, the text keeps its look', async () => {
    await style.press('Enter')
    await page.getByRole('menuitem', { name: 'Detach' }).press('Enter')
    await expect(style).toHaveText('Style')
    await expect(page.locator('[data-canvas] [data-widget=w1] [dir=auto]').first()).toHaveCSS(
      'font-style',
      'italic',
    )
    await page.keyboard.press('Control+s')
    await expect
      .poll(async () => (await api.layouts.get({ params: { id: layout.id } })).layout.widgets[0]?.styles)
      .toBeUndefined()
  })
})
