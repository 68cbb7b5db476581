// Time from `switch story` until a real player in Chromium renders the first changed frame.
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { percentile, report } from '#bench/support/report.mjs'
import { signIn, startServer } from '#bench/support/start-server.mjs'
import { connect, page, picture, storyboard, upload, wholePage } from './stories.mjs'

const SWITCHES = 12
/** Longer than a player needs to render and report a change. */
const PAUSE_MS = 1500
const WIDTH = 1280
const HEIGHT = 720

const now = () => performance.timeOrigin + performance.now()
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

const server = await startServer()
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH,
  args: ['--no-sandbox', '--disable-gpu', '--autoplay-policy=no-user-gesture-required'],
})
try {
  const call = await signIn(server.url)
  const stories = {}
  for (const [name, file] of Object.entries({
    red: await picture(browser, '#c02020'),
    blue: await picture(browser, '#2040c0'),
    video: await readFile(path.join(import.meta.dirname, '../../e2e/media/green.mp4')),
  }))
    stories[name] = await story(call, name, file)

  const screen = await openScreen(call, Object.values(stories))
  const rows = []
  const measure = async (what, pairs) => {
    const took = []
    for (let n = 0; n < SWITCHES; n++) {
      const [from, to] = pairs[n % pairs.length]
      if (screen.showing() !== from) await screen.switchTo(from)
      took.push(await screen.switchTo(to))
    }
    const slowest = Math.max(...took)
    rows.push(
      { what: `to a ${what}, median of ${SWITCHES}`, value: percentile(took, 0.5), unit: 'ms' },
      { what: `to a ${what}, slowest`, value: slowest, unit: 'ms', target: '< 1000', met: slowest < 1000 },
    )
  }
  const { red, blue, video } = stories
  await measure('picture', [
    [red, blue],
    [blue, red],
  ])
  // Only from still pages: a playing video renders new frames anyway.
  await measure('video', [[red, video]])
  report('switch', rows)
} finally {
  await browser.close()
  await server.stop()
}

/** Creates a storyboard of one page with one file. */
async function story(call, name, bytes) {
  const mediaId = await upload(server, call, name === 'video' ? `${name}.mp4` : `${name}.jpg`, bytes)
  const zone = wholePage('media-looper', { media: [{ mediaId, duration: 0 }] })
  return storyboard(call, name, [{ layoutId: await page(call, name, [zone]), duration: 60 }])
}

/**
 * A paired player that has shown all storyboards once. `switchTo` returns the time from the call until the first
 * different frame.
 */
async function openScreen(call, stories) {
  const screen = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT } })
  await screen.goto(server.playerUrl)
  const deviceId = await connect(call, screen, 'Bench')

  let look = ''
  let waiting
  const session = await screen.context().newCDPSession(screen)
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    // The last frames arrive while the browser closes.
    session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined)
    if (data === look) return
    look = data
    // Seconds since 1970 at which the frame was rendered.
    waiting?.(metadata.timestamp * 1000)
  })
  await session.send('Page.startScreencast', { format: 'jpeg', quality: 60, maxWidth: 160, maxHeight: 90 })

  let showing
  const switchTo = async (storyboardId) => {
    await pause(PAUSE_MS)
    showing = storyboardId
    const changed = new Promise((resolve) => {
      waiting = resolve
    })
    const asked = now()
    await call('POST', `/devices/${deviceId}`, { storyboardId })
    const at = await changed
    waiting = undefined
    return at - asked
  }
  // The first switches download the files and leave the pairing screen.
  for (const id of stories) {
    await switchTo(id)
    await pause(2 * PAUSE_MS)
  }
  return { switchTo, showing: () => showing }
}
