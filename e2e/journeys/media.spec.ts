import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Locator, Page } from '@playwright/test'
import type { Console } from '#support/console.ts'
import { hold } from '#support/hold.ts'
import type { Server } from '#support/server.ts'
import { expect, test } from '#support/test.ts'

test.use({ shared: true })

const clip = path.resolve(import.meta.dirname, '../media/green.mp4')
const VIDEO = { name: 'A film about summer.mp4', mimeType: 'video/mp4', buffer: readFileSync(clip) }
const PICTURE = { name: 'shop.svg', mimeType: 'image/svg+xml', buffer: drawing('orange') }
const OTHER = { name: 'door.svg', mimeType: 'image/svg+xml', buffer: drawing('navy') }
const SQUARE = { name: 'square.svg', mimeType: 'image/svg+xml', buffer: drawing('teal', 90) }
const PACKAGE = { name: 'menu.zip', mimeType: 'application/zip', buffer: emptyPackage() }
const TEXT = { name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('no picture') }

function drawing(colour: string, width = 160): Buffer {
  const rect = `<rect width="${width}" height="90" fill="${colour}"/>`
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} 90">${rect}</svg>`)
}

/** A zip archive with one empty file, index.html. */
function emptyPackage(): Buffer {
  const name = Buffer.from('index.html')
  const entry = Buffer.alloc(26)
  entry.writeUInt16LE(20, 0)
  entry.writeUInt16LE(name.length, 22)
  const file = Buffer.concat([Buffer.from('PK\x03\x04'), entry, name])
  const list = Buffer.concat([Buffer.from('PK\x01\x02\x14\x03'), entry, Buffer.alloc(14), name])
  const end = Buffer.alloc(18)
  end.writeUInt16LE(1, 4)
  end.writeUInt16LE(1, 6)
  end.writeUInt32LE(list.length, 8)
  end.writeUInt32LE(file.length, 12)
  return Buffer.concat([file, list, Buffer.from('PK\x05\x06'), end])
}

const library = (page: Page) => page.getByRole('region', { name: 'Media library' })
const card = (page: Page, name: string) => library(page).getByRole('article').filter({ hasText: name })
const chosen = (page: Page) => page.getByRole('list', { name: 'Selected files' }).getByRole('listitem')
const chooser = (page: Page) => page.locator('input[type=file]')

async function openLibrary(console: Console, server: Server): Promise<void> {
  const { credentials } = await server.organization('Corner bakery')
  await console.openAs(credentials, '#/app/media-library')
  await console.title('Media library')
}

/** A drawn picture's pixels differ from an empty one's. */
const isDrawn = (picture: Locator) =>
  picture.evaluate(async (image: HTMLImageElement) => {
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = 8
    const context = canvas.getContext('2d')
    context?.drawImage(image, 0, 0, 8, 8)
    return context?.getImageData(0, 0, 8, 8).data.some((byte, at) => at % 4 !== 3 && byte > 20) ?? false
  })

test('U-008, U-009, U-010: files are chosen, shown as pictures, removed and uploaded', async ({
  server,
  console,
  page,
}) => {
  await openLibrary(console, server)
  await console.button('Upload').click()
  await expect(chooser(page)).toHaveAttribute('accept', /image\/\*,video\/\*,application\/zip/)
  await expect(chooser(page)).toHaveAttribute('multiple', '')
  await expect(console.button(/^Upload \d/)).toHaveCount(0)
  await chooser(page).setInputFiles([PICTURE])
  await console.button('Back').click()
  await expect(page.getByText('Drop images or videos here')).toBeVisible()

  // Browser Back closes the dialog, too, and asks first if files were chosen.
  await console.button('Upload').click()
  await chooser(page).setInputFiles([PICTURE])
  await page.goBack()
  await page.getByRole('button', { name: 'Stay' }).click()
  await expect(chosen(page)).toHaveCount(1)
  await console.button(`Remove ${PICTURE.name}`).click()
  await page.goBack()
  await expect(page.getByText('Drop images or videos here')).toBeVisible()
  await console.isAt('/app/media-library')

  await console.button('Upload').click()
  await chooser(page).setInputFiles([PICTURE, VIDEO, PACKAGE, OTHER])
  await expect(chosen(page)).toHaveCount(4)
  for (const { name } of [PICTURE, VIDEO, PACKAGE])
    expect(await isDrawn(page.getByRole('img', { name: `Thumbnail of ${name}` }))).toBe(true)
  await console.button(`Remove ${OTHER.name}`).click()
  await expect(chosen(page)).toHaveCount(3)

  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/media')) sent.push(request.url())
  })
  const letGo = await hold(page, '**/api/media')
  await console.button(/^Upload 3 files/).click()
  await expect(chosen(page)).toHaveCount(3)
  // On other screens, a tray shows the running upload; back on its own screen, the dialog shows it again.
  const tray = page.getByRole('region', { name: 'Uploads' })
  await expect(tray).toHaveCount(0)
  await console.go('Buildings')
  await expect(tray.getByText('Uploading 3 files')).toBeVisible()
  await tray.getByRole('button', { name: 'Uploading files' }).click()
  await expect(tray.getByRole('listitem')).toHaveCount(3)
  expect(
    await page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))),
  ).toBe(true)
  letGo()
  await expect(tray.getByText('3 files uploaded')).toBeVisible()
  expect(
    await page.evaluate(() => window.dispatchEvent(new Event('beforeunload', { cancelable: true }))),
  ).toBe(true)
  await tray.getByRole('link', { name: 'Show in library' }).click()
  await tray.getByRole('button', { name: 'Close' }).click()
  await expect(tray).toHaveCount(0)
  await expect(card(page, 'shop.svg')).toBeVisible()
  await expect(library(page).getByRole('article')).toHaveCount(3)
  await expect(chosen(page)).toHaveCount(0)
  expect(sent).toHaveLength(1)
  await expect(card(page, 'A film about summer.mp4')).toContainText('MP4')
})

test('a file whose content contradicts its type is rejected with the reason, and the others are stored', async ({
  server,
  console,
  page,
}) => {
  await openLibrary(console, server)
  await console.button('Upload').click()
  await chooser(page).setInputFiles([PICTURE, TEXT])
  await console.button(/^Upload 2 files/).click()
  await expect(console.toast('Failed to upload')).toBeVisible()
  await expect(chosen(page).filter({ hasText: 'notes.png' }).getByRole('alert')).toContainText(
    "isn't an image",
  )
  await console.button('Back').click()
  await expect(library(page).getByRole('article')).toHaveCount(1)
})

test('media are opened, renamed, downloaded and deleted', async ({ server, console, page }) => {
  await openLibrary(console, server)
  await console.button('Upload').click()
  await chooser(page).setInputFiles([VIDEO, PICTURE])
  await console.button(/^Upload 2 files/).click()

  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    console.button('Download A film about summer.mp4').click(),
  ])
  expect(saved.suggestedFilename()).toBe('A film about summer.mp4')

  await card(page, 'A film about summer.mp4').getByRole('link').click()
  await console.isAt(/\/media-library\/preview\//)
  await expect
    .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.videoWidth))
    .toBeGreaterThan(0)
  await page.goBack()
  await console.button('Edit shop.svg').click()
  await expect
    .poll(() =>
      page.getByRole('img', { name: 'shop.svg' }).evaluate((image: HTMLImageElement) => image.complete),
    )
    .toBe(true)
  await console.field('Name').fill('Front of the shop')
  await console.button('Save').click()
  await console.isAt('/app/media-library')
  await expect(card(page, 'Front of the shop')).toBeVisible()

  await console.button('Delete Front of the shop').click()
  await console.dialog('DELETE').getByRole('button', { name: 'DELETE' }).click()
  await expect(library(page).getByRole('article')).toHaveCount(1)
})

test('a file is replaced everywhere, its earlier version can be viewed, and Undo restores it', async ({
  server,
  console,
  page,
}) => {
  await openLibrary(console, server)
  await console.button('Upload').click()
  await chooser(page).setInputFiles([PICTURE])
  await console.button(/^Upload 1 file/).click()
  await card(page, 'shop.svg').getByRole('link').first().click()
  await console.title('shop.svg')
  const shown = page.locator('main img[alt="shop.svg"]')
  const before = await shown.getAttribute('src')

  await console.button('Replace file').click()
  const dialog = page.getByRole('dialog', { name: 'Replace shop.svg' })
  await expect(dialog).toContainText('No screen shows it.')
  await dialog.locator('input[type=file]').setInputFiles([VIDEO])
  await expect(dialog.getByRole('alert')).toContainText('Choose an image')
  await expect(dialog.getByRole('button', { name: 'Replace', exact: true })).toBeDisabled()
  await dialog.locator('input[type=file]').setInputFiles([SQUARE])
  await expect(dialog).toContainText('160 × 90, now 90 × 90')
  expect(await isDrawn(dialog.getByRole('img', { name: SQUARE.name }))).toBe(true)
  await dialog.getByRole('button', { name: 'Replace', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect(shown).not.toHaveAttribute('src', before ?? '')
  const after = await shown.getAttribute('src')

  const history = page.getByRole('region', { name: 'Earlier files' })
  await expect(history.getByRole('listitem')).toHaveCount(1)
  await history.getByRole('button', { name: 'View' }).click()
  await expect(shown).toHaveAttribute('src', before ?? '')
  await history.getByRole('button', { name: 'View current' }).click()
  await expect(shown).toHaveAttribute('src', after ?? '')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(shown).toHaveAttribute('src', before ?? '')
  await expect(history.getByRole('listitem')).toHaveCount(1)
})

test('a PDF becomes a floor plan; of several pages, one is chosen', async ({ server, console, page }) => {
  await page.setContent('<p>Ground</p><p style="break-before: page">Upstairs</p>')
  const pdf = (pageRanges: string) => page.pdf({ pageRanges })
  const [one, both] = [await pdf('1'), await pdf('1-2')]
  const { api, credentials } = await server.organization('Corner bakery')
  const floors = [{ name: 'Ground' }, { name: 'Upstairs' }]
  await api.buildings.create({ body: { name: 'Shop', location: 'Amman', floors } })
  const [shop] = (await api.floors.list()).buildings
  const planOf = (name: string) => page.getByRole('group', { name: `Plan of Shop · ${name}` })
  await console.openAs(credentials, `#/app/floors/${shop?.floors[0]?.id}`)
  await console.title('Ground')
  await chooser(page).setInputFiles({ name: 'shop.pdf', mimeType: 'application/pdf', buffer: one })
  await expect(planOf('Ground').locator('img')).toBeVisible()

  await page.getByRole('link', { name: 'Upstairs' }).click()
  await console.title('Upstairs')
  await chooser(page).setInputFiles({ name: 'floors.pdf', mimeType: 'application/pdf', buffer: both })
  const picker = page.getByRole('dialog', { name: 'Choose from the media library' })
  await expect(picker.getByRole('checkbox')).toHaveCount(2)
  await picker.getByRole('checkbox').last().click()
  await picker.getByRole('button', { name: 'Save' }).click()
  await expect(planOf('Upstairs').locator('img')).toBeVisible()
  const plans = (await api.floors.list()).buildings[0]?.floors.map(({ plan }) => plan?.name)
  expect(plans?.[0]).toContain('shop')
  expect(plans?.[1]).toContain('floors')
})
