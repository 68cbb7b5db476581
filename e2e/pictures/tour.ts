// Takes the pictures of docs/pictures/README.md from the demo's hotel: node scripts/pictures.mjs tour
import path from 'node:path'
import { chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { Console } from '#support/console.ts'
import { photograph } from '#support/content.ts'
import { MONA } from '#support/demo.ts'
import { drop } from '#support/jobs.ts'
import { Server } from '#support/server.ts'
import { stillness } from '#support/stillness.ts'

const OUT = path.resolve(import.meta.dirname, '../../docs/pictures')
const MAX_BYTES = 200_000

const server = await Server.start({ SCHEDULE_SETTLE_SECONDS: '1' }, ['--demo'])
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH,
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
  const console = new Console(page, server.consoleUrl)
  await console.openAs(MONA, '#/app/profile')
  const mona = await server.signIn(MONA)

  // One screen shows something else than its schedule, as on most days.
  const { devices } = await mona.api.devices.list()
  const { storyboards } = await mona.api.storyboards.list()
  const reception = devices.find(({ name }) => name === 'Reception')?.id ?? ''
  const evening = storyboards.find(({ name }) => name === 'Evening')?.id ?? ''
  await mona.api.devices.switchStory({
    params: { id: reception },
    body: { storyboardId: evening, end: 'manual' },
  })

  await take(console, '#/app/dashboard', 'dashboard')
  await take(console, '#/app/media-library/all', 'all-content')
  await take(console, '#/app/device-group/calendar', 'calendar')
  await take(console, '#/app/audit', 'audit-log')
  await console.open('#/app/devices')
  await console.settled()
  const menu =
    '<body style="background: linear-gradient(#7a3e1d, #f3c98b)"><h1 style="font: 600 180px sans-serif; color: white; margin: 360px 140px">Breakfast until 11</h1>'
  await drop(page, [await photograph(browser, 'breakfast.jpg', menu)])
  await console.dialog('Play on…').getByText('breakfast.jpg, in full screen').waitFor()
  await keep(page, 'drop')
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 2560, height: 1440 })
  await console.open('#/app/dashboard')
  await console.settled()
  await console.button('Wall mode').click()
  await keep(page, 'wall-mode')
} finally {
  await browser.close()
  await server.close()
}

async function take(console: Console, hash: string, name: string): Promise<void> {
  await console.open(hash)
  await console.settled()
  await keep(console.page, name)
}

async function keep(page: Page, name: string): Promise<void> {
  await page
    .getByRole('region', { name: 'Messages' })
    .getByRole('button')
    .first()
    .waitFor({ state: 'detached' })
  await stillness(page)
  // Pictures of pages are drawn when the screen is idle.
  await page.waitForTimeout(4000)
  const { size } = await sharp(await page.screenshot({ animations: 'disabled' }))
    .resize({ width: 1440, withoutEnlargement: true })
    .webp({ quality: 84, effort: 6 })
    .toFile(path.join(OUT, `${name}.webp`))
  if (size > MAX_BYTES) throw new Error(`${name} has ${size} bytes`)
}
