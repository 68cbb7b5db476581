// Failures of a video wall: one panel is lost, slow, offline, reloaded, or has a wrong clock. The other panels stay
// synchronized, and the returning one is synchronized soon: measured by a video that shows the number of every frame.
import os from 'node:os'
import { chromium } from '@playwright/test'
import { percentile, report } from '#bench/support/report.mjs'
import { signIn, startServer } from '#bench/support/start-server.mjs'
import { BITS, countingFilm, watchFrames } from './counting-film.mjs'
import { apart } from './frames-apart.mjs'
import { connect, page, storyboard, upload, wholePage } from './stories.mjs'

const PANELS = Number(process.env.PANELS ?? 4)
/** Seconds that the panel without a network is offline. */
const OFFLINE = Number(process.env.OFFLINE ?? 60)
const WATCHED_MS = Number(process.env.WATCHED ?? 20) * 1000
const FPS = 30
const SECONDS = 10
const FILM = { fps: FPS, seconds: SECONDS, ms: WATCHED_MS }
const SETTLE_MS = 20_000
/** Maximum milliseconds between two panels. */
const TARGET_MS = 20
/** Milliseconds between checks of a returning panel, and until a timeout. */
const LOOK_MS = 2000
const RETURN_MS = 60_000
/** Six times slower than the others. */
const SLOW = 6
const HOUR = 3_600_000

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
const rows = []
const server = await startServer()
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH,
  args: ['--no-sandbox', '--disable-gpu', '--autoplay-policy=no-user-gesture-required'],
})
try {
  const call = await signIn(server.url)
  const film = await countingFilm(server.folder, { fps: FPS, seconds: SECONDS })
  const mediaId = await upload(server, call, 'counting.mp4', film)
  const zone = wholePage('media-looper', { media: [{ mediaId, duration: 0 }] })
  const story = await storyboard(call, 'counting', [
    { layoutId: await page(call, 'counting', [zone]), duration: 3600 },
  ])
  const panels = []
  for (let n = 0; n < PANELS; n++)
    panels.push(await newPanel(call, `Panel ${n + 1}`, n === PANELS - 1 ? HOUR : 0))
  await makeWall(call, panels, story)
  for (const panel of panels) await seen(panel)
  await pause(SETTLE_MS)

  note('one panel with a clock an hour ahead, all', await apart(panels, FILM))

  const slow = panels[0]
  const session = await slow.context.newCDPSession(slow.screen)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW })
  note(`one panel ${SLOW} times slower, the others`, await apart(panels.slice(1), FILM))
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await returns('slow', panels)

  const offline = panels[1]
  await offline.context.setOffline(true)
  await pause(Math.max(0, OFFLINE * 1000 - WATCHED_MS))
  note(`one panel offline for ${OFFLINE} s, all`, await apart(panels, FILM))
  await offline.context.setOffline(false)
  await returns('offline', panels)

  const reloaded = panels[0]
  const others = apart(panels.slice(1), FILM)
  await reloaded.screen.reload()
  const shown = performance.now()
  await seen(reloaded)
  rows.push({ what: 'reloaded: until its video shows', value: (performance.now() - shown) / 1000, unit: 's' })
  note('one panel reloads, the others', await others)
  await returns('reloaded', panels)

  const lost = panels.pop()
  await lost.context.close()
  note('one panel lost, the others', await apart(panels, FILM))

  report('wall', [
    { what: `panels, ${os.cpus().length} cores, load ${os.loadavg()[0].toFixed(1)}`, value: PANELS },
    ...rows,
  ])
} finally {
  await browser.close()
  await server.stop()
}

/** A panel whose clock is `ahead` milliseconds ahead. */
async function newPanel(call, name, ahead) {
  const context = await browser.newContext({ viewport: { width: 320, height: 180 } })
  if (ahead) await context.addInitScript(setClock, ahead)
  const screen = await context.newPage()
  await screen.goto(server.playerUrl)
  return { context, screen, id: await connect(call, screen, name) }
}

/** Runs in the player's page. */
function setClock(ahead) {
  const { now } = Date
  Date.now = () => now() + ahead
}

async function makeWall(call, panels, storyboardId) {
  const columns = Math.ceil(Math.sqrt(PANELS))
  const height = Math.ceil(PANELS / columns)
  const screens = Array.from({ length: columns * height }, (_, place) => panels[place]?.id ?? null)
  const wall = { columns, rows: height, panelWidth: 320, panelHeight: 180, gapX: 10, gapY: 10, screens }
  const { deviceGroup } = await call('POST', '/device-groups/create', {
    name: 'Wall',
    devices: panels.map(({ id }) => id),
    storyboardId,
  })
  await call('PUT', `/device-groups/${deviceGroup.id}`, { name: 'Wall', wall, version: deviceGroup.version })
}

/** Waits until a panel shows the video, and counts its frames from then on. */
async function seen({ screen }) {
  await screen.locator('.page[data-state=front] video').waitFor({ timeout: 120_000 })
  await screen.evaluate(watchFrames, BITS)
}

function note(which, { clocks, longest, count }) {
  const p95 = percentile(clocks, 0.95)
  rows.push(
    { what: `${which}: frames read`, value: count },
    { what: `${which}: videos apart, median`, value: percentile(clocks, 0.5), unit: 'ms' },
    {
      what: `${which}: videos apart, p95`,
      value: p95,
      unit: 'ms',
      target: `< ${TARGET_MS}`,
      met: p95 < TARGET_MS,
    },
    {
      what: `${which}: longest without a new frame`,
      value: longest,
      unit: 'ms',
      target: '< 1000',
      met: longest < 1000,
    },
  )
}

/** Waits until all panels are synchronized again. */
async function returns(which, panels) {
  const began = performance.now()
  for (;;) {
    const { clocks } = await apart(panels, { ...FILM, ms: LOOK_MS })
    const seconds = (performance.now() - began) / 1000
    const isBack = clocks.length > 0 && percentile(clocks, 0.95) < TARGET_MS
    if (!isBack && seconds * 1000 < RETURN_MS) continue
    rows.push({
      what: `${which}: until all are in step again`,
      value: seconds,
      unit: 's',
      target: '< 30',
      met: isBack && seconds < 30,
    })
    return
  }
}
