import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Locator, Page } from '@playwright/test'
import type { SourceFile } from '#support/content.ts'
import { expect, test } from '#support/test.ts'

test.use({ shared: true, deviceScaleFactor: 2 })

const DRAWINGS = path.resolve(import.meta.dirname, '../media/drawings')
/** The most that shapes and texts may differ from the file as Chromium draws it: the mean of all channels, 0 to 255. */
const MEAN_MOST = 1.5
/** Whose fonts Chromium doesn't have in pictures: they look better as texts. */
const OTHER_FONTS: Readonly<Record<string, number>> = { 'menu.svg': 4, 'picture.svg': 3 }

test('drawings look as shapes and texts like Chromium draws the file', async ({ server, console, page }) => {
  test.setTimeout(300_000)
  const { credentials } = await server.organization('Drawing office')
  await console.openAs(credentials, '#/app/layouts/design')
  for (const name of await readdir(DRAWINGS))
    await test.step(name, async () => {
      const dialog = await opened(page, { name, ...SVG, buffer: await readFile(path.join(DRAWINGS, name)) })
      expect(await difference(page, dialog)).toBeLessThan(OTHER_FONTS[name] ?? MEAN_MOST)
      await closed(page, dialog)
    })
})

test('a page of a PDF file looks as shapes and texts like it is printed', async ({
  server,
  console,
  page,
  browser,
}) => {
  test.setTimeout(180_000)
  const { credentials } = await server.organization('Printing office')
  const buffer = await printed(await browser.newPage())
  await console.openAs(credentials, '#/app/layouts/design')
  const dialog = await opened(page, { name: 'menu.pdf', mimeType: 'application/pdf', buffer })
  expect(await difference(page, dialog)).toBeLessThan(3)
  await expect(dialog.getByRole('status')).toContainText(/texts: [2-9]/)
  await dialog.getByLabel('Page (1 to 2)').fill('2')
  await expect(dialog.locator('[data-way="shapes"]')).toContainText('Second page')
  await dialog.getByRole('button', { name: 'Add to page' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.locator('[data-canvas]')).toContainText('Second page')
})

const SVG = { mimeType: 'image/svg+xml' }
const svg = (inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100">${inside}</svg>`
const RECT = '<rect width="50" height="50" fill="red"/>'

const HOSTILE: readonly (readonly [what: string, text: string, says: RegExp])[] = [
  [
    'scripts',
    svg(`<script>window.ran = 1</script>${RECT}<rect width="9" height="9" onload="window.ran = 1"/>`),
    /Scripts: 1/,
  ],
  [
    'pictures elsewhere',
    svg(`<image href="https://elsewhere.example/a.png" width="9" height="9"/>${RECT}`),
    /References outside the file: 1/,
  ],
  [
    'styles elsewhere',
    svg(
      `<style>@import url(https://elsewhere.example/a.css); rect { fill: url(https://elsewhere.example/b.svg#c) }</style>${RECT}`,
    ),
    /References outside the file: 2/,
  ],
  [
    'parts elsewhere',
    svg(`<use href="https://elsewhere.example/a.svg#b"/>${RECT}`),
    /References outside the file: 1/,
  ],
  [
    'HTML',
    svg(
      `<foreignObject><img xmlns="http://www.w3.org/1999/xhtml" src="x" onerror="window.ran = 1"/></foreignObject>${RECT}`,
    ),
    /Embedded HTML: 1/,
  ],
  ['a use of itself', svg(`<g id="a"><use href="#a"/>${RECT}</g>`), /Shapes: [12]/],
  ['2,000 parts', svg('<rect width="1" height="1"/>'.repeat(1999)), /more parts than a page/],
  ['2,001 parts', svg('<rect width="1" height="1"/>'.repeat(2000)), /more than 2,000 parts/],
  [
    'uses of uses',
    svg(`<defs><g id="a">${RECT.repeat(20)}</g>${uses('b', 'a')}${uses('c', 'b')}</defs><use href="#c"/>`),
    /more than 2,000 parts/,
  ],
  ['depth', svg('<g>'.repeat(80) + RECT + '</g>'.repeat(80)), /nested too deeply/],
  ['entities', `<!DOCTYPE svg [<!ENTITY a "b">]>${svg(`<text>&a;</text>${RECT}`)}`, /declares entities/],
  ['no drawing', svg(''), /nothing to draw/],
  ['broken', '<svg xmlns="http://www.w3.org/2000/svg"><rect', /can't be read/],
]

function uses(id: string, of: string): string {
  return `<g id="${id}">${`<use href="#${of}"/>`.repeat(20)}</g>`
}

test('a hostile drawing runs nothing, loads nothing, and says what it lost', async ({
  server,
  console,
  page,
}) => {
  test.setTimeout(240_000)
  const { credentials } = await server.organization('Careful office')
  await console.openAs(credentials, '#/app/layouts/design')
  const elsewhere: string[] = []
  page.on('request', (request) => request.url().includes('elsewhere') && elsewhere.push(request.url()))
  for (const [what, text, says] of HOSTILE)
    await test.step(what, async () => {
      const dialog = await opened(page, { name: 'drawing.svg', ...SVG, buffer: Buffer.from(text) })
      await expect(dialog).toContainText(says)
      await closed(page, dialog)
    })
  expect(elsewhere).toEqual([])
  expect(await page.evaluate(() => 'ran' in window)).toBe(false)
})

/** Drops a file on the canvas. */
async function opened(page: Page, { name, mimeType, buffer }: SourceFile): Promise<Locator> {
  const canvas = page.locator('[data-canvas]')
  await canvas.evaluate(
    (element, [name, type, data]) => {
      const dataTransfer = new DataTransfer()
      const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))
      dataTransfer.items.add(new File([bytes], name, { type }))
      for (const event of ['dragover', 'drop'])
        element.dispatchEvent(new DragEvent(event, { bubbles: true, cancelable: true, dataTransfer }))
    },
    [name, mimeType, buffer.toString('base64')] as const,
  )
  const dialog = page.getByRole('dialog', { name: 'Import a drawing' })
  await expect(dialog).toBeVisible()
  return dialog
}

async function closed(page: Page, dialog: Locator): Promise<void> {
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
}

/** The mean difference of both previews: what it becomes, and the file as a picture. */
async function difference(page: Page, dialog: Locator): Promise<number> {
  const previews = ['shapes', 'picture'].map((way) => dialog.locator(`[data-way="${way}"] [data-page]`))
  for (const preview of previews) await expect(preview).toBeVisible({ timeout: 60_000 })
  await expect(previews[1]?.locator('img').first() ?? dialog).toBeVisible({ timeout: 30_000 })
  await expect(async () => {
    for (const image of (await previews[1]?.locator('img').all()) ?? [])
      expect(await image.evaluate((one: HTMLImageElement) => one.complete && one.naturalWidth > 0)).toBe(true)
  }).toPass()
  // Pictures fade in.
  await page.waitForTimeout(1000)
  const shots: string[] = []
  for (const preview of previews) shots.push((await preview.screenshot()).toString('base64'))
  return page.evaluate(async (pngs) => {
    const [one, other] = await Promise.all(
      pngs.map(async (png) => {
        const image = new Image()
        image.src = `data:image/png;base64,${png}`
        await image.decode()
        const context = new OffscreenCanvas(image.width, image.height).getContext('2d')
        context?.drawImage(image, 0, 0)
        return context?.getImageData(0, 0, image.width, image.height).data ?? new Uint8ClampedArray()
      }),
    )
    let sum = 0
    for (let index = 0; index < (one?.length ?? 0); index += 1)
      sum += Math.abs((one?.[index] ?? 0) - (other?.[index] ?? 255))
    return (sum / (one?.length ?? 1)) * (4 / 3)
  }, shots)
}

async function printed(page: Page): Promise<Buffer> {
  const sheet = (
    title: string,
  ) => `<section style="page-break-after: always; height: 600px; position: relative">
    <h1 style="color: #7c2d12; font-size: 44px; margin: 0">${title}</h1>
    <p style="font-size: 20px; width: 460px">Fresh from the garden, every day from nine to six.<br>Ask for what the kitchen made today.</p>
    <div style="position: absolute; left: 0; top: 240px; width: 300px; height: 160px; background: #fde68a; border: 4px solid #b45309"></div>
    <svg style="position: absolute; left: 380px; top: 240px" width="300" height="160"><path d="M0 160 L80 40 L150 110 L230 10 L300 160Z" fill="#2563eb"/><circle cx="240" cy="40" r="30" fill="#f59e0b"/></svg>
    <div style="position: absolute; left: 0; top: 440px; width: 300px; height: 80px; background: linear-gradient(90deg, #22c55e, #0ea5e9)"></div>
  </section>`
  await page.setContent(
    `<body style="margin: 24px; font-family: Arial">${sheet('First page')}${sheet('Second page')}</body>`,
  )
  const pdf = await page.pdf({ printBackground: true, width: '900px', height: '660px' })
  await page.close()
  return pdf
}
