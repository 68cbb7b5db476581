// The main thread's work per frame in a player while pages fade and slide in, on a machine four times as slow; the
// number of black or white frames in transitions to pages with web packages while every core is busy; and the same beside a
// layer, which must not blink, while conditions change which pages play. ONLY=layers measures only the last.
import { spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { packageOf } from '@vitrine/e2e/support/zip.ts'
import { barPage, groupWithLayers, keepChanging, queue } from '#bench/support/live-content.mjs'
import { mainThreadWork } from '#bench/support/main-thread.mjs'
import { percentile, report } from '#bench/support/report.mjs'
import { signIn, startServer } from '#bench/support/start-server.mjs'
import { connect, page, picture, storyboard, upload, wholePage } from './stories.mjs'

const SLOWER = 4
const WATCHED_MS = 45_000
const PAGE_SECONDS = 5
/** The event that separates frames, to measure each frame's work. */
const FRAME = 'bench-frame'
/** Seconds per page of packages, which are examined frame by frame. */
const SHORT_SECONDS = 1
/** Transitions between pages with packages, pictures, videos, and texts whose captured frames are examined. */
const TRANSITIONS = Number(process.env.TRANSITIONS ?? 40)
/** Page changes beside a layer. */
const BESIDE_LAYER = Number(process.env.BESIDE_LAYER ?? 100)
const BAR_COLOR = '#e07020'
/** Captured frames examined per batch. */
const TOGETHER = 500
/** Share of a frame that may be black or white: the compression of captured frames blurs edges. */
const TOLERATED = 0.02

/** Colors of the two pages of each kind: packages that paint slowly, pictures, videos (all green), and texts. */
const COLORS = [
  ['#c08020', '#8020c0'],
  ['#2090a0', '#a02050'],
  ['', ''],
  ['#206040', '#705090'],
]
/** An order in which each kind follows each, including itself. */
const ORDER = [0, 0, 1, 0, 2, 0, 3, 1, 1, 2, 1, 3, 2, 2, 3, 3]

const server = await startServer()
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH,
  args: ['--no-sandbox', '--disable-gpu', '--autoplay-policy=no-user-gesture-required'],
})
try {
  const call = await signIn(server.url)
  const alone = process.env.ONLY === 'layers' ? [] : await pageFrames(call)
  report('transitions', [...alone, ...(await layerFrames(call))])
} finally {
  await browser.close()
  await server.stop()
}

/** What pages without layers cost, and whether they cover each other. */
async function pageFrames(call) {
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
  return [
    { what: `frames in ${WATCHED_MS / 1000} s, ${SLOWER} times as slow`, value: work.length },
    { what: 'of them while a page comes', value: moved.length },
    { what: 'work per such frame, median', value: percentile(moved, 0.5), unit: 'ms' },
    { what: 'work per such frame, p95', value: p95, unit: 'ms', target: '< 8', met: p95 < 8 },
    { what: 'work per frame at any time, p95', value: percentile(work, 0.95), unit: 'ms' },
    ...(await coveredFrames(call, screen, client, device)),
  ]
}

/** Runs in the page: marks every frame, and records whether a transition was running. */
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

/** Creates pages of pictures, a video and a text, with alternating fade and slide. */
async function pages(call) {
  const film = await readFile(path.join(import.meta.dirname, '../../e2e/media/green.mp4'))
  const media = [
    await upload(server, call, 'red.jpg', await picture(browser, '#c02020')),
    await upload(server, call, 'blue.jpg', await picture(browser, '#2040c0')),
    await upload(server, call, 'green.mp4', film),
  ]
  const widgets = [
    ...media.map((mediaId) => wholePage('media-looper', { media: [{ mediaId, duration: 0 }] })),
    ticker('#206040'),
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

function ticker(color) {
  return wholePage('ticker', {
    tickerSentence1: { text: 'Fresh from the oven', isBold: true, isItalic: false, size: 60 },
    tickerBgColor: color,
    tickerColor: '#e0c060',
  })
}

/** Plays packages between other pages with every core busy, and examines each captured frame. */
async function coveredFrames(call, screen, client, device) {
  const story = await storyboard(call, 'packages', await packagePages(call))
  await call('POST', `/devices/${device}`, { storyboardId: story })
  // Only packages have frames: wait until the earlier storyboard is off the stage.
  await screen.locator('.page[data-state=front] iframe').waitFor()
  await screen.waitForTimeout(2 * SHORT_SECONDS * 1000)
  const busy = os.cpus().map(() => spawn(process.execPath, ['-e', 'for (;;);']))
  const { frames, transitions } = await captured(screen, client, TRANSITIONS).finally(() => {
    for (const child of busy) child.kill('SIGKILL')
  })
  const { uncovered, colors } = await examined(frames)
  const pairs = new Set(colors.slice(1).map((color, index) => `${colors[index]} ${color}`))
  return [
    { what: 'transitions between pages of every kind, every core busy', value: transitions },
    { what: 'captured frames of them', value: frames.length },
    { what: 'pairs of pages that were seen', value: pairs.size },
    {
      what: 'frames that were partly black or white',
      value: uncovered.length,
      target: '0',
      met: uncovered.length === 0 && transitions >= TRANSITIONS,
    },
  ]
}

/** The frames of a screen until it has changed its page so often. */
async function captured(screen, client, most) {
  const frames = []
  await screen.evaluate(countTransitions)
  const keep = ({ data, sessionId }) => {
    frames.push(data)
    client.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined)
  }
  client.on('Page.screencastFrame', keep)
  try {
    await client.send('Page.startScreencast', { format: 'jpeg', quality: 80, maxWidth: 160, maxHeight: 90 })
    const end = performance.now() + most * SHORT_SECONDS * 3000
    while (performance.now() < end && (await screen.evaluate(() => window.transitions)) < most)
      await screen.waitForTimeout(1000)
    await client.send('Page.stopScreencast')
  } finally {
    client.off('Page.screencastFrame', keep)
  }
  return { frames, transitions: await screen.evaluate(() => window.transitions) }
}

/** Frames that are partly black or white, those without the layer's color in their bar, and colors that follow each other. */
async function examined(frames, bar) {
  const looks = await browser.newPage()
  const found = { uncovered: [], blinking: [], colors: [] }
  for (let at = 0; at < frames.length; at += TOGETHER) {
    const some = frames.slice(at, at + TOGETHER)
    const seen = await looks.evaluate(lookAt, { frames: some, tolerated: TOLERATED, bar })
    for (const kind of ['uncovered', 'blinking']) found[kind].push(...seen[kind].map((index) => at + index))
    for (const color of seen.colors) if (color !== found.colors.at(-1)) found.colors.push(color)
  }
  await looks.close()
  if (process.env.FRAMES)
    for (const index of [...found.uncovered, ...found.blinking].slice(0, 50))
      await writeFile(path.join(process.env.FRAMES, `${index}.jpg`), Buffer.from(frames[index], 'base64'))
  return found
}

/** Pages with a bar below them, two of which come and go with a value that changes every three seconds. */
async function layerFrames(call) {
  const length = await queue(call)
  const items = []
  for (const [index, colour] of ['#206040', '#705090', '#2090a0', '#a02050'].entries())
    items.push({
      layoutId: await page(call, `beside ${index}`, [ticker(colour)]),
      duration: SHORT_SECONDS,
      ...(index % 2 && { transition: 'fade' }),
      ...(index === 2 && { when: length.when('above') }),
      ...(index === 3 && { when: length.when('atMost') }),
    })
  const main = await storyboard(call, 'beside a layer', items)
  const news = await storyboard(call, 'news', [
    { layoutId: await barPage(call, 'news', BAR_COLOR), duration: PAGE_SECONDS },
  ])
  const groupId = await groupWithLayers(call, 'With a layer', main, [
    { name: 'News', place: { kind: 'bottom', makesRoom: true }, storyboardId: news },
  ])
  const { organizationId } = call.profile
  await call('POST', '/licences', { number: 'LAYER', devicesCount: 2, organizationId })
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } })
  const screen = await context.newPage()
  await screen.goto(server.playerUrl)
  const device = await connect(call, screen, 'With a layer')
  await call('PUT', `/devices/${device}`, { name: 'With a layer', deviceGroupId: groupId })
  await screen.locator('[data-layer=News] .page[data-state=front]').waitFor()
  await screen.waitForTimeout(3000)
  const client = await context.newCDPSession(screen)
  const stop = keepChanging(length.change, 3000)
  const { frames, transitions } = await captured(screen, client, BESIDE_LAYER).finally(stop)
  await context.close()
  const { uncovered, blinking, colors } = await examined(frames, BAR_COLOR)
  return [
    { what: 'page changes beside a layer, two of four pages with conditions', value: transitions },
    { what: 'captured frames of them', value: frames.length },
    { what: 'colors of pages that were seen', value: new Set(colors).size },
    {
      what: 'frames that were partly black or white, with a layer',
      value: uncovered.length,
      target: '0',
      met: uncovered.length === 0 && transitions >= BESIDE_LAYER,
    },
    {
      what: 'frames in which the layer was anything but itself',
      value: blinking.length,
      target: '0',
      met: blinking.length === 0 && transitions >= BESIDE_LAYER,
    },
  ]
}

/** Runs in the page: counts replaced pages. */
function countTransitions() {
  window.transitions = 0
  const seen = new WeakSet()
  const look = () => {
    for (const page of document.querySelectorAll('.page[data-state=leaving]')) {
      if (seen.has(page)) continue
      seen.add(page)
      window.transitions++
    }
  }
  const options = { subtree: true, childList: true, attributeFilter: ['data-state'] }
  new MutationObserver(look).observe(document.body, options)
}

/**
 * Runs in a page: finds the pictures that are partly black or white, those whose bar at the bottom has another color than
 * `bar`, and the color in the middle of each.
 */
async function lookAt({ frames, tolerated, bar }) {
  const uncovered = []
  const blinking = []
  const colors = []
  const wanted = bar && [1, 3, 5].map((at) => Number.parseInt(bar.slice(at, at + 2), 16))
  for (const [index, frame] of frames.entries()) {
    const image = await createImageBitmap(await (await fetch(`data:image/jpeg;base64,${frame}`)).blob())
    const { width, height } = image
    const context = new OffscreenCanvas(width, height).getContext('2d')
    context.drawImage(image, 0, 0)
    const { data } = context.getImageData(0, 0, width, height)
    let dark = 0
    let light = 0
    // A page that makes room has black beside it.
    const edge = wanted ? Math.ceil(width * 0.08) : 0
    for (let at = 0; at < data.length; at += 4) {
      const across = (at / 4) % width
      if (across < edge || across >= width - edge) continue
      const sum = data[at] + data[at + 1] + data[at + 2]
      if (sum < 60) dark++
      if (sum > 720) light++
    }
    if (Math.max(dark, light) > tolerated * width * height) uncovered.push(index)
    if (wanted) {
      const place = (Math.floor(height * 0.97) * width + Math.floor(width * 0.8)) * 4
      if (wanted.some((value, part) => Math.abs(value - data[place + part]) > 40)) blinking.push(index)
    }
    const middle = (Math.floor(height / 2) * width + Math.floor(width / 2)) * 4
    const shown = [...data.subarray(middle, middle + 3)].map((value) => Math.round(value / 64)).join()
    colors.push(shown)
  }
  return { uncovered, blinking, colors }
}

/** Two pages of each kind, in that order, sliding the first time and fading the second. */
async function packagePages(call) {
  const film = await readFile(path.join(import.meta.dirname, '../../e2e/media/green.mp4'))
  const packageWith = (name, colour) => {
    const cells = `for (let n = 0; n < 3000; n++) document.body.append(document.createElement('i'))`
    const style = `html, body { margin: 0; height: 100%; background: ${colour}; overflow: hidden } i { float: left; width: 9px; height: 9px; box-shadow: 0 0 9px ${colour} }`
    const { buffer } = packageOf(`${name}.zip`, {
      'index.html': `<!doctype html><title>${name}</title><style>${style}</style><body><script src="cells.js"></script>`,
      'cells.js': cells,
    })
    return upload(server, call, `${name}.zip`, buffer)
  }
  const zone = (mediaId) => wholePage('media-looper', { media: [{ mediaId, duration: 0 }] })
  const kinds = [
    async (name, color) => [zone(await packageWith(name, color))],
    async (name, color) => [zone(await upload(server, call, `${name}.jpg`, await picture(browser, color)))],
    async (name) => [zone(await upload(server, call, `${name}.mp4`, film))],
    async (_, color) => [ticker(color)],
  ]
  const made = []
  for (const [kind, widgets] of kinds.entries()) {
    const both = []
    for (const [n, color] of COLORS[kind].entries()) {
      const name = `${['package', 'picture', 'video', 'text'][kind]} ${n}`
      both.push(await page(call, name, await widgets(name, color)))
    }
    made.push(both)
  }
  const items = []
  for (const transition of ['slide', 'fade'])
    for (const kind of ORDER) {
      const [next, other] = made[kind]
      made[kind] = [other, next]
      items.push({ layoutId: next, duration: SHORT_SECONDS, transition })
    }
  return items
}
