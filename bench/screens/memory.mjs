// PLAY-10: whether a player's memory stays flat over pictures, videos, web packages, tickers, and widgets, beside layers,
// with conditions and rules of entries that keep changing (STATIC=1 leaves these out): the slope of heap, nodes, and
// listeners per 1,000 transitions, and of memory and open files of all browser processes, compared with a page that shows
// the same without our code. PLAY-24: disk writes of a screen. Time runs faster in the page; TRANSITIONS=60480 is a week of
// ten-second pages. PLAY-11 is the same at normal speed, for MINUTES, with the frames that videos dropped. ONLY=heap
// measures only the page itself, in ten minutes.
import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import { keepChanging, queue } from '#bench/support/live-content.mjs'
import { report } from '#bench/support/report.mjs'
import { slopeOf } from '#bench/support/slope.mjs'
import { signIn, startServer } from '#bench/support/start-server.mjs'
import { KIOSK, processesOf, startKiosk } from './kiosk.mjs'
import { CLOCK, changing, layered, pages } from './memory-content.mjs'
import { servePlainPage } from './plain-page.mjs'
import { connect, picture, storyboard } from './stories.mjs'

const MINUTES = Number(process.env.MINUTES ?? 0)
/** Disk writes are measured at normal speed. */
const USUAL_SECONDS = 10
const TRANSITIONS = MINUTES ? (MINUTES * 60) / USUAL_SECONDS : Number(process.env.TRANSITIONS ?? 2000)
/** Fewer transitions can't show a slope. */
const ENOUGH = MINUTES ? 300 : 2000
const ONLY_HEAP = process.env.ONLY === 'heap'
const IS_STATIC = Boolean(process.env.STATIC)
/** Milliseconds between two values that conditions ask for. */
const CHANGE_MS = 3000
/** Layers are above the pages, and have pages too. */
const FRONT_PAGE = '.page[data-state=front]:not([data-layer] *)'
/** One every 50 transitions by default. */
const SAMPLES = 40
/** Warm-up: caches fill and code is compiled, which is not a leak. */
const WARM_UP = 0.5
/** Seconds in the page per real second. A page of two seconds then shows for a fifth of one. */
const FASTER = MINUTES ? 1 : 10
const PAGE_SECONDS = MINUTES ? USUAL_SECONDS : 2
/** Growth per 1,000 transitions that can't be told from noise. */
const HEAP_KB = 50
const DOM_KB = 50
const NODES = 5
/** The same for all browser processes: megabytes, with shared memory counted once; open files. */
const BROWSER_MB = 3
const OPEN_FILES = 5
/** Maximum growth of the browser with the player, relative to the plain page. */
const RATIO = 1.5
/** Maximum share of dropped frames at normal speed. */
const DROPPED = 0.01
/** A browser writes its own data for about two minutes after its start. */
const SETTLE_S = 150
const WATCH_WRITES_S = 300
/** The process that writes page data: databases, caches, local storage. */
const STORAGE = 'storage'

/** Kinds of processes to check for growth. */
const KINDS = ['renderer', 'browser', 'gpu-process']

const FRONT = `document.querySelector('${FRONT_PAGE}') !== null`

const server = await startServer()
const profile = mkdtempSync(path.join(os.tmpdir(), 'vitrine-memory-'))
const plainProfile = mkdtempSync(path.join(os.tmpdir(), 'vitrine-memory-'))
const ends = []
try {
  const { files, written, change } = await prepare()
  if (change) ends.push(keepChanging(change, CHANGE_MS))
  const kiosk = await startKiosk(profile)
  ends.push(kiosk.close)
  await kiosk.withPage(async ({ send, until }) => {
    await send('Page.enable')
    const given = JSON.stringify({
      ...{ faster: FASTER, start: Date.now(), player: server.playerUrl },
      frontPage: FRONT_PAGE,
    })
    await send('Page.addScriptToEvaluateOnNewDocument', { source: `(${runFaster})(${given})` })
    await send('Page.navigate', { url: server.playerUrl })
    await until(`window.transitions > 0 && ${FRONT}`)
  })
  // Always on the same page, whose own needs are no growth.
  const samples = await watch(kiosk, `document.querySelector('${FRONT_PAGE} [data-widget=rating]') !== null`)
  const frames = await kiosk.withPage(({ evaluate }) => evaluate('window.seenFrames'))
  await kiosk.close()

  const rows = [
    { what: 'transitions', value: samples.at(-1).transitions },
    ...growth(samples, 'heap', 'kB', HEAP_KB),
    ...growth(samples, 'dom', 'kB', DOM_KB),
    ...growth(samples, 'nodes', '', NODES),
    ...growth(samples, 'listeners', '', NODES),
    ...growth(samples, 'documents', '', NODES),
    ...(ONLY_HEAP ? [] : besidePlain(samples, await watchPlain(files))),
    ...dropped(frames),
    ...written,
  ]
  report('memory', rows)
  if (rows.some(({ met }) => met === false)) process.exitCode = 1
} finally {
  for (const end of ends.reverse()) await end()
  for (const folder of [profile, plainProfile])
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  await server.stop()
}

/**
 * Pairs a screen, in the profile that it will start with, and measures its disk writes at normal speed, in a browser
 * configured not to write its own logs, like a kiosk's policies.
 */
async function prepare() {
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
    const files = {
      '/red.jpg': await picture(context, '#c02020'),
      '/blue.jpg': await picture(context, '#2040c0'),
      '/film.mp4': await readFile(path.join(import.meta.dirname, '../../e2e/media/green.mp4')),
    }
    for (const [name, text] of Object.entries(CLOCK)) files[`/${name}`] = text
    const length = IS_STATIC ? undefined : await queue(call)
    const items = await pages(server, call, files, length)
    const at = (duration) => items.map((item) => ({ ...item, duration }))
    const usual = await storyboard(call, 'usual', at(USUAL_SECONDS))
    const quick = await storyboard(call, 'quick', at(PAGE_SECONDS))
    if (length) {
      const deviceGroupId = await layered(call, usual, PAGE_SECONDS)
      await call('PUT', `/devices/${device}`, { name: 'Bench', deviceGroupId })
      await screen.locator('[data-layer=News] .page[data-state=front]').waitFor()
    }
    await call('POST', `/devices/${device}`, { storyboardId: usual })
    await screen.locator(FRONT_PAGE).waitFor()
    const written = ONLY_HEAP ? [] : await watchWrites()
    await call('POST', `/devices/${device}`, { storyboardId: quick })
    // Received changes reach the disk a little later.
    await setTimeout(5000)
    return { files, written, change: length && changing(call, device, length) }
  } finally {
    await context.close()
  }
}

async function watchWrites() {
  const bytes = (type) =>
    processesOf(profile)
      .filter((each) => !type || each.type === type)
      .reduce((sum, { written }) => sum + written, 0)
  await setTimeout(SETTLE_S * 1000)
  const before = { all: bytes(), player: bytes(STORAGE) }
  await setTimeout(WATCH_WRITES_S * 1000)
  const perHour = (written) => (written / 1e6) * (3600 / WATCH_WRITES_S)
  const byPlayer = perHour(bytes(STORAGE) - before.player)
  const byAll = perHour(bytes() - before.all)
  return [
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
}

/** Runs in the page: speeds up its clocks and timers, and the server's clock for it; counts transitions. */
function runFaster({ faster, start, player, frontPage }) {
  if (location.origin !== player) return
  const [now, monotonic] = [Date.now.bind(Date), performance.now.bind(performance)]
  const [later, every] = [window.setTimeout.bind(window), window.setInterval.bind(window)]
  const get = window.fetch.bind(window)
  Date.now = () => start + (now() - start) * faster
  performance.now = () => monotonic() * faster
  window.setTimeout = (call, ms = 0, ...rest) => later(call, ms / faster, ...rest)
  window.setInterval = (call, ms = 0, ...rest) => every(call, ms / faster, ...rest)
  window.fetch = async (what, ...rest) =>
    String(what.url ?? what).endsWith('/api/player/time')
      ? Response.json({ serverTime: Date.now() })
      : get(what, ...rest)
  window.transitions = 0
  window.seenFrames = { shown: 0, dropped: 0 }
  const counted = new WeakMap()
  every(() => {
    for (const video of document.querySelectorAll('video')) {
      const { totalVideoFrames: shown, droppedVideoFrames: dropped } = video.getVideoPlaybackQuality()
      const before = counted.get(video) ?? { shown: 0, dropped: 0 }
      // A video whose source is set again counts from zero.
      window.seenFrames.shown += Math.max(0, shown - before.shown)
      window.seenFrames.dropped += Math.max(0, dropped - before.dropped)
      counted.set(video, { shown, dropped })
    }
  }, 200)
  let front = null
  const look = () => {
    const seen = document.querySelector(frontPage)
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
}

/** Samples after garbage collections, evenly over the transitions, each while the page is in state `when`. */
async function watch(kiosk, when) {
  const samples = []
  for (let n = 1; n <= SAMPLES; n++) {
    const due = (n / SAMPLES) * TRANSITIONS
    while ((await kiosk.withPage(({ evaluate }) => evaluate('window.transitions'))) < due)
      await setTimeout(5000)
    samples.push(await kiosk.withPage((session) => sample(session, when)))
    const processes = kiosk.processes()
    const sum = (what, some) => some.reduce((total, each) => total + each[what], 0)
    for (const what of ['memory', 'files']) samples.at(-1)[what] = sum(what, processes)
    for (const kind of KINDS)
      samples.at(-1)[kind] = sum(
        'memory',
        processes.filter(({ type }) => type === kind),
      )
  }
  return samples
}
async function sample({ send, evaluate, until }, when) {
  await until(when, 20)
  // The first collection runs finalizers, whose garbage the second one collects.
  for (let n = 0; n < 2; n++) await send('HeapProfiler.collectGarbage')
  const { usedSize, embedderHeapUsedSize } = await send('Runtime.getHeapUsage')
  const { nodes, jsEventListeners, documents } = await send('Memory.getDOMCounters')
  const transitions = await evaluate('window.transitions')
  // Memory that the browser frees under pressure is no leak.
  await send('Memory.simulatePressureNotification', { level: 'critical' })
  await setTimeout(2000)
  const found = { transitions, heap: usedSize / 1000, dom: embedderHeapUsedSize / 1000 }
  return { ...found, nodes, listeners: jsEventListeners, documents }
}

function slopeIn(samples, what) {
  const steady = samples.slice(Math.ceil(SAMPLES * WARM_UP))
  return slopeOf(steady.map((each) => [each.transitions / 1000, each[what]]))
}
function between({ low, high }) {
  return `(${low.toPrecision(2)} to ${high.toPrecision(2)})`
}
function judged(met) {
  return TRANSITIONS < ENOUGH ? undefined : met
}

/** Grows if all of the slope's interval is above the noise: compiled code alone moves the heap by 200 kB. */
function growth(samples, what, unit, noise) {
  const found = slopeIn(samples, what)
  return [
    { what: `${what} at the end`, value: samples.at(-1)[what], unit },
    {
      what: `${what} per 1,000 transitions ${between(found)}`,
      value: found.slope,
      unit,
      target: `< ${noise}`,
      met: judged(found.low < noise),
    },
  ]
}

/** The same media and speed on a page without our code, in a browser of the same kind. */
async function watchPlain(files) {
  const plainPage = await servePlainPage({ files, everyMs: (PAGE_SECONDS / FASTER) * 1000 })
  ends.push(plainPage.close)
  const plainKiosk = await startKiosk(plainProfile)
  ends.push(plainKiosk.close)
  await plainKiosk.withPage(({ send }) => send('Page.navigate', { url: plainPage.url }))
  return watch(plainKiosk, `document.body.lastElementChild.localName === 'p'`)
}

function besidePlain(samples, plain) {
  return [
    ...beside(samples, plain, 'memory', 'MB', BROWSER_MB),
    ...KINDS.map((kind) => ({
      what: `of it in ${kind} ${between(slopeIn(samples, kind))}`,
      value: slopeIn(samples, kind).slope,
      unit: 'MB',
    })),
    ...beside(samples, plain, 'files', '', OPEN_FILES),
  ]
}

/** Growth of the whole browser: flat, or within the growth of the plain page. */
function beside(samples, plain, what, unit, noise) {
  const [found, without] = [slopeIn(samples, what), slopeIn(plain, what)]
  const most = Math.max(noise, without.high * RATIO)
  return [
    { what: `${what} of the browser at the end`, value: samples.at(-1)[what], unit },
    { what: `${what} per 1,000 switches of a plain page ${between(without)}`, value: without.slope, unit },
    {
      what: `${what} per 1,000 transitions ${between(found)}`,
      value: found.slope,
      unit,
      target: `< ${most.toPrecision(2)}`,
      met: judged(found.slope < most),
    },
    ...(without.slope > 0
      ? [{ what: `${what}: of the plain page's growth`, value: found.slope / without.slope, unit: 'times' }]
      : []),
  ]
}

/** At higher speed there are more frames than a screen shows. */
function dropped({ shown, dropped }) {
  const value = shown ? (dropped / shown) * 100 : 0
  const target = MINUTES && { target: `< ${DROPPED * 100}`, met: value < DROPPED * 100 }
  return [{ what: `dropped of ${shown} frames of videos`, value, unit: '%', ...target }]
}
