import { expect } from '@playwright/test'
import type { Transition } from '@vitrine/contract/api/content/storyboards'
import { contentOf, devicePart, groupPart, scheduleOf, zonePage } from '#test/content.ts'
import { bareParts, FRAME, watchFrames } from './frame-watch.ts'
import { test } from './screen.ts'

/** The number of pictures, one per second; `TRANSITIONS=200` for the long run. */
const TRANSITIONS = Number(process.env.TRANSITIONS ?? 40)

test('PLAY-04 PLAY-15 no frame between two pictures, videos or pages is black or white, whatever the transition', async ({
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

  const seen = await watchFrames(page)
  await page.waitForTimeout(TRANSITIONS * 1000 + 500)

  let changes = 0
  let before = ''
  let index = 0
  const bad: number[] = []
  for await (const pixels of seen()) {
    const { black, white } = bareParts(pixels)
    if (black || white) bad.push(index)
    index++
    const middle = ((FRAME.height / 2) * FRAME.width + FRAME.width / 2) * 3
    const shown = [...pixels.subarray(middle, middle + 3)].map((value) => Math.round(value / 64)).join()
    if (shown !== before) changes++
    before = shown
  }
  expect(bad).toEqual([])
  // The same color may repeat at a page boundary; everything else must have changed.
  expect(changes).toBeGreaterThan(TRANSITIONS * 0.7)
})
