// PLAY-10: whether a player's memory stays flat over pictures, videos, web packages, tickers and widgets: the slope of
// heap, nodes and listeners per 1,000 transitions, memory and open files of the browser. PLAY-24: what it writes to the
// disk. Time runs faster in the page; TRANSITIONS=60480 is a week of pages of ten seconds. PLAY-11 is the same at the
// pace of a usual screen, for MINUTES, with the frames that videos dropped.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { packageOf } from '@vitrine/e2e/support/zip.ts'
import { report } from './report.mjs'
import { signIn, startServer } from './start-server.mjs'
import { connect, page, picture, storyboard, upload, wholePage } from './stories.mjs'

const MINUTES = Number(process.env.MINUTES ?? 0)
/** What is written is watched at the pace of a usual screen. */
const USUAL_SECONDS = 10
const TRANSITIONS = MINUTES ? (MINUTES * 60) / USUAL_SECONDS : Number(process.env.TRANSITIONS ?? 2000)
/** Fewer say nothing about a slope. */
const ENOUGH = MINUTES ? 300 : 1000
const SAMPLES = 12
/** Caches fill and code is compiled at first: that is no leak. */
const WARM_UP = 0.5
/** Seconds of the page in one second. A page of two seconds then shows for a fifth of one. */
const FASTER = MINUTES ? 1 : 10
const PAGE_SECONDS = MINUTES ? USUAL_SECONDS : 2
/** Growth per 1,000 transitions that is not told from noise. */
const HEAP_KB = 50
const NODES = 5
/** The same for all processes of the browser: megabytes, each shared page counted once; open files. */
const BROWSER_MB = 3
const OPEN_FILES = 5
/** Of the frames that should have been seen, at the pace of a usual screen. */
const DROPPED = 0.01
/** A browser that starts writes about itself for two minutes or so. */
const SETTLE_S = 150
const WATCH_WRITES_S = 300
/** The process that writes what pages keep: databases, caches, local storage. */
const STORAGE = 'storage.mojom.StorageService'
/** As the kiosk set-up (player/public/kiosk.sh) starts it. */
const KIOSK = [
  '--autoplay-policy=no-user-gesture-required',
  '--disable-component-update',
  '--disable-background-networking',
  '--disable-sync',
  '--disable-gpu-shader-disk-cache',
  '--disable-features=Translate,SpareRendererForSitePerProcess,SegmentationPlatform,OptimizationHints',
]

/** A web page that draws all the time, as people upload them. */
const PACKAGE = packageOf('clock.zip', {
  'index.html': '<!doctype html><title>Clock</title><p id="now"></p><script src="clock.js"></script>',
  'clock.js': `setInterval(() => {
    document.getElementById('now').textContent = new Date().toISOString()
  }, 100)`,
})

const server = await startServer()
const profile = mkdtempSync(path.join(os.tmpdir(), 'vitrine-memory-'))
const context = await chromium.launchPersistentContext(profile, {
  executablePath: process.env.CHROMIUM_PATH,
  viewport: { width: 960, height: 540 },
  args: ['--no-sandbox', '--disable-gpu', ...KIOSK],
})
try {
  const call = await signIn(server.url)
  const screen = context.pages()[0] ?? (await context.newPage())
  await screen.goto(server.playerUrl)
  const device = await connect(call, screen, 'Bench')
  const items = await pages(call)
  const at = (duration) => items.map((item) => ({ ...item, duration }))
  const [usual, quick] = [
    await storyboard(call, 'usual', at(USUAL_SECONDS)),
    await storyboard(call, 'quick', at(PAGE_SECONDS)),
  ]
  await call('POST', `/devices/${device}`, { storyboardId: usual })
  await screen.locator('.page[data-state=front]').waitFor()
  await screen.waitForTimeout(SETTLE_S * 1000)
  const before = { all: writtenBytes(), player: writtenBytes(STORAGE) }
  await screen.waitForTimeout(WATCH_WRITES_S * 1000)
  const perHour = (bytes) => (bytes / 1e6) * (3600 / WATCH_WRITES_S)
  const byPlayer = perHour(writtenBytes(STORAGE) - before.player)
  const byAll = perHour(writtenBytes() - before.all)

  await call('POST', `/devices/${device}`, { storyboardId: quick })
  await runFaster(screen)
  await screen.reload()
  await screen.locator('.page[data-state=front]').waitFor()
  const samples = await watch(screen)
  const steady = samples.slice(Math.ceil(SAMPLES * WARM_UP))
  const rows = [
    { what: 'transitions', value: samples.at(-1).transitions },
    ...growth(steady, 'heap', 'kB', HEAP_KB),
    ...growth(steady, 'nodes', '', NODES),
    ...growth(steady, 'listeners', '', NODES),
    ...growth(steady, 'memory', 'MB', BROWSER_MB),
    ...growth(steady, 'files', '', OPEN_FILES),
    ...dropped(await screen.evaluate(() => window.seenFrames)),
    {
      what: 'written in an hour by the player',
      value: byPlayer,
      unit: 'MB',
      target: '< 1',
      met: byPlayer < 1,
    },
    {
      what: 'and by all of the browser, about itself, too',
      value: byAll,
      unit: 'MB',
      target: '< 2',
      met: byAll < 2,
    },
  ]
  report('memory', rows)
  if (rows.some(({ met }) => met === false)) process.exitCode = 1
} finally {
  await context.close()
  rmSync(profile, { recursive: true, force: true })
  await server.stop()
}

/** Lets the page's clocks and timers run ten times as fast, and the server's clock with them. */
async function runFaster(screen) {
  const began = Date.now()
  await screen.route('**/api/player/time', (route) =>
    route.fulfill({ json: { serverTime: began + (Date.now() - began) * FASTER } }),
  )
  await screen.addInitScript(
    ({ faster, start }) => {
      const [now, monotonic] = [Date.now.bind(Date), performance.now.bind(performance)]
      const [later, every] = [window.setTimeout.bind(window), window.setInterval.bind(window)]
      Date.now = () => start + (now() - start) * faster
      performance.now = () => monotonic() * faster
      window.setTimeout = (call, ms = 0, ...rest) => later(call, ms / faster, ...rest)
      window.setInterval = (call, ms = 0, ...rest) => every(call, ms / faster, ...rest)
      window.transitions = 0
      window.seenFrames = { shown: 0, dropped: 0 }
      const counted = new WeakMap()
      every(() => {
        for (const video of document.querySelectorAll('video')) {
          const { totalVideoFrames: shown, droppedVideoFrames: dropped } = video.getVideoPlaybackQuality()
          const before = counted.get(video) ?? { shown: 0, dropped: 0 }
          // A source that was set anew counts from nothing.
          window.seenFrames.shown += Math.max(0, shown - before.shown)
          window.seenFrames.dropped += Math.max(0, dropped - before.dropped)
          counted.set(video, { shown, dropped })
        }
      }, 200)
      let front = null
      const look = () => {
        const seen = document.querySelector('.page[data-state=front]')
        if (seen !== front) window.transitions++
        front = seen
      }
      document.addEventListener('DOMContentLoaded', () =>
        new MutationObserver(look).observe(document, {
          subtree: true,
          childList: true,
          attributes: true,
          attributeFilter: ['data-state'],
        }),
      )
    },
    { faster: FASTER, start: began },
  )
}

/** Samples taken after collections of garbage, evenly over the transitions. */
async function watch(screen) {
  const client = await screen.context().newCDPSession(screen)
  const samples = []
  for (let n = 1; n <= SAMPLES; n++) {
    await screen.waitForFunction((count) => window.transitions >= count, (n / SAMPLES) * TRANSITIONS, {
      timeout: 0,
      polling: 1000,
    })
    // Always on the same page: what it needs is no growth.
    await screen.locator('.page[data-state=front] [data-widget=rating]').waitFor({ timeout: 60_000 })
    await client.send('HeapProfiler.collectGarbage')
    const { usedSize } = await client.send('Runtime.getHeapUsage')
    const { nodes, jsEventListeners } = await client.send('Memory.getDOMCounters')
    const transitions = await screen.evaluate(() => window.transitions)
    samples.push({
      transitions,
      heap: usedSize / 1000,
      nodes,
      listeners: jsEventListeners,
      memory: ofProcesses(ownMemory) / 1000,
      files: ofProcesses(openFiles),
    })
  }
  return samples
}

/** Slope by least squares per 1,000 transitions; flat when it, or its lower bound (95 %), is within the noise. */
function growth(samples, what, unit, noise) {
  const xs = samples.map(({ transitions }) => transitions / 1000)
  const ys = samples.map((sample) => sample[what])
  const mean = (list) => list.reduce((sum, each) => sum + each, 0) / list.length
  const [x0, y0] = [mean(xs), mean(ys)]
  const spread = xs.reduce((sum, x) => sum + (x - x0) ** 2, 0)
  const slope = xs.reduce((sum, x, index) => sum + (x - x0) * (ys[index] - y0), 0) / spread
  const rest = xs.reduce((sum, x, index) => sum + (ys[index] - y0 - slope * (x - x0)) ** 2, 0)
  const error = 2 * Math.sqrt(rest / (xs.length - 2) / spread)
  return [
    { what: `${what} at the end`, value: ys.at(-1), unit },
    {
      what: `${what} per 1,000 transitions (± ${error.toPrecision(2)})`,
      value: slope,
      unit,
      target: `< ${noise}`,
      met: TRANSITIONS < ENOUGH ? undefined : slope - error < noise,
    },
  ]
}

/** Faster than usual there are more frames than a screen shows. */
function dropped({ shown, dropped }) {
  const value = shown ? (dropped / shown) * 100 : 0
  const judged = MINUTES && { target: `< ${DROPPED * 100}`, met: value < DROPPED * 100 }
  return [{ what: `dropped of ${shown} frames of videos`, value, unit: '%', ...judged }]
}

/** Processes of this browser are the ones that name its profile, and their children. */
function ofProcesses(measure) {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const parents = new Map(all.map((pid) => [pid, parentOf(pid)]))
  const mine = new Set(all.filter((pid) => read(pid, 'cmdline').includes(profile)))
  for (let found = true; found; ) {
    found = false
    for (const [pid, parent] of parents)
      if (!mine.has(pid) && mine.has(parent)) {
        mine.add(pid)
        found = true
      }
  }
  return [...mine].reduce((sum, pid) => sum + measure(pid), 0)
}
function writtenBytes(process = '') {
  return ofProcesses((pid) =>
    read(pid, 'cmdline').includes(process)
      ? Number(/^write_bytes: (\d+)/m.exec(read(pid, 'io'))?.[1] ?? 0)
      : 0,
  )
}
/**
 * Kilobytes; memory that processes share is shared out among them. Without the browser's own program files, which are
 * shared out among more or fewer as other browsers of the machine come and go.
 */
function ownMemory(pid) {
  const rollup = read(pid, 'smaps_rollup')
  return ['Pss_Anon', 'Pss_Shmem'].reduce(
    (sum, kind) => sum + Number(new RegExp(`^${kind}:\\s+(\\d+)`, 'm').exec(rollup)?.[1] ?? 0),
    0,
  )
}
function openFiles(pid) {
  try {
    return readdirSync(`/proc/${pid}/fd`).length
  } catch {
    return 0
  }
}
function parentOf(pid) {
  return /^PPid:\s+(\d+)/m.exec(read(pid, 'status'))?.[1]
}
function read(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

/** One page of every kind that keeps something: pictures, a video, and widgets that move or tick. */
async function pages(call) {
  const film = await readFile(path.join(import.meta.dirname, '../e2e/media/green.mp4'))
  const media = [
    await upload(server, call, 'red.jpg', await picture(context, '#c02020')),
    await upload(server, call, 'blue.jpg', await picture(context, '#2040c0')),
    await upload(server, call, 'green.mp4', film),
    await upload(server, call, PACKAGE.name, PACKAGE.buffer),
  ]
  const zone = (...ids) =>
    wholePage('media-looper', { media: ids.map((mediaId) => ({ mediaId, duration: 0 })), interval: 1 })
  const widgets = [
    zone(...media),
    zone(media[2]),
    zone(media[3]),
    wholePage('ticker', { text: 'Fresh from the oven every morning' }),
    wholePage('date-time', {}),
    wholePage('rating', {}),
    zone(media[0]),
  ]
  const items = []
  for (const [index, widget] of widgets.entries())
    items.push({
      layoutId: await page(call, `page ${index}`, [widget]),
      transition: ['cut', 'fade', 'slide'][index % 3],
    })
  return items
}
