import { expect } from '@playwright/test'
import type { Transition } from '@vitrine/contract/api/storyboards'
import sharp from 'sharp'
import { contentOf, devicePart, groupPart, scheduleOf, zonePage } from '#test/content.ts'
import { test } from './screen.ts'

/** One picture follows another every second; `TRANSITIONS=200` for the long run. */
const TRANSITIONS = Number(process.env.TRANSITIONS ?? 40)
/** Of the picture; the compression of captured frames blurs edges. */
const TOLERATED = 0.02

test('PLAY-04 PLAY-15 no frame between two pictures, videos or pages is black or white, however pages come', async ({
  tv,
}) => {
  test.setTimeout(TRANSITIONS * 1500 + 60_000)
  const { page } = tv
  const media = {
    yellow: await tv.image('yellow'),
    magenta: await tv.image('magenta'),
    cyan: await tv.image('cyan'),
    red: tv.video('red'),
    green: tv.video('green'),
    blue: tv.video('blue'),
  }
  const pageOf = (id: string, transition: Transition, ...ids: (keyof typeof media)[]) => ({
    page: zonePage(id, ids, { interval: 1 }),
    seconds: ids.length,
    transition,
  })
  const items = [
    pageOf('a', 'cut', 'yellow', 'red', 'magenta', 'green'),
    pageOf('b', 'fade', 'blue'),
    pageOf('c', 'slide', 'cyan'),
    pageOf('d', 'fade', 'red', 'magenta'),
    pageOf('e', 'slide', 'green'),
  ]
  await tv.connect(
    tv.secure,
    groupPart(contentOf([{ id: 's', items }], media), scheduleOf('s', { activeFrom: Date.now() })),
    devicePart(),
  )
  await page.waitForTimeout(2000)

  const frames: string[] = []
  const devtools = await page.context().newCDPSession(page)
  devtools.on('Page.screencastFrame', ({ data, sessionId }) => {
    frames.push(data)
    void devtools.send('Page.screencastFrameAck', { sessionId })
  })
  await devtools.send('Page.startScreencast', { format: 'jpeg', quality: 80, maxWidth: 160, maxHeight: 90 })
  await page.waitForTimeout(TRANSITIONS * 1000 + 500)
  await devtools.send('Page.stopScreencast')

  let changes = 0
  let before = ''
  const bad: number[] = []
  for (const [index, frame] of frames.entries()) {
    const pixels = await sharp(Buffer.from(frame, 'base64')).removeAlpha().raw().toBuffer()
    let dark = 0
    let light = 0
    for (let at = 0; at < pixels.length; at += 3) {
      const sum = (pixels[at] ?? 0) + (pixels[at + 1] ?? 0) + (pixels[at + 2] ?? 0)
      if (sum < 60) dark++
      if (sum > 720) light++
    }
    if (Math.max(dark, light) > (TOLERATED * pixels.length) / 3) bad.push(index)
    const middle = (45 * 160 + 80) * 3
    const shown = [...pixels.subarray(middle, middle + 3)].map((value) => Math.round(value / 64)).join()
    if (shown !== before) changes++
    before = shown
  }
  expect(bad).toEqual([])
  // The same color may come twice in a row where a page ends; everything else must have been seen to change.
  expect(changes).toBeGreaterThan(TRANSITIONS * 0.7)
})
