// The console with 5,000 screens and 10,000 media at a quarter of the processor's speed: the cost of scrolling and
// typing, and the script size of every screen.
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { chromium } from '@playwright/test'
import { percentile, report } from '#bench/support/report.mjs'
import { ADMIN, signIn, startServer } from '#bench/support/start-server.mjs'

const DEVICES = 5000
const MEDIA = 10_000
const SLOWER = 4
const FRAMES = 150
/** Longer than the delay before a screen prefetches its dialogs. */
const AT_REST_MS = 4500
/** Pixels per frame: two and a half screens a second. */
const STEP = 40
/** Playwright watches the network: for it the browser decodes every response again as text. */
const FOR_THE_WATCHER = 'ResponseBodyLoader::DidFinishLoadingBody'

/** Screens of the console that a user may open first. */
const ADDRESSES = [
  'dashboard',
  'media-library',
  'cards',
  'layouts',
  'layouts/design',
  'storyboard',
  'storyboard/standard/create',
  'storyboard/designed/create',
  'cards/create',
  'cards/design-template',
  'buildings/create',
  'devices',
  'device-group',
  'device-cards',
  'device-configurations',
  'buildings',
  'floors',
  'organization',
  'user',
  'licence',
  'settings',
  'open-case',
  'profile',
  'plays',
  'answers',
]

const server = await startServer()
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH,
  args: ['--no-sandbox', '--disable-gpu'],
})
const rows = []
try {
  await fill()
  await measureScripts()
  await measureNothing()
  await measureList('media-library', { search: 'Search all folders', letters: 'item 4', waits: 'article' })
  await measureList('media-library?view=list', {
    search: 'Search all folders',
    letters: 'item 4',
    waits: 'article',
  })
  await measureList('devices', { search: /^Search/, letters: 'screen 4', waits: 'Screen' })
  report('console', rows)
} finally {
  await browser.close()
  await server.stop()
}

/** Creates one of each through the API; the rest are copies of its row with other names. */
async function fill() {
  const call = await signIn(server.url)
  const { code } = await call('POST', '/player/pairing', {
    screen: { width: 1920, height: 1080, userAgent: '', playerVersion: '', storage: 'cache', touch: false },
  })
  await call('POST', '/devices/claim', { code, name: 'Screen 0' })
  // In a library with folders, the browser alone can't filter Root: each search asks the server once.
  await call('POST', '/media/folders', { name: 'Archive' })
  const form = new FormData()
  const dot = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M/wHwAEBgIApD5fRAAAAABJRU5ErkJggg==',
    'base64',
  )
  form.append('thumbnail', new Blob([dot], { type: 'image/png' }), 'thumbnail.png')
  form.append('media', new Blob([dot], { type: 'image/png' }), 'item 0.png')
  const sent = await fetch(`${server.url}/api/media`, {
    method: 'POST',
    headers: { authorization: `Bearer ${call.token}` },
    body: form,
  })
  if (!sent.ok) throw new Error(`The picture was refused: ${sent.status}`)
  const database = new DatabaseSync(path.join(server.folder, 'vitrine.db'))
  database.exec('pragma busy_timeout = 5000; begin immediate')
  multiply(database, 'devices', DEVICES, 'Screen')
  multiply(database, 'media', MEDIA, 'item')
  database.exec('commit')
  database.close()
}

function multiply(database, table, count, word) {
  const row = database.prepare(`select * from ${table} limit 1`).get()
  const columns = Object.keys(row)
  const insert = database.prepare(
    `insert into ${table} (${columns.map((name) => `"${name}"`).join(', ')}) values (${columns.map(() => '?').join(', ')})`,
  )
  for (let n = 1; n < count; n++) {
    const name = `${word} ${n}`
    const other = { id: `${word}-${n}`, name, nameKey: name.toLowerCase(), tokenHash: `bench-${n}` }
    insert.run(...columns.map((column) => (column in other && column in row ? other[column] : row[column])))
  }
}

async function signedIn() {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  await page.goto(server.url)
  await page.getByLabel('Email').fill(ADMIN.email)
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByRole('navigation', { name: 'Main menu' }).waitFor()
  return page
}

/** Transferred bytes of script, from a cold start until the screen is idle, including prefetched dialogs. */
async function measureScripts() {
  const page = await signedIn()
  const found = []
  for (const address of ADDRESSES) {
    await page.goto('about:blank')
    await page.goto(`${server.url}/#/app/${address}`)
    await page.getByRole('heading', { level: 1 }).or(page.getByRole('application')).first().waitFor()
    await page.waitForTimeout(AT_REST_MS)
    const bytes = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    )
    found.push({ address, kilobytes: bytes / 1000 })
  }
  found.sort((a, b) => b.kilobytes - a.kilobytes)
  for (const { address, kilobytes } of found.slice(0, 4))
    rows.push({
      what: `script of ${address} at rest`,
      value: kilobytes,
      unit: 'kB gzip',
      target: '<= 300',
      met: kilobytes <= 300,
    })
  await page.context().close()
}

async function measureList(address, { search, letters, waits }) {
  const page = await signedIn()
  const line = await page.context().newCDPSession(page)
  await line.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await page.addInitScript(() => {
    window.measured = { shift: 0, keys: [] }
    const watch = (type, take, more = {}) =>
      new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
        type,
        buffered: true,
        ...more,
      })
    watch('layout-shift', (entry) => {
      if (!entry.hadRecentInput) window.measured.shift += entry.value
    })
    watch('event', (entry) => entry.name === 'keydown' && window.measured.keys.push(entry.duration), {
      durationThreshold: 16,
    })
  })
  await page.goto('about:blank')
  const started = performance.now()
  await page.goto(`${server.url}/#/app/${address}`)
  await page
    .getByRole(waits === 'article' ? 'article' : 'row')
    .nth(1)
    .waitFor()
  const stood = performance.now() - started
  await page.waitForTimeout(2500)
  const { shift } = await page.evaluate(() => window.measured)

  const { frames, task: scrolled } = await traced(page, () =>
    page.evaluate(scroll, { frames: FRAMES, step: STEP }),
  )
  await page.evaluate(() => scrollTo(0, 0))
  await page.waitForTimeout(500)
  const field = page
    .getByRole('searchbox', { name: search })
    .or(page.getByRole('textbox', { name: search }))
    .first()
  await field.click()
  await page.evaluate(() => {
    window.measured.keys = []
  })
  const { task: typed } = await traced(page, async () => {
    for (const letter of letters) {
      await page.keyboard.press(letter === ' ' ? 'Space' : letter)
      await page.waitForTimeout(450)
    }
  })
  const keys = await page.evaluate(() => window.measured.keys)
  const p95 = percentile(frames, 0.95)
  const slowestKey = Math.max(16, ...keys)
  const named = (what) => `${address}, ${what}`
  rows.push(
    { what: named('cold start to rows'), value: stood, unit: 'ms' },
    { what: named('layout shift'), value: shift, target: '< 0.01', met: shift < 0.01 },
    {
      what: named('main thread per scrolled frame, p95'),
      value: p95,
      unit: 'ms',
      target: '< 8',
      met: p95 < 8,
    },
    {
      what: named('longest task while scrolling'),
      value: scrolled,
      unit: 'ms',
      target: '<= 50',
      met: scrolled <= 50,
    },
    {
      what: named('keystroke to paint, slowest'),
      value: slowestKey,
      unit: 'ms',
      target: '< 100',
      met: slowestKey < 100,
    },
    { what: named('longest task while typing'), value: typed, unit: 'ms', target: '<= 50', met: typed <= 50 },
  )
  await page.context().close()
}

/** Scrolls an empty page in the same way: the baseline cost of a frame. */
async function measureNothing() {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  const line = await page.context().newCDPSession(page)
  await line.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await page.setContent('<div style="height: 200000px">Nothing</div>')
  const { frames } = await traced(page, () => page.evaluate(scroll, { frames: FRAMES, step: STEP }))
  rows.push({
    what: 'a page of nothing, main thread per scrolled frame, p95',
    value: percentile(frames, 0.95),
    unit: 'ms',
  })
  await page.context().close()
}

/**
 * Work of the page's main thread during an action, from a trace: processor time in ms (excluding other programs) of
 * each frame and of the longest task.
 */
async function traced(page, work) {
  await browser.startTracing(page, {
    categories: ['toplevel', 'blink', 'devtools.timeline', 'disabled-by-default-devtools.timeline'],
  })
  await work()
  const { traceEvents } = JSON.parse(await browser.stopTracing())
  const of = (thread) => (event) => event.pid === thread.pid && event.tid === thread.tid
  const worked = (thread) =>
    traceEvents.filter(of(thread)).filter(({ name, tdur }) => name === 'RunTask' && tdur > 0)
  const [tasks] = traceEvents
    .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
    .map(worked)
    .sort((one, other) => sum(other) - sum(one))
  const main = of(tasks[0])
  const starts = traceEvents
    .filter((event) => event.name === 'FireAnimationFrame' && main(event))
    .map(({ ts }) => ts)
    .sort((one, other) => one - other)
  const frames = starts.slice(1).map(() => 0)
  for (const { ts, tdur } of tasks) {
    const frame = starts.findLastIndex((start) => start <= ts + tdur)
    if (frame >= 0 && frame < frames.length) frames[frame] += tdur / 1000
  }
  const watched = traceEvents.filter((event) => event.name === FOR_THE_WATCHER && event.tdur && main(event))
  const own = ({ ts, dur, tdur }) => tdur - sum(watched.filter((part) => part.ts >= ts && part.ts < ts + dur))
  const task = Math.max(...tasks.map(own)) / 1000
  return { frames, task }
}

function sum(tasks) {
  return tasks.reduce((total, { tdur }) => total + tdur, 0)
}

/** Runs in the page: scrolls one step per frame. */
async function scroll({ frames, step }) {
  for (let n = 0; n < frames; n++)
    await new Promise((resolve) =>
      requestAnimationFrame(() => {
        scrollBy(0, step)
        resolve()
      }),
    )
}
