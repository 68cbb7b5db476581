import { expect } from '@playwright/test'
import sharp from 'sharp'
import { type Tv, test } from '#test/browser/screen.ts'
import { contentOf, devicePart, groupPart, scheduleOf, zonePage } from '#test/content.ts'

const CUE = { start: 0.8, end: 2.2 }
const fileOf = (text: string) => `WEBVTT\n\n00:00:00.800 --> 00:00:02.200\n${text}\n`

/** The screen with a red video of three seconds, and captions in the middle. */
async function play(tv: Tv, { text = 'Hello', language = 'en', isOn = true, fit = 'contain' } = {}) {
  const media = { m: tv.video('red') }
  const page = zonePage('p', ['m'], { fit })
  if (!isOn) page.config.inputs.push({ name: 'z-captions', value: false })
  const content = contentOf([{ id: 's', items: [{ page, seconds: 3600 }] }], media)
  const bytes = Buffer.from(fileOf(text))
  const sha256 = tv.server.addFile(bytes, 'text/vtt')
  content.files[sha256] = { size: bytes.length, mimetype: 'text/vtt' }
  Object.assign(content.media.m ?? {}, { captions: { sha256, language } })
  await tv.connect(tv.secure, groupPart(content, scheduleOf('s')), devicePart())
}

interface Seen {
  /** Pixels of letters and of the box under them; their box as shares of the screen. */
  white: number
  left: number
  right: number
  top: number
  bottom: number
}

/**
 * Pictures that were surely taken inside or outside the cue's time, until there are some of both, and of the inside in
 * two loops.
 */
async function appearance({ page }: Tv) {
  const now = () => page.evaluate(() => document.querySelector('video')?.currentTime ?? -1)
  const inside: Seen[] = []
  const outside: Seen[] = []
  const insideOf = new Set<number>()
  let turn = 0
  let before = 0
  while (insideOf.size < 2 || outside.length < 4) {
    const from = await now()
    const picture = await page.screenshot()
    const until = await now()
    if (from < before) turn++
    before = from
    if (from < 0 || until < from) continue
    if (from > CUE.start + 0.15 && until < CUE.end - 0.05) {
      inside.push(await whiteIn(picture))
      insideOf.add(turn)
    } else if (until < CUE.start - 0.05 || from > CUE.end + 0.15) outside.push(await whiteIn(picture))
  }
  return { inside, outside }
}

async function whiteIn(picture: Buffer): Promise<Seen> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const seen = { white: 0, left: 1, right: 0, top: 1, bottom: 0 }
  for (let y = 0; y < info.height; y++)
    for (let x = 0; x < info.width; x++) {
      const at = (y * info.width + x) * 3
      if (Math.min(...data.subarray(at, at + 3)) < 200) continue
      seen.white++
      seen.left = Math.min(seen.left, x / info.width)
      seen.right = Math.max(seen.right, x / info.width)
      seen.top = Math.min(seen.top, y / info.height)
      seen.bottom = Math.max(seen.bottom, y / info.height)
    }
  return seen
}

test('captions show at their time over the lower part of the picture, in every loop, also offline', async ({
  tv,
}) => {
  test.setTimeout(120_000)
  await play(tv)
  tv.server.state.fault = (request) => {
    if (!request.url?.startsWith('/api/')) return false
    request.socket.destroy()
    return true
  }
  await tv.page.reload()
  await tv.page.locator('.page[data-state=front] video').waitFor()
  const { inside, outside } = await appearance(tv)
  for (const { white } of outside) expect(white).toBe(0)
  for (const seen of inside) {
    expect(seen.white).toBeGreaterThan(100)
    expect(seen.top).toBeGreaterThan(0.75)
    expect(seen.bottom).toBeLessThan(0.98)
    expect(Math.abs((seen.left + seen.right) / 2 - 0.5)).toBeLessThan(0.02)
  }
})

test('captions stay off where the zone turns them off', async ({ tv }) => {
  await play(tv, { isOn: false })
  const time = () => tv.page.evaluate(() => document.querySelector('video')?.currentTime ?? 0)
  await expect.poll(time, { intervals: [50] }).toBeGreaterThan(CUE.start)
  await expect(tv.page.locator('[data-captions]')).toHaveCount(0)
})

test('captions of a language from the right are drawn from the right', async ({ tv }) => {
  await play(tv, { text: 'مرحبا, 2026', language: 'ar' })
  const box = tv.page.locator('[data-captions]')
  await expect(box).toHaveText('مرحبا, 2026', { timeout: 30_000 })
  expect(await box.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl')
  await expect(box).toHaveAttribute('lang', 'ar')
})
