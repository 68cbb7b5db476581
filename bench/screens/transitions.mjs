// What the main thread of a player does per frame while pages fade and slide in, on a machine four times as slow; and
// how many frames are black or white while pages with web packages come and every core is busy.
import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { packageOf } from '@vitrine/e2e/support/zip.ts'
import { mainThreadWork } from '#bench/support/main-thread.mjs'
import { percentile, report } from '#bench/support/report.mjs'
import { signIn, startServer } from '#bench/support/start-server.mjs'
import { connect, page, picture, storyboard, upload, wholePage } from './stories.mjs'

const SLOWER = 4
const WATCHED_MS = 45_000
const PAGE_SECONDS = 5
/** The event that parts the frames, to count each frame's work separately. */
const FRAME = 'bench-frame'
/** Of packages, which are looked at frame by frame. */
const SHORT_SECONDS = 2
/** Of a frame that may be black or white: the compression of captured frames blurs edges. */
const TOLERATED = 0.02

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
    ...(await coveredFrames(call, screen, client, device)),
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

/** Plays packages between other pages with every core busy, and looks at each captured frame. */
async function coveredFrames(call, screen, client, device) {
  const story = await storyboard(call, 'packages', await packagePages(call))
  await call('POST', `/devices/${device}`, { storyboardId: story })
  await screen.waitForTimeout(4 * SHORT_SECONDS * 1000)
  const busy = os.cpus().map(() => spawn(process.execPath, ['-e', 'for (;;);']))
  const frames = []
  const keep = ({ data, sessionId }) => {
    frames.push(data)
    client.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined)
  }
  client.on('Page.screencastFrame', keep)
  try {
    await client.send('Page.startScreencast', { format: 'jpeg', quality: 80, maxWidth: 160, maxHeight: 90 })
    await screen.waitForTimeout(WATCHED_MS)
    await client.send('Page.stopScreencast')
  } finally {
    for (const child of busy) child.kill('SIGKILL')
    client.off('Page.screencastFrame', keep)
  }
  const looks = await browser.newPage()
  const { uncovered, colours } = await looks.evaluate(lookAt, { frames, tolerated: TOLERATED })
  await looks.close()
  return [
    { what: 'captured frames of packages, every core busy', value: frames.length },
    { what: 'pages that were seen among them', value: colours },
    {
      what: 'of them black or white',
      value: uncovered,
      target: '0',
      met: uncovered === 0 && colours > WATCHED_MS / 1000 / SHORT_SECONDS / 2,
    },
  ]
}

/** Runs in a page: how many pictures are partly black or white, and how often the color in the middle changed. */
async function lookAt({ frames, tolerated }) {
  let uncovered = 0
  let colours = 0
  let before = ''
  for (const frame of frames) {
    const image = await createImageBitmap(await (await fetch(`data:image/jpeg;base64,${frame}`)).blob())
    const { width, height } = image
    const context = new OffscreenCanvas(width, height).getContext('2d')
    context.drawImage(image, 0, 0)
    const { data } = context.getImageData(0, 0, width, height)
    let dark = 0
    let light = 0
    for (let at = 0; at < data.length; at += 4) {
      const sum = data[at] + data[at + 1] + data[at + 2]
      if (sum < 60) dark++
      if (sum > 720) light++
    }
    if (Math.max(dark, light) > tolerated * width * height) uncovered++
    const middle = (Math.floor(height / 2) * width + Math.floor(width / 2)) * 4
    const shown = [...data.subarray(middle, middle + 3)].map((value) => Math.round(value / 64)).join()
    if (shown !== before) colours++
    before = shown
  }
  return { uncovered, colours }
}

/** Packages that take a while to paint, between a picture and a video: each slides and fades over each kind. */
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
  const media = [
    await packageWith('orange', '#c08020'),
    await packageWith('violet', '#8020c0'),
    await upload(server, call, 'cyan.jpg', await picture(browser, '#2090a0')),
    await packageWith('olive', '#607010'),
    await upload(server, call, 'film.mp4', film),
  ]
  const items = []
  for (const [index, mediaId] of media.entries())
    items.push({
      layoutId: await page(call, `package ${index}`, [
        wholePage('media-looper', { media: [{ mediaId, duration: 0 }] }),
      ]),
      duration: SHORT_SECONDS,
      transition: index % 2 ? 'fade' : 'slide',
    })
  return items
}
