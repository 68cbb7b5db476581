// How closely the panels of a video wall are synchronized: real players, each in its own browser, play a video that
// shows the number of every frame. Then one panel is killed, and the others continue.
import os from 'node:os'
import { chromium } from '@playwright/test'
import { percentile, report } from '#bench/support/report.mjs'
import { signIn, startServer } from '#bench/support/start-server.mjs'
import { BITS, countingFilm, watchFrames } from './counting-film.mjs'
import { apart } from './frames-apart.mjs'
import { connect, page, storyboard, upload, wholePage } from './stories.mjs'

const PANELS = Number(process.env.PANELS ?? 4)
const FPS = 30
const SECONDS = 20
/** Time for all panels to start and synchronize. */
const SETTLE_MS = 20_000
const FILM = { fps: FPS, seconds: SECONDS, ms: 60_000 }
/** Maximum milliseconds between two panels. */
const TARGET_MS = 20

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
const launch = () =>
  chromium.launch({
    executablePath: process.env.CHROMIUM_PATH,
    args: ['--no-sandbox', '--disable-gpu', '--autoplay-policy=no-user-gesture-required'],
  })

const server = await startServer()
const browsers = []
try {
  const call = await signIn(server.url)
  const film = await countingFilm(server.folder, { fps: FPS, seconds: SECONDS })
  const mediaId = await upload(server, call, 'counting.mp4', film)
  const zone = wholePage('media-looper', { media: [{ mediaId, duration: 0 }] })
  const story = await storyboard(call, 'counting', [
    { layoutId: await page(call, 'counting', [zone]), duration: 3600 },
  ])
  const panels = []
  for (let n = 0; n < PANELS; n++) {
    const browser = await launch()
    browsers.push(browser)
    const screen = await browser.newPage({ viewport: { width: 480, height: 270 } })
    await screen.goto(server.playerUrl)
    panels.push({ browser, screen, id: await connect(call, screen, `Panel ${n + 1}`) })
  }
  const columns = Math.ceil(Math.sqrt(PANELS))
  const rows = Math.ceil(PANELS / columns)
  const places = Array.from({ length: columns * rows }, (_, place) => panels[place]?.id ?? null)
  const wall = { columns, rows, panelWidth: 480, panelHeight: 270, gapX: 10, gapY: 10, screens: places }
  const { deviceGroup } = await call('POST', '/device-groups/create', {
    name: 'Wall',
    devices: panels.map(({ id }) => id),
    storyboardId: story,
  })
  await call('PUT', `/device-groups/${deviceGroup.id}`, { name: 'Wall', wall, version: deviceGroup.version })
  for (const { screen } of panels) {
    await screen.locator('.page[data-state=front] video').waitFor({ timeout: 120_000 })
    await screen.evaluate(watchFrames, BITS)
  }
  await pause(SETTLE_MS)
  const all = await apart(panels, FILM)
  const lost = panels.shift()
  await lost.browser.close()
  const left = await apart(panels, FILM)
  const load = os.loadavg()[0].toFixed(1)
  report('in-step', [
    { what: `panels, ${os.cpus().length} cores, load ${load}`, value: PANELS },
    ...rowsOf('all panels', all),
    ...rowsOf('one panel lost', left),
    {
      what: 'longest that a panel showed no new frame then',
      value: left.longest,
      unit: 'ms',
      target: '< 1000',
      met: left.longest < 1000,
    },
    ...(await figures(call, deviceGroup.id)),
  ])
} finally {
  for (const browser of browsers) await browser.close().catch(() => undefined)
  await server.stop()
}

function rowsOf(which, { frames, clocks, unread, count }) {
  const p95 = percentile(clocks, 0.95)
  return [
    { what: `${which}: frames read`, value: count },
    { what: `${which}: of them without a number`, value: unread, target: '0', met: unread === 0 },
    { what: `${which}: videos apart, median`, value: percentile(clocks, 0.5), unit: 'ms' },
    {
      what: `${which}: videos apart, p95`,
      value: p95,
      unit: 'ms',
      target: `< ${TARGET_MS}`,
      met: p95 < TARGET_MS,
    },
    // A browser renders every 16.7 ms, and later while others need the cores.
    { what: `${which}: drawn frames apart, median`, value: percentile(frames, 0.5), unit: 'ms' },
    { what: `${which}: drawn frames apart, p95`, value: percentile(frames, 0.95), unit: 'ms' },
  ]
}

/** The server's statistics for the group, from the players' own measurements. */
async function figures(call, id) {
  const { inStep } = await call('GET', `/device-groups/${id}/in-step`)
  return [
    ...inStep.apart.map(({ kind, p95, moments }) => ({
      what: `by the players' own clocks: ${kind}, p95 of ${moments}`,
      value: p95,
      unit: 'ms',
    })),
    { what: 'clocks of the players may be wrong by', value: inStep.clockError, unit: 'ms' },
  ]
}
