import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import {
  newWidget,
  type ReadDocument,
  type ReadWidget,
  writeDocument,
} from '@vitrine/contract/document/layout-document'
import { PART_TYPE } from '@vitrine/contract/document/part-use'
import { FONTS } from '@vitrine/contract/fields/font-families'
import { ownFont } from '@vitrine/contract/fields/own-font'
import { WIDGET_FIELDS, WIDGET_TYPES, type WidgetType } from '@vitrine/widgets/definitions'
import sharp from 'sharp'
import { photograph, storyboard, upload } from '#support/content.ts'
import { Designer } from '#support/designer.ts'
import type { Caller } from '#support/server.ts'
import { expect, test } from '#support/test.ts'
import { samplesOf, type WidgetSample } from '#support/widget-samples.ts'

/** A strip that moves all the time is at another place in each picture. */
const MOVING: readonly WidgetType[] = ['ticker']
const CELL = { width: 240, height: 160 }
const ACROSS = 5
const CELLS = ACROSS * ACROSS
/** How far cells move apart on a page where the outer ones reach over the edges. */
const SPREAD = 30
/** The designer shows it at its full size, so that both pictures have the same pixels. */
const SIZE = { width: CELL.width * ACROSS, height: CELL.height * ACROSS }
/** Neighboring pixels compared as one: layers smooth letters and edges by less. */
const BLOCK = 4
/** Difference of a block's colors, of 255, and how many blocks of a cell can exceed it. */
const TOLERANCE = 24
/** What moves or tells the time is compared again: two pictures are never of the same instant. */
const TRIES = 8

const PICTURE = `<body style="margin: 0; background: linear-gradient(120deg, #e47626, #265cd6)">
  <p style="font: 700 400px sans-serif; margin: 200px">Rye</p>`
const FEED = `<rss version="2.0"><channel><title>Bakery</title>
  <item><title>Rye is ready</title><description>Fresh from the oven</description></item></channel></rss>`
const FONTS_FOLDER = fileURLToPath(new URL('../../../node_modules/dejavu-fonts-ttf/ttf', import.meta.url))
const DAYS = Array.from({ length: 7 }, (_, day) => day)
const FORECAST = () => {
  const now = Math.floor(Date.now() / 1000)
  return {
    utc_offset_seconds: 0,
    current: {
      ...{ time: now, temperature_2m: 21, relative_humidity_2m: 40, wind_speed_10m: 9 },
      ...{ is_day: 1, weather_code: 2 },
    },
    daily: {
      time: DAYS.map((day) => now + day * 86_400),
      weather_code: DAYS.map((day) => day * 10),
      temperature_2m_max: DAYS.map((day) => 25 - day),
      temperature_2m_min: DAYS.map((day) => 15 - day),
    },
  }
}

const internet = createServer(({ url = '' }, response) => {
  response.setHeader('Content-Type', url.startsWith('/v1/') ? 'application/json' : 'application/rss+xml')
  response.end(url.startsWith('/v1/') ? JSON.stringify(FORECAST()) : FEED)
})
test.beforeAll(() => new Promise<void>((resolve) => internet.listen(0, '127.0.0.1', resolve)))
test.afterAll(() => new Promise((resolve) => internet.close(resolve)))
const internetHost = () => `127.0.0.1:${(internet.address() as AddressInfo).port}`
test.use({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it which fixtures are asked for
  env: async ({}, use) => use({ WEATHER_URL: `http://${internetHost()}`, LOCAL_HOSTS: internetHost() }),
  viewport: { width: SIZE.width + 800, height: SIZE.height + 200 },
})

test('the designer draws every font, and every widget with every setting, as a screen does', async ({
  console,
  server,
  browser,
  openScreen,
}) => {
  test.setTimeout(300_000)
  const admin = await server.organization('Pixel bakery')
  const [mediaId = ''] = await upload(admin, [await photograph(browser, 'rye.jpg', PICTURE)])
  const [fontId = ''] = await upload(admin, [
    {
      name: 'Brand.ttf',
      mimeType: 'font/ttf',
      buffer: readFileSync(`${FONTS_FOLDER}/DejaVuSerif-BoldItalic.ttf`),
    },
  ])
  const samples = [
    ...[...FONTS, ownFont(fontId)].map(fontSample),
    ...WIDGET_TYPES.filter((type) => !MOVING.includes(type)).flatMap((type) =>
      samplesOf(type, { mediaId, feedUrl: `http://${internetHost()}/feed.xml` }),
    ),
  ]
  const screen = await openScreen()
  await screen.page.emulateMedia({ reducedMotion: 'reduce' })
  await screen.page.setViewportSize(SIZE)
  const deviceId = await screen.connect(admin, 'Window')
  await console.openAs(admin.credentials, '#/app/layouts')
  const wrong: string[] = []
  const pages: { some: WidgetSample[]; from: number; spread: number; parts?: ReadonlyMap<string, string> }[] =
    []
  for (let from = 0; from < samples.length; from += CELLS)
    pages.push({ some: samples.slice(from, from + CELLS), from, spread: 0 })
  const one = WIDGET_TYPES.flatMap((type) => samples.find((sample) => sample.type === type) ?? [])
  const edges = { some: around(one), spread: SPREAD }
  pages.push({ ...edges, from: samples.length })
  pages.push({ ...edges, from: samples.length + CELLS, parts: await partsOf(admin, one) })
  for (const { some, from, spread, parts } of pages) {
    const page = parts ? usesOf(some, parts, from, spread) : pageOf(some, from, spread)
    const body = { name: `Page ${from}`, ...writeDocument(page, WIDGET_FIELDS) }
    const { layout } = await admin.api.layouts.create({ body })
    const storyboardId = await storyboard(admin, `Page ${from}`, [layout.id], 3600)
    await admin.api.devices.switchStory({ params: { id: deviceId }, body: { storyboardId } })
    await console.open(`#/app/layouts/design/${layout.id}`)
    const designer = new Designer(console.page)
    await designer.ready()
    await designer.canvas.focus()
    await console.page.keyboard.press('Control+0')
    // Screens get the widgets of parts, whose ids are hashes.
    const last = parts ? '^=p' : `=w${from + some.length - 1}`
    await screen.page.locator(`.page[data-state=front] [data-widget${last}]`).first().waitFor()
    // It would draw a frame around the focused canvas.
    await designer.canvas.blur()
    // The designer fills three stars; a screen fills those that are touched.
    for (const [cell, { type }] of some.entries())
      if (type === 'rating') await touchMiddle(screen.page, cell, spread)
    wrong.push(...(await differing(console.page, screen.page, some, from)))
  }
  expect(wrong).toEqual([])
})

/** Regular and bold italic letters of three scripts. */
const fontSample = (font: string): WidgetSample => ({
  type: 'text',
  name: font,
  settings: {
    text: 'Rye 4,20 Жщ חלה مخبز',
    color: '#ffffff',
    fontSettings: {
      font,
      isBold: font.length % 2 === 0,
      isItalic: font.length % 3 === 0,
      alignment: 'left',
      size: 30,
    },
  },
})

/** As many as there are cells. */
const around = (samples: readonly WidgetSample[]): WidgetSample[] =>
  Array.from({ length: CELLS }, (_, cell) => samples[cell % samples.length] as WidgetSample)

/** Side by side in cells; their ids count on, so that a page is known by its last one. */
function pageOf(samples: readonly WidgetSample[], from: number, spread: number): ReadDocument {
  const widgets = samples.map(({ type, settings, pieces }, cell): ReadWidget => {
    const id = `w${from + cell}`
    const made = newWidget(
      { id, type, name: id, zIndex: cell, ...placeOf(cell, spread), ...CELL },
      WIDGET_FIELDS,
    )
    return { ...made, settings: { ...made.settings, ...settings }, ...(pieces && { pieces: [pieces] }) }
  })
  return { ...SIZE, background: '#3a6ea5', widgets }
}

/** A part for each sample, of its size; their ids by the samples' names. */
async function partsOf({ api }: Caller, samples: readonly WidgetSample[]): Promise<Map<string, string>> {
  const parts = new Map<string, string>()
  for (const sample of samples) {
    const { widgets } = pageOf([sample], 0, 0)
    const body = { name: sample.name, ...writeDocument({ ...CELL, widgets }, WIDGET_FIELDS) }
    parts.set(sample.name, (await api.parts.create({ body })).part.id)
  }
  return parts
}

/** The same page with parts in the place of their widgets. */
function usesOf(
  samples: readonly WidgetSample[],
  parts: ReadonlyMap<string, string>,
  from: number,
  spread: number,
): ReadDocument {
  const page = pageOf(samples, from, spread)
  const widgets = page.widgets.map(({ pieces: _, ...widget }, cell): ReadWidget => {
    const use = { part: parts.get(samples[cell]?.name ?? '') ?? '' }
    return { ...widget, type: PART_TYPE, settings: {}, use }
  })
  return { ...page, widgets }
}

/** `spread`: those of the outer rows and columns reach over the edges by twice as much. */
const placeOf = (cell: number, spread = 0) => {
  const [column, row] = [cell % ACROSS, Math.floor(cell / ACROSS)]
  const middle = (ACROSS - 1) / 2
  return {
    x: column * CELL.width + (column - middle) * spread,
    y: row * CELL.height + (row - middle) * spread,
  }
}

async function touchMiddle(screen: Page, cell: number, spread: number): Promise<void> {
  const { x, y } = placeOf(cell, spread)
  await screen.mouse.click(x + CELL.width / 2, y + CELL.height / 2)
}

/** The samples that the designer draws differently, with the number of differing blocks. */
async function differing(
  designer: Page,
  screen: Page,
  samples: readonly WidgetSample[],
  from: number,
): Promise<string[]> {
  // The canvas covers the page with its frame and grid, and the stage moves a still picture against burn-in.
  const canvas = '[data-canvas] > :not(:first-child) { visibility: hidden }'
  // The page's place in the canvas can be between two pixels.
  const world = '[data-canvas] > :first-child { transform: none !important }'
  await designer.addStyleTag({ content: `${canvas}\n${world}` })
  // A touched star is larger.
  const still = '.stage, [role=radio] svg { transform: none !important }'
  await screen.addStyleTag({ content: still })
  const page = designer.locator('[data-canvas] [data-page]').first()
  let left = samples.map((sample, cell) => ({ sample, cell, blocks: 0 }))
  for (let tries = 0; tries < TRIES && left.length > 0; tries++) {
    await designer.waitForTimeout(1000)
    const [designed, shown] = await Promise.all([page.screenshot(), screen.screenshot()])
    await sharp(designed).toFile(test.info().outputPath(`${from}-designed.png`))
    await sharp(shown).toFile(test.info().outputPath(`${from}-shown.png`))
    const blocks = await Promise.all([blocksOf(designed), blocksOf(shown)])
    left = left
      .map((each) => ({ ...each, blocks: differences(...blocks, each.cell) }))
      .filter(({ blocks }) => blocks > 0)
  }
  return left.map(({ sample, blocks }) => `${sample.name}: ${blocks}`)
}

/** Red, green, and blue of each block of a picture. */
async function blocksOf(picture: Buffer): Promise<Buffer> {
  const { width, height } = await sharp(picture).metadata()
  expect({ width, height }).toEqual(SIZE)
  const blocks = { width: SIZE.width / BLOCK, height: SIZE.height / BLOCK }
  return sharp(picture)
    .removeAlpha()
    .resize({ ...blocks, fit: 'fill', kernel: 'linear' })
    .raw()
    .toBuffer()
}

/** How many blocks of a cell differ. */
function differences(one: Buffer, other: Buffer, cell: number): number {
  const { x, y } = placeOf(cell)
  let found = 0
  for (let row = y / BLOCK; row < (y + CELL.height) / BLOCK; row++)
    for (let column = x / BLOCK; column < (x + CELL.width) / BLOCK; column++) {
      const at = (row * (SIZE.width / BLOCK) + column) * 3
      if ([0, 1, 2].some((part) => Math.abs((one[at + part] ?? 0) - (other[at + part] ?? 0)) > TOLERANCE))
        found++
    }
  return found
}
