import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import type { DevicePart } from '@vitrine/contract/api/playback/manifest'
import { test } from '#test/browser/screen.ts'
import { colorPage, contentOf, devicePart, groupPart, scheduleOf, zonePage } from '#test/content.ts'

const bytes = readFileSync(new URL('../browser/media/tone.webm', import.meta.url))
const configured = (volume: number): DevicePart => ({
  ...devicePart(),
  configuration: { orientation: 0, volume, hours: null },
})

test('plays with sound if the browser allows it, at the configured volume, and reports which', async ({
  tv,
}) => {
  const { page, server, secure } = tv
  const tone = {
    sha256: server.addFile(bytes, 'video/webm'),
    size: bytes.length,
    mimetype: 'video/webm',
    duration: 3,
  }
  const heard = zonePage('p', ['m'])
  heard.config.inputs.push({ name: 'z-muteVideo', value: false })
  const group = groupPart(
    contentOf([{ id: 's', items: [{ page: heard, seconds: 60 }] }], { m: tone }),
    scheduleOf('s'),
  )
  await tv.connect(secure, group, configured(40))
  const video = () =>
    page.evaluate(() => {
      const { muted, volume, paused } = document.querySelector('video') ?? {}
      return { muted, volume, paused }
    })
  const told = () => server.heartbeats.at(-1)?.screen.sound
  await expect.poll(video, { timeout: 15_000 }).toEqual({ muted: false, volume: 0.4, paused: false })
  await expect.poll(told, { timeout: 15_000 }).toBe('on')
  server.publish('device', configured(0))
  await expect.poll(video, { timeout: 15_000 }).toMatchObject({ muted: true, paused: false })
  server.publish('device', configured(70))
  await expect.poll(video, { timeout: 15_000 }).toEqual({ muted: false, volume: 0.7, paused: false })

  // Common browsers block sound until the page is touched; the browser of the tests doesn't.
  await page.addInitScript(() => {
    const { play } = HTMLMediaElement.prototype
    HTMLMediaElement.prototype.play = function () {
      return this.muted ? play.call(this) : Promise.reject(new DOMException('no touch', 'NotAllowedError'))
    }
  })
  await page.reload()
  await expect.poll(video, { timeout: 15_000 }).toMatchObject({ muted: true, paused: false })
  await expect.poll(told, { timeout: 15_000 }).toBe('refused')
})

/** A quiet tone as 16-bit mono WAV. */
function wav(seconds: number): Buffer {
  const rate = 8000
  const head = Buffer.alloc(44)
  const samples = Buffer.alloc(rate * seconds * 2)
  for (let n = 0; n < rate * seconds; n++)
    samples.writeInt16LE(Math.round(3000 * Math.sin((n * 440 * 2 * Math.PI) / rate)), n * 2)
  head.write('RIFF')
  head.writeUInt32LE(36 + samples.length, 4)
  head.write('WAVEfmt ', 8)
  for (const [at, value] of [
    [16, 16],
    [24, rate],
    [28, rate * 2],
    [40, samples.length],
  ] as const)
    head.writeUInt32LE(value, at)
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 2],
    [34, 16],
  ] as const)
    head.writeUInt16LE(value, at)
  head.write('data', 36)
  return Buffer.concat([head, samples])
}

test("a storyboard's audio continues while pages change, ducks below a video with sound, and plays without the server", async ({
  tv,
}) => {
  const { page, server, secure } = tv
  // The player's audio elements are not in the document.
  await page.addInitScript(() => {
    const { play } = HTMLMediaElement.prototype
    const heard: HTMLMediaElement[] = []
    Object.assign(window, { heard })
    HTMLMediaElement.prototype.play = function () {
      if (this instanceof HTMLAudioElement && !heard.includes(this)) heard.push(this)
      return play.call(this)
    }
  })
  const music = wav(7)
  const files = {
    m: {
      sha256: server.addFile(bytes, 'video/webm'),
      size: bytes.length,
      mimetype: 'video/webm',
      duration: 3,
    },
    a: { sha256: server.addFile(music, 'audio/wav'), size: music.length, mimetype: 'audio/wav', duration: 7 },
  }
  const loud = zonePage('loud', ['m'])
  loud.config.inputs.push({ name: 'z-muteVideo', value: false })
  const items = [
    { page: colorPage('quiet', '#004000'), seconds: 4 },
    { page: loud, seconds: 4 },
  ]
  const group = groupPart(contentOf([{ id: 's', items, audioId: 'a' }], files), scheduleOf('s'))
  await tv.connect(secure, group, configured(50))
  const state = () =>
    page.evaluate(() => {
      const { heard } = window as never as { heard: HTMLMediaElement[] }
      const [audio] = heard
      return {
        elements: heard.length,
        volume: Math.round((audio?.volume ?? 0) * 100),
        paused: audio?.paused,
        looping: audio?.loop,
        at: audio?.currentTime ?? 0,
        front: document.querySelector('.page[data-state=front] video') ? 'loud' : 'quiet',
      }
    })
  const volumeOn = async (front: string) => {
    const { volume, front: now } = await state()
    return now === front ? volume : -1
  }
  await expect.poll(() => volumeOn('quiet'), { timeout: 20_000 }).toBe(50)
  await expect.poll(() => volumeOn('loud'), { timeout: 20_000 }).toBe(10)
  await expect.poll(() => volumeOn('quiet'), { timeout: 20_000 }).toBe(50)
  const { at, ...rest } = await state()
  expect(rest).toMatchObject({ elements: 1, paused: false, looping: true })
  // In sync with the clock, as on every screen that plays it.
  const off = await page.evaluate((seconds) => (Date.now() / 1000 - seconds) % 7, at)
  expect(Math.min(off, 7 - off)).toBeLessThan(0.6)
  expect(server.heartbeats.at(-1)?.screen.sound).toBe('on')

  await server.close()
  await page.reload()
  await expect.poll(async () => (await state()).volume, { timeout: 20_000 }).toBeGreaterThan(0)
})

test('reports that the browser blocks background audio until someone touches the screen', async ({ tv }) => {
  const { page, server, secure } = tv
  await page.addInitScript(() => {
    const { play } = HTMLMediaElement.prototype
    let touched = false
    window.addEventListener('pointerdown', () => (touched = true), true)
    HTMLMediaElement.prototype.play = function () {
      return this.muted || touched
        ? play.call(this)
        : Promise.reject(new DOMException('no touch', 'NotAllowedError'))
    }
  })
  const music = wav(7)
  const a = {
    sha256: server.addFile(music, 'audio/wav'),
    size: music.length,
    mimetype: 'audio/wav',
    duration: 7,
  }
  const items = [{ page: colorPage('quiet', '#004000'), seconds: 60 }]
  const group = groupPart(contentOf([{ id: 's', items, audioId: 'a' }], { a }), scheduleOf('s'))
  await tv.connect(secure, group, configured(50))
  const told = () => server.heartbeats.at(-1)?.screen.sound
  await expect.poll(told, { timeout: 15_000 }).toBe('refused')
  await page.mouse.click(100, 100)
  await expect.poll(told, { timeout: 15_000 }).toBe('on')
})
