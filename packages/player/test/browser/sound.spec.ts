import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import type { DevicePart } from '@vitrine/contract/api/screens/manifest'
import { contentOf, devicePart, groupPart, scheduleOf, zonePage } from '#test/content.ts'
import { test } from './screen.ts'

const bytes = readFileSync(new URL('./media/tone.webm', import.meta.url))
const configured = (volume: number): DevicePart => ({
  ...devicePart(),
  configuration: { orientation: 0, volume, hours: null },
})

test('plays with sound where the browser lets it, as loud as configured, and says which', async ({ tv }) => {
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
