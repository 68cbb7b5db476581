import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { type Tv, test } from '#test/browser/screen.ts'
import { contentOf, devicePart, groupPart, scheduleOf, type TestFile, zonePage } from '#test/content.ts'

const RED = '4,0,0'
const BLUE = '0,0,4'

const fileOf = ({ server }: Tv, name: string, mimetype: string): TestFile => {
  const bytes = readFileSync(new URL(`../browser/media/${name}`, import.meta.url))
  return { sha256: server.addFile(bytes, mimetype), size: bytes.length, mimetype }
}

/** The colors of the next seconds, each once in a row, and the longest time in milliseconds that one stayed. */
async function watch({ colour }: Tv, seconds: number) {
  const seen: string[] = []
  let longest = 0
  let since = Date.now()
  for (const began = Date.now(); Date.now() - began < seconds * 1000; ) {
    const now = await colour()
    if (seen.at(-1) !== now) since = Date.now()
    longest = Math.max(longest, Date.now() - since)
    if (seen.at(-1) !== now) seen.push(now)
  }
  return { seen, longest }
}

test('PLAY-12 animations that play once begin with their first picture at every turn', async ({ tv }) => {
  test.setTimeout(120_000)
  // Red, lime, and blue, 0.6 s each.
  const media = {
    gif: fileOf(tv, 'once.gif', 'image/gif'),
    webp: fileOf(tv, 'once.webp', 'image/webp'),
    png: fileOf(tv, 'once.png', 'image/png'),
    white: await tv.image('white'),
  }
  const page = zonePage('p', ['gif', 'white', 'webp', 'white', 'png', 'white'], { interval: 2 })
  const content = contentOf([{ id: 's', items: [{ page, seconds: 3600 }] }], media)
  await tv.connect(tv.secure, groupPart(content, scheduleOf('s')), devicePart())
  // Each has had its first turn after that.
  let first = 0
  let before = ''
  const firstPictures = async () => {
    const now = await tv.colour()
    if (now === RED && before !== RED) first++
    before = now
    return first
  }
  await expect.poll(firstPictures, { timeout: 90_000, intervals: [20] }).toBeGreaterThan(5)
})

test('PLAY-12 a video whose sound is longer than its picture starts over with its picture', async ({
  tv,
}) => {
  // Three seconds of red, lime, and blue; nine of sound.
  const media = { m: { ...fileOf(tv, 'long-sound.webm', 'video/webm'), duration: 3 } }
  const content = contentOf([{ id: 's', items: [{ page: zonePage('p', ['m']), seconds: 3600 }] }], media)
  await tv.connect(tv.secure, groupPart(content, scheduleOf('s')), devicePart())
  await expect.poll(tv.colour).toBe(BLUE)
  const { seen, longest } = await watch(tv, 12)
  // Its last picture would stay for the six seconds of sound that are left, or one turn would take all of the time.
  expect(longest).toBeLessThan(5000)
  expect(seen.filter((color) => color === BLUE).length).toBeGreaterThan(1)
})
