import { BLUE, GREEN, ORANGE, photograph, picture, type SourceFile, video } from '#support/content.ts'
import { counted, drop, play } from '#support/jobs.ts'
import { expect, test } from '#support/test.ts'
import { packageOf } from '#support/zip.ts'

test.use({ shared: true })

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATED = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** A workbook with one sheet of texts. */
function excel(name: string, rows: readonly (readonly string[])[]): SourceFile {
  const cells = (row: readonly string[]) =>
    row.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')
  return packageOf(name, {
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${RELATED}"><sheets><sheet name="Menu" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="rId1" Type="${RELATED}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${MAIN}"><sheetData>${rows.map((row) => `<row>${cells(row)}</row>`).join('')}</sheetData></worksheet>`,
  })
}

test('Excel to the wall in 4 clicks, its preview in 2 seconds, and a price in 3', async ({
  server,
  console,
  page,
  openScreen,
}) => {
  const admin = await server.organization('Corner bakery')
  const screen = await openScreen()
  await screen.connect(admin, 'Window')
  await console.openAs(admin.credentials, '#/app/devices')
  const clicks = await counted(page)
  const sheet = excel('Menu.xlsx', [
    ['Dish', 'Description', 'Price'],
    ['Tomato soup', 'with basil', '4.50'],
    ['Apple cake', 'warm', '3.80'],
  ])
  const start = Date.now()
  await drop(page, [{ ...sheet, mimeType: '' }])
  const dialog = console.dialog('Play on…')
  await expect(dialog.getByText('Menu: a board with 2 rows that follows the sheet')).toBeVisible()
  await expect(dialog.getByRole('img', { name: 'Menu' })).toBeVisible()
  test.info().annotations.push({ type: 'preview', description: `${Date.now() - start} ms` })
  await dialog.getByRole('checkbox', { name: /Window/ }).check()
  await play(console)
  expect(await clicks()).toBeLessThanOrEqual(4)
  await expect(screen.page.getByText('Tomato soup')).toBeVisible({ timeout: 20_000 })
  await expect(screen.page.getByText('4.50')).toBeVisible()
  expect((await admin.api.cards.list({ query: { made: '0' } })).cards).toEqual([])

  await console.open('#/app/media-library')
  const again = await counted(page)
  await page.getByText('All content', { exact: true }).click()
  const content = page.getByRole('list', { name: 'All content' })
  await content.getByRole('link', { name: 'Menu', exact: true }).click()
  await console.field('Price of Tomato soup').click()
  await page.keyboard.press('Control+A')
  await page.keyboard.type('4.90')
  await page.keyboard.press('Enter')
  await expect(screen.page.getByText('4.90')).toBeVisible({ timeout: 20_000 })
  expect(await again()).toBeLessThanOrEqual(3)
})

test('photos to the wall in 4 clicks: a slide show in the order they were taken', async ({
  server,
  browser,
  console,
  page,
  openScreen,
}) => {
  const admin = await server.organization('Corner bakery')
  const screen = await openScreen()
  await screen.connect(admin, 'Window')
  await console.openAs(admin.credentials, '#/app/dashboard')
  const clicks = await counted(page)
  await drop(page, [await picture(browser, 'b.jpg', BLUE), await picture(browser, 'a.jpg', ORANGE)])
  const dialog = console.dialog('Play on…')
  await expect(dialog.getByText('2 files as a slide show, in the order they were taken')).toBeVisible()
  await dialog.getByRole('checkbox', { name: /Window/ }).check()
  await play(console)
  expect(await clicks()).toBeLessThanOrEqual(4)
  await screen.shows(ORANGE)
  await screen.shows(BLUE)
})

test('a video to the wall in 4 clicks by keyboard-friendly buttons, and again without another card', async ({
  server,
  console,
  page,
  openScreen,
}) => {
  const admin = await server.organization('Corner bakery')
  const screen = await openScreen()
  await screen.connect(admin, 'Window')
  await console.openAs(admin.credentials, '#/app/storyboard')
  const clicks = await counted(page)
  await console.button('Play on…').click()
  const dialog = console.dialog('Play on…')
  await console.chooseFile(
    () => dialog.getByRole('button', { name: 'Choose files from this device' }).click(),
    await video(),
  )
  await expect(dialog.getByText('meadow.mp4, in full screen')).toBeVisible()
  await dialog.getByRole('checkbox', { name: /Window/ }).check()
  await play(console)
  expect(await clicks()).toBeLessThanOrEqual(4)
  await screen.shows(GREEN)
  await console.open('#/app/media-library')
  await console.button('Play meadow.mp4 on…').click()
  await dialog.getByRole('checkbox', { name: /Window/ }).check()
  await play(console)
  expect((await admin.api.cards.list()).cards).toHaveLength(1)
  expect((await admin.api.storyboards.list()).storyboards).toHaveLength(1)
  await console.go('Cards')
  await expect(page.getByText('No cards yet')).toBeVisible()
})

test('a photo from the phone to a screen in 3 taps', async ({
  server,
  browser,
  console,
  page,
  openScreen,
}) => {
  const admin = await server.organization('Corner bakery')
  const screen = await openScreen()
  await screen.connect(admin, 'Window')
  await page.setViewportSize({ width: 390, height: 844 })
  await console.openAs(admin.credentials, '#/app/dashboard')
  const clicks = await counted(page)
  const photo = await photograph(browser, 'IMG_1.jpg', '<body style="background: rgb(38 92 214)">')
  await console.chooseFile(() => console.button('Show a photo').click(), photo)
  await console
    .dialog('Play on…')
    .getByRole('checkbox', { name: /Window/ })
    .check()
  await play(console)
  expect(await clicks()).toBeLessThanOrEqual(3)
  await screen.shows(BLUE)
})
