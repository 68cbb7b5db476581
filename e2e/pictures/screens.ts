// Takes screenshots of all console screens with the demo's data (light, dark, right-to-left, several widths) into
// .cache/screens, and names screens wider than their window: node scripts/pictures.mjs screens [part of a name …]
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import { DEMO_PLAYER } from '@vitrine/contract/player/demo'
import { Console } from '#support/console.ts'
import { demoScreens, MONA, showScreen } from '#support/demo.ts'
import { PlayerWindow } from '#support/player-window.ts'
import { Server } from '#support/server.ts'
import { stillness } from '#support/stillness.ts'

const OUT = path.resolve(import.meta.dirname, '../../.cache/screens')
/** Demo screens that get a real player, so that they show content. */
const LIT = ['Reception', 'Terrace bar', 'Lift west']

const WIDE = { width: 1440, height: 900 }
const APPEARANCES: Record<string, BrowserContextOptions & { rtl?: boolean }> = {
  light: { viewport: WIDE, colorScheme: 'light' },
  dark: { viewport: WIDE, colorScheme: 'dark' },
  rtl: { viewport: WIDE, colorScheme: 'light', rtl: true },
  wide: { viewport: { width: 1920, height: 1080 }, colorScheme: 'light' },
  tablet: { viewport: { width: 820, height: 1180 }, colorScheme: 'light', hasTouch: true },
  // A laptop zoomed to 200 %.
  zoomed: { viewport: { width: 640, height: 400 }, colorScheme: 'light', deviceScaleFactor: 2 },
  phone: { viewport: { width: 390, height: 844 }, colorScheme: 'light', hasTouch: true, isMobile: true },
}

const asked = process.argv.slice(2)
const appearance = Object.keys(APPEARANCES).filter(
  (look) => asked.length === 0 || asked.includes(look) || !asked.some((one) => one in APPEARANCES),
)
const names = asked.filter((one) => !(one in APPEARANCES))

const server = await Server.start({ SCHEDULE_SETTLE_SECONDS: '1' }, ['--demo'])
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH,
  args: ['--no-sandbox', '--disable-gpu', '--autoplay-policy=no-user-gesture-required'],
})
try {
  const mona = await server.signIn(MONA)
  await lightScreens()
  const screens = (await demoScreens(mona)).filter(
    ({ name }) => names.length === 0 || names.some((part) => name.includes(part)),
  )
  for (const look of appearance) await takeAll(look, screens)
} finally {
  await browser.close()
  await server.close()
}

async function lightScreens(): Promise<void> {
  const mona = await server.signIn(MONA)
  const { devices } = await mona.api.devices.list()
  for (const name of LIT) {
    const device = devices.find((one) => one.name === name)
    if (!device) throw new Error(`The demo has no screen ${name}`)
    // Including a portrait one: its configuration rotates the picture, as on a real screen.
    const page = await (await browser.newContext({ viewport: { width: 960, height: 540 } })).newPage()
    await page.goto(server.playerUrl)
    const code = await new PlayerWindow(page).code()
    await mona.api.devices.replace({ params: { id: device.id }, body: { code } })
  }
  for (let waited = 0; waited < 40; waited++) {
    const { devices: now } = await mona.api.devices.list()
    const lit = now.filter(({ name, screen }) => LIT.includes(name) && screen?.playerVersion !== DEMO_PLAYER)
    if (lit.filter(({ content }) => content === 'up-to-date').length >= LIT.length) return
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  throw new Error('The players do not play')
}

async function takeAll(look: string, screens: Awaited<ReturnType<typeof demoScreens>>): Promise<void> {
  const { rtl, ...options } = APPEARANCES[look] ?? {}
  const folder = path.join(OUT, look)
  if (names.length === 0) await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const context = await browser.newContext({ ...options, reducedMotion: 'reduce' })
  const page = await context.newPage()
  const console_ = new Console(page, server.consoleUrl)
  await console_.signIn(MONA)
  if (rtl) await page.evaluate(() => localStorage.setItem('locale', 'qps-rtl'))
  await page
    .getByRole('region', { name: 'Messages' })
    .getByRole('button')
    .first()
    .waitFor({ state: 'detached' })
  for (const screen of screens) {
    if (rtl && screen.open) continue
    await page.goto('about:blank')
    await showScreen(page, server.consoleUrl, screen).catch((error: Error) =>
      console.error(`${look} ${screen.name}: ${error.message.split('\n')[0]}`),
    )
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    if (beyond > 0) console.error(`${look} ${screen.name}: ${beyond} px wider than its window`)
    const whole = look === 'phone' && !screen.open
    if (whole) await scrollThrough(page)
    await page.screenshot({ path: path.join(folder, `${screen.name}.png`), fullPage: whole })
  }
  if (names.length === 0) {
    await page.evaluate(() => localStorage.removeItem('token'))
    await page.reload()
    await page.locator('form').waitFor()
    await stillness(page)
    await page.screenshot({ path: path.join(folder, 'login.png') })
  }
  await context.close()
  console.log(`${screens.length} screens, ${look}`)
}

/** Scrolls through the page, because some parts render only when in view. */
async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight / 2) {
      scrollTo(0, top)
      await new Promise((resolve) => setTimeout(resolve, 60))
    }
    scrollTo(0, 0)
  })
  await stillness(page)
}
