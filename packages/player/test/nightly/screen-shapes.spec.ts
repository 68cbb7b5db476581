import { expect, type Page } from '@playwright/test'
import { writeDocument } from '@vitrine/contract/document/layout-document'
import { scaleIn } from '@vitrine/contract/document/page-shape'
import { screenPage } from '@vitrine/contract/document/screen-page'
import { wallPart } from '@vitrine/contract/player/wall-part'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import sharp from 'sharp'
import { test } from '#test/browser/screen.ts'
import { contentOf, devicePart, groupPart, scheduleOf } from '#test/content.ts'

interface Size {
  width: number
  height: number
}

/** Quarters of real shapes: portrait, landscape, square, a wall, and an LED ribbon. */
const SHAPES: readonly Size[] = [
  { width: 480, height: 270 },
  { width: 270, height: 480 },
  { width: 270, height: 270 },
  { width: 945, height: 270 },
  { width: 960, height: 60 },
]
const TURNS = [0, 90, 180, 270] as const

/** One color, of which the blurred copy around it is a darker shade. */
const picture = ({ width, height }: Size) =>
  sharp({ create: { width, height, channels: 3, background: '#f00' } })
    .png()
    .toBuffer()

/** The number of pixels in the medium's color, and of black ones, on the whole screen. */
async function count(page: Page): Promise<{ medium: number; black: number }> {
  const pixels = await sharp(await page.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer()
  let [medium, black] = [0, 0]
  for (let at = 0; at < pixels.length; at += 3) {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(at, at + 3)
    if (red > 240 && green < 16 && blue < 16) medium += 1
    if (Math.max(red, green, blue) < 16) black += 1
  }
  return { medium, black }
}

const configuration = (orientation: (typeof TURNS)[number]) => ({
  configuration: { orientation, volume: 100, hours: null },
})

for (const [index, medium] of SHAPES.entries())
  test(`a medium of ${medium.width}×${medium.height} is as large as it can be on every screen`, async ({
    tv,
  }) => {
    test.setTimeout(240_000)
    const { page, server, secure } = tv
    const bytes = await picture(medium)
    const file = { sha256: server.addFile(bytes, 'image/png'), size: bytes.length, mimetype: 'image/png' }
    const document = screenPage({ id: 'z', name: 'Zone' }, [{ mediaId: 'm', duration: 0 }], WIDGET_FIELDS)
    const shown = { ...writeDocument(document, WIDGET_FIELDS), id: 'p', name: 'p', version: 1 }
    const content = contentOf([{ id: 's', items: [{ page: shown, seconds: 60 }] }], { m: file })
    await tv.connect(secure, groupPart(content, scheduleOf('s')), devicePart())
    for (const screen of SHAPES) {
      await page.setViewportSize(screen)
      for (const orientation of TURNS) {
        server.publish('device', { ...devicePart(), ...configuration(orientation) })
        const turned = orientation % 180 === 0 ? screen : { width: screen.height, height: screen.width }
        const best = medium.width * medium.height * scaleIn(medium, turned) ** 2
        await expect
          .poll(
            async () => {
              const found = await count(page)
              // Pixels at its edges are mixed with those around it.
              const edge = 2 * (screen.width + screen.height)
              return { isWhole: found.medium >= best - edge, black: found.black }
            },
            { timeout: 15_000, message: `${screen.width}×${screen.height} at ${orientation}°` },
          )
          .toEqual({ isWhole: true, black: 0 })
      }
    }
    // A takeover plays it on a screen without a schedule.
    await page.setViewportSize({ width: 270, height: 480 })
    const takeover = {
      ...{ id: 't', title: 'Alarm', text: '', tone: 'danger' as const, storyboardId: 's' },
      ...{ startedAt: 0, endsAt: Date.now() + 3_600_000 },
    }
    server.publish('group', groupPart(contentOf([]), null))
    server.publish('device', { ...devicePart(null, content), takeover })
    const best = medium.width * medium.height * scaleIn(medium, { width: 270, height: 480 }) ** 2
    await expect.poll(async () => (await count(page)).medium >= best - 1500, { timeout: 15_000 }).toBe(true)
    // Two panels side by side: the picture of both together is its screen.
    if (index > 0) return
    server.publish('group', groupPart(content, scheduleOf('s')))
    const wall = { columns: 2, rows: 1, panelWidth: 270, panelHeight: 480, gapX: 0, gapY: 0 }
    server.publish('device', { ...devicePart(), wall: wallPart(wall, 0) })
    const share = scaleIn(medium, { width: 540, height: 480 }) ** 2
    await expect
      .poll(async () => (await count(page)).medium >= (medium.width * medium.height * share) / 2 - 1500)
      .toBe(true)
  })
