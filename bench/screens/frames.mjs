// Frames a second of a player that is four times as slow, while it shows pages with all that a page can have: a blurred
// film behind a gradient, and elements of every kind that are turned, masked, shadowed, blended, and come in turn.
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { percentile, report } from '#bench/support/report.mjs'
import { signIn, startServer } from '#bench/support/start-server.mjs'
import { connect, picture, storyboard, upload } from './stories.mjs'

const SLOWER = 4
const WATCHED_MS = 45_000
const PAGE_SECONDS = 6
const LEAST = 50
const SIZE = { width: 1920, height: 1080 }
const COLUMNS = 6
const ROWS = 4
const GRADIENTS = [
  'linear-gradient(120deg, #c03050 0%, #2457c5 100%)',
  'radial-gradient(circle, #ffd24a 0%, #c03050 60%, #10204080 100%)',
]
const ENTRANCES = ['fade', 'slide', 'zoom']
const BLENDS = [undefined, 'multiply', 'screen', 'overlay']

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
  const rows = []
  const watched = async (what, pages, transition) => {
    const items = pages.map((layoutId) => ({ layoutId, duration: PAGE_SECONDS, transition }))
    const story = await storyboard(call, what, items)
    await call('POST', `/devices/${device}`, { storyboardId: story })
    await screen.locator(`.page[data-state=front] [data-widget]:nth-of-type(${COLUMNS})`).waitFor()
    const client = await screen.context().newCDPSession(screen)
    await client.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    const times = await screen.evaluate(frameTimes, WATCHED_MS)
    await client.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    const gaps = times.slice(1).map((time, index) => time - times[index])
    const each = perSecond(times)
    const slow = percentile(each, 0.05)
    rows.push(
      { what: `${what}: frames a second, median`, value: percentile(each, 0.5) },
      {
        what: `${what}: frames a second, 5th percentile`,
        value: slow,
        target: `>= ${LEAST}`,
        met: slow >= LEAST,
      },
      { what: `${what}: between two frames, p95`, value: percentile(gaps, 0.95), unit: 'ms' },
    )
  }
  const media = {
    film: await upload(
      server,
      call,
      'green.mp4',
      await readFile(path.join(import.meta.dirname, '../../e2e/media/green.mp4')),
    ),
    photo: await upload(server, call, 'red.jpg', await picture(browser, '#c02020')),
  }
  const without = [await make(call, 'plain', {}), await make(call, 'plain too', {})]
  await watched('the same elements, plain', without, 'fade')
  const whole = [await make(call, 'all', { media }), await make(call, 'all too', { media })]
  await watched('all of it', whole, 'fade')
  report('frames', rows)
} finally {
  await browser.close()
  await server.stop()
}

/** Runs in the page: when each frame began, in milliseconds. */
function frameTimes(ms) {
  return new Promise((resolve) => {
    const times = []
    const frame = (time) => {
      times.push(time)
      if (time - times[0] < ms) requestAnimationFrame(frame)
      else resolve(times)
    }
    requestAnimationFrame(frame)
  })
}

/** Frames in each whole second. */
function perSecond(times) {
  const seconds = Map.groupBy(times, (time) => Math.floor((time - times[0]) / 1000))
  return [...seconds.values()].slice(0, -1).map((some) => some.length)
}

/** A page with elements of six kinds, plain without `media`. Returns its id. */
async function make(call, name, { media }) {
  const inputs = []
  const set = (id, settings) => {
    for (const [field, value] of Object.entries(settings)) inputs.push({ name: `${id}-${field}`, value })
  }
  const kinds = {
    text: (id) => set(id, { text: `Fresh from the oven ${id}` }),
    'sticky-note': (id) => set(id, { text: 'Today: rye bread' }),
    button: (id) => set(id, { label: 'Our rooms' }),
    ticker: (id) =>
      set(id, { tickerSentence1: { text: 'Open until six', isBold: true, isItalic: false, size: 30 } }),
    'date-time': () => undefined,
    'media-looper': (id) => media && set(id, { media: [{ mediaId: media.photo, duration: 0 }] }),
  }
  const types = Object.keys(kinds)
  const [width, height] = [SIZE.width / COLUMNS, SIZE.height / ROWS]
  const widgets = Array.from({ length: COLUMNS * ROWS }, (_, index) => {
    const id = `w${index}`
    const type = types[(index + Math.floor(index / COLUMNS)) % types.length]
    kinds[type](id)
    const [x, y] = [(index % COLUMNS) * width + 20, Math.floor(index / COLUMNS) * height + 20]
    return {
      ...{ id, type, name: id, zIndex: index + 1, width: width - 40, height: height - 40 },
      transform: `translate(${x}px, ${y}px)`,
      ...(media && { frame: frameOf(index) }),
    }
  })
  const config = media && {
    background: GRADIENTS[0],
    backdrop: { media: [{ mediaId: media.film }], blur: 20, overlay: GRADIENTS[1] },
  }
  const { layout } = await call('POST', '/layout', { name, ...SIZE, widgets, config: { inputs, ...config } })
  return layout.id
}

function frameOf(index) {
  const blend = BLENDS[index % BLENDS.length]
  return {
    ...{ opacity: 90, rotation: (index % 5) - 2, mask: index % 2 ? 'rounded' : 'circle' },
    ...{ borderWidth: 6, borderColor: '#ffffff', shadow: 30, shadowColor: '#000000a0' },
    ...(blend && { blend }),
    ...{ enter: ENTRANCES[index % ENTRANCES.length], enterDelay: (index % 10) / 5 },
  }
}
