import { readFileSync } from 'node:fs'
import { BLUE, fullPage, ORANGE, picture, storyboard, upload } from '#support/content.ts'
import { type Color, differs } from '#support/pixels.ts'
import { expect, test } from '#support/test.ts'
import { findWebKit, openWebKit } from '#support/web-driver.ts'
import { packageOf } from '#support/zip.ts'

/** Debian's WebKit plays it without further codecs; H.264 needs `gstreamer1.0-libav`. */
const WEBM = new URL('../../media/green.webm', import.meta.url)
const GREEN: Color = [0, 128, 0]

test(
  'WebKit pairs, plays images, video, and packages, and starts without the server',
  {
    tag: '@alone',
  },
  async ({ server, browser }, testInfo) => {
    const binary = findWebKit()
    testInfo.skip(
      binary === undefined,
      'WebKitGTK, its driver, or Xvfb is not installed: nothing of this was tried',
    )
    test.setTimeout(180_000)
    const admin = await server.organization('Corner bakery')
    const ground = `<!doctype html><body style="margin:0;height:100vh;background:rgb(${BLUE})">`
    const media = await upload(admin, [
      await picture(browser, 'orange.jpg', ORANGE),
      { name: 'meadow.webm', mimeType: 'video/webm', buffer: readFileSync(WEBM) },
      packageOf('Blue.zip', { 'index.html': ground }),
    ])
    const stories: string[] = []
    for (const [index, each] of media.entries())
      stories.push(
        await storyboard(admin, `Story ${index}`, [await fullPage(admin, `Page ${index}`, [each])], 3600),
      )
    const webkit = await openWebKit(binary ?? '')
    try {
      await webkit.goto(`${server.playerUrl}/`)
      const code = () =>
        webkit.evaluate("document.querySelector('.pairing-code')?.textContent ?? ''") as Promise<string>
      await expect.poll(code, { timeout: 30_000 }).toMatch(/^[A-Z]{6}$/)
      const { device } = await admin.api.devices.claim({ body: { code: await code(), name: 'WebKit' } })
      const shows = (color: Color) =>
        expect
          .poll(async () => differs(await webkit.colour(), color), {
            message: `WebKit shows ${color.join(', ')}`,
            timeout: 40_000,
          })
          .toBe(false)
      for (const [index, color] of [ORANGE, GREEN, BLUE].entries()) {
        const body = { storyboardId: stories[index] ?? '' }
        await admin.api.devices.switchStory({ params: { id: device.id }, body })
        await shows(color)
        if (color === GREEN) {
          const position = () => webkit.evaluate("document.querySelector('video')?.currentTime")
          const before = await position()
          await expect.poll(position).not.toBe(before)
        }
      }
      const params = { id: device.id }
      await expect
        .poll(async () => (await admin.api.devices.get({ params })).device.screen?.storage, {
          timeout: 30_000,
        })
        .toBe('cache')

      await server.cut()
      await webkit.reload()
      await shows(BLUE)
    } finally {
      await webkit.close()
    }
  },
)
