// Takes the README's pictures from a run of the built server: a small bakery with three screens.
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { chromium, expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { Console } from '#support/console.ts'
import { fullPage, photograph, type SourceFile, storyboard } from '#support/content.ts'
import { PlayerWindow } from '#support/player-window.ts'
import { type Caller, Server } from '#support/server.ts'
import { stillness } from '#support/stillness.ts'

const OUT = path.resolve(import.meta.dirname, '../../docs/pictures')
const FILM = path.join(import.meta.dirname, '../media/dusk.mp4')
/** The README must load on slow connections, too. */
const MAX_BYTES = 200_000
const FONT = { isBold: true, isItalic: false, alignment: 'left', font: 'Arial', size: 30 }

/** Posters of the bakery: file name, colors, heading, line. */
const POSTERS = [
  ['bread.jpg', '#7a3e1d', '#f3c98b', 'Fresh bread', 'from 6 AM every day'],
  ['rolls.jpg', '#8c2f39', '#fcb9b2', 'Cinnamon rolls', 'two for 4.20'],
  ['lunch.jpg', '#1f5c4d', '#cfe8c6', 'Soup of the day', 'with bread 6.50'],
  ['coffee.jpg', '#2b2a33', '#d9b08c', 'Coffee', 'any size 2.40'],
  ['cake.jpg', '#3d2b56', '#f2c6de', 'Plum cake', 'on Saturdays'],
] as const

const server = await Server.start()
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH,
  args: ['--no-sandbox', '--disable-gpu', '--autoplay-policy=no-user-gesture-required'],
})
try {
  await mkdir(OUT, { recursive: true })
  await takeAll()
} finally {
  await browser.close()
  await server.close()
}

async function takeAll(): Promise<void> {
  const admin = await server.organization('Corner bakery')
  const { profile } = await admin.api.auth.profile()
  await (await server.signIn()).api.licences.create({
    body: { number: 'BAKERY-1', organizationId: profile.organizationId, devicesCount: 5 },
  })
  const page = await browser.newPage({ viewport: { width: 1280, height: 860 }, reducedMotion: 'reduce' })
  const console = new Console(page, server.consoleUrl)

  await console.open()
  await console.signIn(admin.credentials)

  const media = await makeMedia(admin, console)
  await quiet(page)
  await keep(page, 'library')

  const board = await makeBoard(admin, media)
  await console.open(`#/app/layouts/design/${board}`)
  await page.getByRole('application').waitFor()
  await console
    .button(/^Layers/)
    .or(page.getByText(/^Layers/))
    .first()
    .click()
  await page.getByText('Window zone').first().click()
  await quiet(page)
  await keep(page, 'designer')

  const day = await makeStories(admin, media, board)
  await console.open(`#/app/storyboard/designed/edit/${day.all}`)
  await console.field('Seconds of page 4: Dusk').waitFor()
  await quiet(page)
  await keep(page, 'storyboard')

  const screens = await openScreens(admin, day.all)
  await makeSchedule(admin, day)
  await screens.waiting.page.getByText('Enter this code at').waitFor()
  await keep(screens.waiting.page, 'code')
  await console.open('#/app/device-group')
  await console.button('Schedule of Shop').click()
  await expect(page.getByRole('combobox', { name: 'Default storyboard' })).toHaveValue('All day')
  await quiet(page)
  await keep(page, 'schedule')

  await console.go('Devices')
  await console
    .row('Devices', /Up to date/)
    .nth(2)
    .waitFor({ timeout: 60_000 })
  await quiet(page)
  await keep(page, 'devices')

  const story = await storyboard(admin, 'Shop window', [board])
  await admin.api.devices.switchStory({
    params: { id: screens.windowId },
    body: { storyboardId: story },
  })
  await expect(screens.window.page.getByText('half price after 5 PM')).toBeVisible()
  // During the fade, both pictures are visible.
  await screens.window.shows([122, 62, 29], { x: 0.02, y: 0.6 })
  await keep(screens.window.page, 'player')

  await admin.api.devices.switchStory({
    params: { id: screens.counterId },
    body: { storyboardId: day.noon },
  })
  await admin.api.devices.switchStory({
    params: { id: screens.terraceId },
    body: { storyboardId: day.evening },
  })
  await keepWall(console)
}

/** The wall of screenshots. The players take them when the wall asks, so it waits for all three and for the new content. */
async function keepWall(console: Console): Promise<void> {
  const { page } = console
  await page.setViewportSize({ width: 1280, height: 560 })
  await console.open('#/app/devices?view=wall')
  await expect(page.getByRole('img', { name: /^Screenshot of/ })).toHaveCount(3, { timeout: 60_000 })
  await expect(page.getByText('Soup at noon')).toBeVisible({ timeout: 60_000 })
  await page.waitForTimeout(20_000)
  await quiet(page)
  await keep(page, 'wall')
}

/** Waits until everything is drawn and no message covers it. */
async function quiet(page: Page): Promise<void> {
  await page
    .getByRole('region', { name: 'Messages' })
    .getByRole('button')
    .first()
    .waitFor({ state: 'detached' })
  await stillness(page)
}

/** A screenshot as a small PNG. */
async function keep(page: Page, name: string): Promise<void> {
  const shot = await page.screenshot({ animations: 'disabled' })
  const file = path.join(OUT, `${name}.png`)
  const { size } = await sharp(shot).png({ palette: true, quality: 90, effort: 10 }).toFile(file)
  if (size > MAX_BYTES) throw new Error(`${file} has ${size} bytes`)
}

function poster([name, dark, light, heading, line]: (typeof POSTERS)[number]): Promise<SourceFile> {
  return photograph(
    browser,
    name,
    `<style>
    body { margin: 0; height: 100vh; background: ${dark}; color: ${light}; font-family: 'IBM Plex Sans', sans-serif; overflow: hidden }
    div { position: absolute; border-radius: 50%; background: ${light} }
    h1 { position: absolute; left: 140px; top: 520px; margin: 0; font-size: 150px; letter-spacing: -0.02em }
    p { position: absolute; left: 150px; top: 730px; margin: 0; font-size: 84px; opacity: 0.85 }
  </style>
  <div style="width: 760px; height: 760px; right: -160px; top: -300px; opacity: 0.9"></div>
  <div style="width: 340px; height: 340px; right: 560px; top: 40px; opacity: 0.35"></div>
  <h1>${heading}</h1><p>${line}</p>`,
  )
}

/** Uploads everything like a user, which creates thumbnails. */
async function makeMedia(admin: Caller, console: Console): Promise<Record<string, string>> {
  await admin.api.media.createFolder({ body: { name: 'Easter', folderId: null } })
  await console.go('Media library')
  await console.button('Upload').click()
  const choose = console.page.getByLabel('Choose files', { exact: true })
  await choose.setInputFiles(await Promise.all(POSTERS.map(poster)))
  await choose.setInputFiles(FILM)
  await console.page
    .getByRole('img', { name: /^Thumbnail of/ })
    .nth(POSTERS.length)
    .waitFor()
  await console.button(/^Upload 6 files/).click()
  await console.page.getByRole('article').nth(POSTERS.length).waitFor()
  const { media } = await admin.api.media.list({})
  return Object.fromEntries(media.media.map(({ id, name }) => [name, id]))
}

/** A media zone's value. */
function ids(media: Record<string, string>, names: readonly string[]) {
  return names.map((name) => ({ mediaId: media[name] ?? '', duration: 0 }))
}

/** The window's page: pictures, a heading, the time and a ticker. */
async function makeBoard(admin: Caller, media: Record<string, string>): Promise<string> {
  const widget = (
    id: string,
    type: string,
    name: string,
    zIndex: number,
    [x, y, width, height]: number[],
  ) => ({
    id,
    type,
    name,
    zIndex,
    width: width ?? 100,
    height: height ?? 100,
    transform: `translate(${x}px, ${y}px)`,
  })
  const { layout } = await admin.api.layouts.create({
    body: {
      name: 'Shop window',
      type: 'designed',
      width: 1920,
      height: 1080,
      widgets: [
        widget('zone', 'media-looper', 'Window zone', 1, [0, 0, 1920, 1080]),
        widget('clock', 'date-time', 'Clock', 2, [80, 60, 420, 200]),
        widget('offer', 'sticky-note', 'Offer', 3, [1460, 580, 380, 280]),
        widget('ticker', 'ticker', 'Ticker', 4, [0, 960, 1920, 120]),
      ],
      config: {
        background: '#23130b',
        inputs: [
          { name: 'zone-media', value: ids(media, ['bread.jpg', 'rolls.jpg', 'coffee.jpg']) },
          { name: 'clock-timeColor', value: '#ffffff' },
          { name: 'offer-text', value: 'Today: rye bread\nhalf price after 5 PM' },
          { name: 'offer-fontSettings', value: { ...FONT, alignment: 'center' } },
          {
            name: 'ticker-tickerSentence1',
            value: { text: 'Open every day, 6 AM to 6 PM', isBold: true, isItalic: false, size: 30 },
          },
          {
            name: 'ticker-tickerSentence2',
            value: { text: 'Order your cake by Thursday', isBold: false, isItalic: false, size: 30 },
          },
          { name: 'ticker-tickerBgColor', value: '#5a2d14' },
          { name: 'ticker-tickerColor', value: '#ffe8c7' },
        ],
      },
    },
  })
  return layout.id
}

async function makeStories(admin: Caller, media: Record<string, string>, board: string) {
  const page = (name: string, file: string) => fullPage(admin, name, [media[file] ?? ''])
  const lunch = await page('Lunch', 'lunch.jpg')
  const cake = await page('Plum cake', 'cake.jpg')
  const dusk = await page('Dusk', 'dusk.mp4')
  return {
    all: await storyboard(admin, 'All day', [board, cake, lunch, dusk], 20),
    noon: await storyboard(admin, 'Soup at noon', [lunch], 10),
    evening: await storyboard(admin, 'Last bread', [cake, dusk], 10),
  }
}

async function openScreens(admin: Caller, storyboardId: string) {
  const { deviceGroup } = await admin.api.deviceGroups.create({ body: { name: 'Shop', storyboardId } })
  const open = async () => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 720 } })
    const page = await context.newPage()
    await page.goto(server.playerUrl)
    return new PlayerWindow(page)
  }
  const window = await open()
  const windowId = await window.connect(admin, 'Shop window', deviceGroup.id)
  const counterId = await (await open()).connect(admin, 'Counter', deviceGroup.id)
  const terraceId = await (await open()).connect(admin, 'Terrace', deviceGroup.id)
  const waiting = await open()
  await waiting.code()
  return { window, windowId, counterId, terraceId, waiting }
}

async function makeSchedule(admin: Caller, day: Awaited<ReturnType<typeof makeStories>>): Promise<void> {
  const { devicesGroups } = await admin.api.deviceGroups.list({})
  const [group] = devicesGroups
  if (!group) throw new Error('There is no group')
  const slots = [
    { from: '11:00 AM', to: '02:00 PM', storyboardId: day.noon },
    { from: '05:00 PM', to: '06:30 PM', storyboardId: day.evening },
  ]
  const schedule = { timezone: 'Etc/GMT-2', defaultStoryboardId: day.all, slots }
  await admin.api.deviceGroups.update({ params: { id: group.id }, body: { name: group.name, schedule } })
}
