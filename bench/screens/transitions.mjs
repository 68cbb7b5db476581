// What the main thread of a player does per frame while pages fade and slide in, on a machine four times as slow.
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { mainThreadWork } from '#bench/support/main-thread.mjs'
import { percentile, report } from '#bench/support/report.mjs'
import { signIn, startServer } from '#bench/support/start-server.mjs'
import { connect, page, picture, storyboard, upload, wholePage } from './stories.mjs'

const SLOWER = 4
const WATCHED_MS = 45_000
const PAGE_SECONDS = 5
/** The event that parts the frames, to count each frame's work separately. */
const FRAME = 'bench-frame'

const server = await startServer()
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH,
  args: ['--no-sandbox', '--disable-gpu', '--autoplay-policy=no-user-gesture-required'],
})
try {
  const call = await signIn(server.url)
  const screen = await browser.newPage({ viewport: { width: 1280, height: 720 } })
  await screen.goto(server.playerUrl)
  const device = await connect(call, screen, 'Bench')
  const story = await storyboard(call, 'transitions', await pages(call))
  await call('POST', `/devices/${device}`, { storyboardId: story })
  await screen.locator('.page[data-enters=slide]').waitFor()
  const client = await screen.context().newCDPSession(screen)
  await client.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  let moving = []
  const { work } = await mainThreadWork(client, FRAME, async () => {
    await screen.evaluate(markFrames, FRAME)
    await screen.waitForTimeout(WATCHED_MS)
    moving = await screen.evaluate(() => window.moving)
  })
  const moved = work.filter((_, index) => moving[index])
  const p95 = percentile(moved, 0.95)
  report('transitions', [
    { what: `frames in ${WATCHED_MS / 1000} s, ${SLOWER} times as slow`, value: work.length },
    { what: 'of them while a page comes', value: moved.length },
    { what: 'work per such frame, median', value: percentile(moved, 0.5), unit: 'ms' },
    { what: 'work per such frame, p95', value: p95, unit: 'ms', target: '< 8', met: p95 < 8 },
    { what: 'work per frame at any time, p95', value: percentile(work, 0.95), unit: 'ms' },
  ])
} finally {
  await browser.close()
  await server.stop()
}

/** Runs in the page: marks every frame, and notes whether a page was coming then. */
function markFrames(mark) {
  window.moving = []
  document.body.addEventListener(mark, () => undefined)
  const frame = () => {
    window.moving.push(document.querySelector('.page[data-state=leaving]') !== null)
    document.body.dispatchEvent(new Event(mark))
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
}

/** Pictures, a video and a text, one after another, fading and sliding in turn. */
async function pages(call) {
  const film = await readFile(path.join(import.meta.dirname, '../../e2e/media/green.mp4'))
  const media = [
    await upload(server, call, 'red.jpg', await picture(browser, '#c02020')),
    await upload(server, call, 'blue.jpg', await picture(browser, '#2040c0')),
    await upload(server, call, 'green.mp4', film),
  ]
  const widgets = [
    ...media.map((mediaId) => wholePage('media-looper', { media: [{ mediaId, duration: 0 }] })),
    wholePage('ticker', { text: 'Fresh from the oven every morning' }),
  ]
  const items = []
  for (const [index, widget] of widgets.entries())
    items.push({
      layoutId: await page(call, `page ${index}`, [widget]),
      duration: PAGE_SECONDS,
      transition: index % 2 ? 'slide' : 'fade',
    })
  return items
}
