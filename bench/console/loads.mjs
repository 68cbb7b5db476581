// The console of a large organization on a slow laptop: what each screen transfers and how soon it can be used, what
// edits by others cost, and how fast search fields and *Play on…* answer. `--only dashboard,cards` measures these screens.
import { chromium } from '@playwright/test'
import { fillLargeOrganization } from '#bench/support/large-organization.mjs'
import { reporting } from '#bench/support/report.mjs'
import { ADMIN, startServer } from '#bench/support/start-server.mjs'

const SLOWER = 4
const NETWORK = { offline: false, latency: 80, downloadThroughput: 1_250_000, uploadThroughput: 1_250_000 }
/** Milliseconds without a request after which a screen is loaded, and the most that is waited. */
const QUIET_MS = 3000
const PATIENCE_MS = 30_000
/** Edits by another person, two a second. */
const EDITS = 20
const ADDRESSES = [
  ...[
    'dashboard',
    'devices',
    'media-library',
    'cards',
    'layouts',
    'storyboard',
    'device-group',
    'device-cards',
  ],
  ...['device-configurations', 'buildings', 'floors', 'plays', 'user', 'storyboard/designed/create'],
  ...['device-group/create', 'open-case', 'profile', 'settings'],
]
const EDITED = ['dashboard', 'devices', 'floors', 'device-group']
const SEARCHED = ['devices', 'media-library', 'cards', 'layouts', 'storyboard', 'device-group']

const options = process.argv.slice(2)
const wanted = options.includes('--only') ? options[options.indexOf('--only') + 1].split(',') : undefined
const isWanted = (address) => !wanted || wanted.includes(address)

const largestOf = ({ largest }) => Object.values(largest).sort((a, b) => b.bytes - a.bytes)[0]
const kilobytes = (bytes) => Math.round(bytes / 100) / 10

const server = await startServer()
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH,
  args: ['--no-sandbox', '--disable-gpu'],
})
const { say, end } = reporting('loads')
try {
  const call = await fillLargeOrganization(server)
  for (const address of ADDRESSES.filter(isWanted)) await measureLoad(address)
  for (const address of EDITED.filter(isWanted)) await measureEdits(address, call)
  for (const address of SEARCHED.filter(isWanted)) await measureSearch(address)
  if (isWanted('play-on')) await measurePlayOn()
  end()
} finally {
  await browser.close()
  await server.stop()
}

/** A page that is logged in, with its traffic counted: `traffic.bytes` of answers of the API, and `traffic.calls`. */
async function open() {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.addInitScript(() => {
    window.measured = { lcp: 0, blocked: 0, keys: [] }
    const watch = (type, take, more = {}) =>
      new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
        type,
        buffered: true,
        ...more,
      })
    watch('largest-contentful-paint', ({ startTime }) => {
      window.measured.lcp = startTime
    })
    watch('longtask', ({ duration }) => {
      window.measured.blocked += Math.max(0, duration - 50)
    })
    watch('event', ({ duration }) => window.measured.keys.push(duration), { durationThreshold: 16 })
  })
  await page.goto(server.url)
  await page.getByLabel('Email').fill(ADMIN.email)
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByRole('navigation', { name: 'Main menu' }).waitFor()
  await page.waitForTimeout(3000)
  const line = await context.newCDPSession(page)
  const traffic = { bytes: 0, calls: 0, running: new Set(), at: performance.now(), largest: {} }
  await line.send('Network.enable')
  line.on('Network.requestWillBeSent', ({ requestId, request }) => {
    const { pathname } = new URL(request.url)
    if (pathname.endsWith('/watch')) return
    traffic.at = performance.now()
    traffic.running.add(requestId)
    if (!pathname.startsWith('/api/')) return
    traffic.calls++
    traffic.largest[requestId] = { address: request.url.slice(server.url.length), bytes: 0 }
  })
  const done = ({ requestId, encodedDataLength = 0 }) => {
    if (!traffic.running.delete(requestId)) return
    traffic.at = performance.now()
    const asked = traffic.largest[requestId]
    if (!asked) return
    asked.bytes = encodedDataLength
    traffic.bytes += encodedDataLength
  }
  line.on('Network.loadingFinished', done)
  line.on('Network.loadingFailed', done)
  const slow = async () => {
    await line.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    await line.send('Network.emulateNetworkConditions', NETWORK)
  }
  const quiet = async () => {
    const started = performance.now()
    // A slow processor is silent for seconds before the screen renders.
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    for (;;) {
      await page.waitForTimeout(100)
      const now = performance.now()
      const isQuiet = traffic.running.size === 0 && now - traffic.at > QUIET_MS
      if (isQuiet || now - started > PATIENCE_MS) return
    }
  }
  const reset = () => Object.assign(traffic, { bytes: 0, calls: 0, largest: {} })
  return { page, line, traffic, slow, quiet, reset }
}

async function measureLoad(address) {
  const { page, line, traffic, slow, quiet, reset } = await open()
  await slow()
  const load = async (kind) => {
    await page.goto('about:blank')
    if (kind === 'cold') await line.send('Network.clearBrowserCache')
    reset()
    await page.goto(`${server.url}/#/app/${address}`)
    await quiet()
    const { lcp, blocked } = await page.evaluate(() => window.measured)
    const most = kind === 'cold' ? 2500 : 1500
    say({ what: `${address}: LCP ${kind}`, value: lcp, unit: 'ms', target: `<= ${most}`, met: lcp <= most })
    say({
      what: `${address}: blocked ${kind}`,
      value: blocked,
      unit: 'ms',
      target: '<= 400',
      met: blocked <= 400,
    })
  }
  await load('cold')
  const { address: largest = '', bytes = 0 } = largestOf(traffic) ?? {}
  say({
    what: `${address}: answers`,
    value: kilobytes(traffic.bytes),
    unit: 'kB',
    target: '<= 500',
    met: traffic.bytes <= 500_000,
  })
  say({
    what: `${address}: calls; largest ${largest.slice(0, 50)}, ${kilobytes(bytes)} kB`,
    value: traffic.calls,
    target: '<= 40',
    met: traffic.calls <= 40,
  })
  await load('warm')
  await page.context().close()
}

/** What other people's edits make an open screen load. */
async function measureEdits(address, call) {
  const { page, traffic, quiet, reset } = await open()
  await page.goto(`${server.url}/#/app/${address}`)
  await quiet()
  reset()
  const { device } = await call('GET', '/devices/devices-1')
  let { version } = device
  for (let n = 0; n < EDITS; n++) {
    const answer = await call('PUT', '/devices/devices-1', { name: `devices 1 x${n}`, version })
    version = answer.device.version
    await page.waitForTimeout(500)
  }
  await quiet()
  const each = traffic.bytes / EDITS
  const { address: largest = '', bytes = 0 } = largestOf(traffic) ?? {}
  say({
    what: `${address}: answers for an edit; largest ${largest.slice(0, 40)}, ${kilobytes(bytes)} kB`,
    value: kilobytes(each),
    unit: 'kB',
    target: '<= 10',
    met: each <= 10_000,
  })
  say({ what: `${address}: calls for an edit`, value: traffic.calls / EDITS })
  await page.context().close()
}

async function measureSearch(address) {
  const { page, line, quiet } = await open()
  await page.goto(`${server.url}/#/app/${address}`)
  await quiet()
  await line.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  const field = page
    .getByRole('searchbox')
    .or(page.getByRole('textbox', { name: /^Search/ }))
    .first()
  await field.click()
  await page.evaluate(() => {
    window.measured.keys = []
  })
  for (const letter of '12') {
    await page.keyboard.press(letter)
    await page.waitForTimeout(800)
  }
  const keys = await page.evaluate(() => window.measured.keys)
  const slowest = Math.max(16, ...keys)
  say({
    what: `${address}: slowest letter in search`,
    value: slowest,
    unit: 'ms',
    target: '<= 200',
    met: slowest <= 200,
  })
  await page.context().close()
}

async function measurePlayOn() {
  const { page, line, quiet } = await open()
  await page.goto(`${server.url}/#/app/cards`)
  await quiet()
  await line.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await line.send('Network.emulateNetworkConditions', NETWORK)
  await page
    .getByRole('button', { name: /^More actions/ })
    .first()
    .click()
  const item = page.getByRole('menuitem', { name: 'Play on…' })
  await item.waitFor()
  const started = performance.now()
  await item.click()
  const dialog = page.getByRole('dialog', { name: 'Play on…' })
  await dialog
    .getByText('device_groups 1', { exact: true })
    .or(dialog.getByRole('checkbox'))
    .first()
    .waitFor()
  const took = performance.now() - started
  say({ what: '*Play on…* open', value: took, unit: 'ms', target: '<= 600', met: took <= 600 })
  await page.context().close()
}
