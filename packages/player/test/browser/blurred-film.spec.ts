import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import type { Backdrop } from '@vitrine/contract/document/backdrop'
import sharp from 'sharp'
import { contentOf, devicePart, groupPart, scheduleOf } from '#test/content.ts'
import { bareParts, watchFrames } from './frame-watch.ts'
import { test } from './screen.ts'

const fileOf = (name: string) => readFileSync(new URL(`./media/${name}.webm`, import.meta.url))
/** Four colors, one in each quarter, so that a wrong place or size is seen anywhere. */
const film = fileOf('quarters')

const BLUR = 40
const LOOKS: readonly Backdrop[] = [
  {},
  { blur: 100 },
  { blur: 6 },
  { fit: 'contain' },
  { fit: 'stretch' },
  { focus: 'left top' },
  { focus: 'right bottom' },
]
/** Squarer than the film, so that each fit places it elsewhere. */
const PAGE = { width: 1600, height: 1200 }

const pageWith = (id: string, version: number, look: Backdrop) => {
  const backdrop = { media: [{ mediaId: 'm' }], blur: BLUR, ...look }
  return { id, name: id, version, ...PAGE, widgets: [], config: { inputs: [], backdrop } }
}
const shownWith = (look: Backdrop, version: number, file: { sha256: string; size: number }) => {
  const page = pageWith('p', version, look)
  const content = contentOf([{ id: 's', items: [{ page, seconds: 2 }] }], {
    m: { ...file, mimetype: 'video/webm', duration: 2 },
  })
  return groupPart(content, scheduleOf('s'))
}

const copyIn = (page: Page) => page.locator('.page[data-state=front] [data-widget=backdrop] canvas')
const isCopyShown = (page: Page) =>
  copyIn(page).evaluateAll((found) => found.length === 1 && found[0]?.parentElement?.style.filter === 'none')

const pixels = async (page: Page) =>
  sharp(await page.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer()

/** The film as the browser's filter blurs it. */
async function filtered(page: Page, blur: number): Promise<Buffer> {
  await copyIn(page).evaluate((copy, filter) => {
    copy.style.display = 'none'
    copy.parentElement?.style.setProperty('filter', filter)
    ;(copy.previousElementSibling as HTMLElement).style.visibility = 'visible'
  }, `blur(${blur}px)`)
  await page.waitForTimeout(300)
  return pixels(page)
}

test('the small copy of a blurred film looks as the browser’s filter does', async ({ tv }) => {
  const { page, server, secure } = tv
  const file = { sha256: server.addFile(film, 'video/webm'), size: film.length }
  await tv.connect(secure, shownWith({}, 1, file), devicePart())
  for (const [index, look] of LOOKS.entries()) {
    if (index > 0) server.publish('group', shownWith(look, index + 1, file))
    await expect.poll(() => isCopyShown(page), { message: JSON.stringify(look) }).toBe(true)
    await page.waitForTimeout(300)
    const copied = await pixels(page)
    const right = await filtered(page, look.blur ?? BLUR)
    const differences = copied.map((value, at) => Math.abs(value - (right[at] ?? 0)))
    const mean = differences.reduce((sum, value) => sum + value, 0) / differences.length
    // Of 255. A place that is wrong by a tenth of the page gives more than 10.
    expect(mean, JSON.stringify(look)).toBeLessThan(3)
  }
})

test('when the copy fails, the browser’s filter blurs the film again', async ({ tv }) => {
  const { page, server, secure } = tv
  const file = { sha256: server.addFile(film, 'video/webm'), size: film.length }
  await page.addInitScript(() => {
    const { Worker } = window
    window.Worker = class extends Worker {
      constructor(...given: ConstructorParameters<typeof Worker>) {
        super(...given)
        Object.assign(window, { last: this })
      }
    }
  })
  await tv.connect(secure, shownWith({}, 1, file), devicePart())
  await expect.poll(() => isCopyShown(page)).toBe(true)
  await page.evaluate(() => (window as unknown as { last: Worker }).last.dispatchEvent(new Event('error')))
  const box = page.locator('.page[data-state=front] [data-widget=backdrop] > div')
  await expect(copyIn(page)).toHaveCount(0)
  await expect(box).toHaveCSS('filter', `blur(${BLUR}px)`)
  await expect(box.locator('video').first()).toHaveCSS('visibility', 'visible')
})

test('no frame between pages with blurred films is black or white, and each film is a copy when its page comes', async ({
  tv,
}) => {
  const { page, secure } = tv
  const media = { red: tv.video('red'), green: tv.video('green'), blue: tv.video('blue') }
  const items = (Object.keys(media) as (keyof typeof media)[]).map((mediaId, index) => ({
    page: pageWith(mediaId, 1, { media: [{ mediaId }] }),
    seconds: 3,
    transition: (['cut', 'fade', 'slide'] as const)[index] ?? 'cut',
  }))
  // Of the window's shape: no margins.
  for (const { page } of items) Object.assign(page, { width: 1600, height: 900 })
  await tv.connect(
    secure,
    groupPart(contentOf([{ id: 's', items }], media), scheduleOf('s', { activeFrom: Date.now() })),
    devicePart(),
  )
  await page.waitForTimeout(6000)
  const seen = await watchFrames(page)
  const filtered = await page.evaluate(async () => {
    const found = new Set<string>()
    const began = performance.now()
    while (performance.now() - began < 9500) {
      for (const box of document.querySelectorAll<HTMLElement>(
        '.page[data-state=front] [data-widget=backdrop] > div',
      ))
        if (box.style.filter !== 'none') found.add(box.style.filter)
      await new Promise(requestAnimationFrame)
    }
    return [...found]
  })
  let frames = 0
  const bad: number[] = []
  for await (const pixels of seen()) {
    const { black, white } = bareParts(pixels)
    if (black || white) bad.push(frames)
    frames++
  }
  expect(bad).toEqual([])
  expect(frames).toBeGreaterThan(30)
  expect(filtered).toEqual([])
})

test('a blurred picture shows, without a copy', async ({ tv }) => {
  const page = pageWith('p', 1, { media: [{ mediaId: 'm' }] })
  const content = contentOf([{ id: 's', items: [{ page, seconds: 60 }] }], { m: await tv.image('yellow') })
  await tv.connect(tv.secure, groupPart(content, scheduleOf('s')), devicePart())
  await expect(tv.page.locator('.page[data-state=front] [data-widget=backdrop] img').first()).toBeVisible()
  await tv.page.waitForTimeout(1000)
  expect(await tv.colour()).toBe('4,4,0')
  await expect(copyIn(tv.page)).toHaveCount(0)
})

const mediaOf = (server: { addFile: (file: Buffer, type: string) => string }, name: string) => {
  const file = fileOf(name)
  const sha256 = server.addFile(file, 'video/webm')
  return { m: { sha256, size: file.length, mimetype: 'video/webm', duration: 4 } }
}
const alone = (page: ReturnType<typeof pageWith>, media: ReturnType<typeof mediaOf>) =>
  groupPart(contentOf([{ id: 's', items: [{ page, seconds: 60 }] }], media), scheduleOf('s'))

test('the page’s background shows through a blurred film that is transparent', async ({ tv }) => {
  const page = pageWith('p', 1, {})
  const yellow = { ...page, config: { ...page.config, background: '#ffff00' } }
  await tv.connect(tv.secure, alone(yellow, mediaOf(tv.server, 'see-through')), devicePart())
  await expect.poll(() => isCopyShown(tv.page)).toBe(true)
  await tv.page.waitForTimeout(300)
  expect(await tv.colour()).toBe('4,4,0')
})

test('a copy moves with its film, and is hidden with what it is in', async ({ tv }) => {
  await tv.connect(tv.secure, alone(pageWith('p', 1, {}), mediaOf(tv.server, 'changing')), devicePart())
  await expect.poll(() => isCopyShown(tv.page)).toBe(true)
  // Four colors, each for one second. When the film starts again there is a copy anyway, of the first or the last.
  const seen = new Set<string>()
  await expect.poll(async () => seen.add(await tv.colour()).size).toBe(4)
  await tv.page.locator('.page[data-state=front]').evaluate((front) => {
    front.style.visibility = 'hidden'
  })
  await expect(copyIn(tv.page)).toHaveCSS('visibility', 'hidden')
})
