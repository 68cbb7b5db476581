import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { BLUE, GREEN, ORANGE, picture, type SourceFile, VIDEO_FILE } from '#support/content.ts'
import { coloured, hex } from '#support/packages.ts'
import { type Color, colourAt, differs } from '#support/pixels.ts'
import type { Caller } from '#support/server.ts'
import { expect, test } from '#support/test.ts'

test.use({ shared: true })

const VIOLET: Color = [120, 40, 170]

/** The right half is opaque, the left one transparent. */
const HALF_SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="1920" height="1080"><rect x="960" width="960" height="1080" fill="rgb(${BLUE})"/></svg>`
const half = (name: string, mimeType: string, buffer: Buffer): SourceFile => ({ name, mimeType, buffer })

/** What covers an orange photograph, and what is to be seen left and right. */
const KINDS: Record<
  string,
  { file: (context: { violet: SourceFile }) => Promise<SourceFile>; seen: [Color, Color] }
> = {
  jpg: { file: async ({ violet }) => violet, seen: [VIOLET, VIOLET] },
  'png with alpha': {
    file: async () => half('half.png', 'image/png', await sharp(Buffer.from(HALF_SVG)).png().toBuffer()),
    seen: [ORANGE, BLUE],
  },
  'webp with alpha': {
    file: async () => half('half.webp', 'image/webp', await sharp(Buffer.from(HALF_SVG)).webp().toBuffer()),
    seen: [ORANGE, BLUE],
  },
  svg: { file: async () => half('half.svg', 'image/svg+xml', Buffer.from(HALF_SVG)), seen: [ORANGE, BLUE] },
  video: {
    file: async () => ({ name: 'meadow.mp4', mimeType: 'video/mp4', buffer: await readFile(VIDEO_FILE) }),
    seen: [GREEN, GREEN],
  },
  package: { file: async () => coloured(hex(BLUE)), seen: [BLUE, BLUE] },
}

/** A page with a photograph, and this media item above it. */
async function pageOver(caller: Caller, name: string, [photo, above]: readonly string[]) {
  const size = { width: 1920, height: 1080 }
  const zone = (id: string, zIndex: number) => ({
    ...{ id, type: 'media-looper', name: id, zIndex, ...size },
    transform: 'translate(0px, 0px)',
  })
  const shown = (id: string, mediaId: string | undefined) => ({
    name: `${id}-media`,
    value: [{ mediaId, duration: 5 }],
  })
  const inputs = [shown('photo', photo), shown('above', above)]
  const body = { name, ...size, widgets: [zone('above', 2), zone('photo', 1)], config: { inputs } }
  const { layout } = await caller.api.layouts.create({ body: { ...body, type: 'designed' } })
  const { card } = await caller.api.cards.create({ body })
  const item = { cardId: card.id, duration: 5 }
  const { storyboard } = await caller.api.storyboards.create({
    body: { name: 'Story', type: 'standard', mode: 'AUTO', items: [item] },
  })
  await caller.api.storyboards.setStatus({ params: { id: storyboard.id, status: 'approved' } })
  return { layoutId: layout.id, cardId: card.id, storyboardId: storyboard.id }
}

/** The colors in the middle of a picture's left and right half; none while the picture is drawn again. */
async function colorsOf(picture: Locator): Promise<Color[]> {
  const taken = await picture.screenshot({ timeout: 5000 }).catch(() => undefined)
  if (!taken) return []
  const { data, info } = await sharp(taken).raw().toBuffer({ resolveWithObject: true })
  const at = (x: number): Color => {
    const start = (Math.floor(info.height / 2) * info.width + Math.floor(info.width * x)) * info.channels
    return [data[start] ?? 0, data[start + 1] ?? 0, data[start + 2] ?? 0]
  }
  return [at(0.25), at(0.75)]
}

for (const [kind, { file, seen }] of Object.entries(KINDS))
  test(`a page with a ${kind} looks everywhere as on a screen`, async ({
    server,
    console,
    page,
    browser,
    openScreen,
  }) => {
    test.setTimeout(240_000)
    const { credentials } = await server.organization('Corner bakery')
    const login = await server.as().api.auth.login({ body: credentials })
    const admin = server.as(login.token)
    const files = [
      await picture(browser, 'photo.jpg', ORANGE),
      await file({ violet: await picture(browser, 'violet.jpg', VIOLET) }),
    ]
    // The console makes the thumbnails of files that are uploaded in it.
    await console.openAs(credentials, '#/app/media-library')
    await console.button('Upload').click()
    await page.locator('input[type=file]').setInputFiles(files)
    await console.button(/^Upload \d+ files/).click()
    const listed = async () => (await admin.api.media.list({ query: { pageSize: 100 } })).media.media
    await expect.poll(async () => (await listed()).length, { timeout: 60_000 }).toBe(files.length)
    const media = await listed()
    const ids = files.map(({ name }) => media.find((item) => item.name === name)?.id ?? '')
    const { layoutId, cardId, storyboardId } = await pageOver(admin, 'Page', ids)
    await console.open(`#/app/cards/edit/${cardId}`)

    const drawn = page.locator('[data-page]:visible')
    const shows = async (where: string, place: Locator) =>
      test.step(where, async () => {
        const pictureOf = place.first()
        await expect(pictureOf).toBeVisible()
        await expect
          .poll(
            async () => (await colorsOf(pictureOf)).map((color, side) => differs(color, seen[side] as Color)),
            { message: where, timeout: 30_000 },
          )
          .toEqual([false, false])
      })
    await shows('the form', drawn)
    const saved = page.locator('img[src*="/thumbnail/download/"]:visible')
    await console.button('Save').first().click()
    await console.isAt('/app/cards')
    await shows('the list of cards', saved.or(drawn))
    const places: Record<string, [address: string, place: Locator]> = {
      'the list of layouts': ['#/app/layouts', drawn],
      'the list of storyboards': ['#/app/storyboard', drawn],
      'the timeline': [
        `#/app/storyboard/standard/edit/${storyboardId}`,
        page.locator('ol [data-page]:visible'),
      ],
      'the picker': ['#/app/storyboard/designed/create', page.locator('ul [data-page]:visible')],
      'the dashboard': ['#/app/dashboard', drawn],
    }
    for (const [where, [address, place]] of Object.entries(places)) {
      await console.open(address)
      await shows(where, place)
    }
    await console.open(`#/app/layouts/design/${layoutId}`)
    await page
      .getByRole('button', { name: /history/i })
      .first()
      .click()
    await shows('the history', page.getByRole('dialog').locator('[data-page]'))

    await console.open(`#/app/cards/preview/${cardId}`)
    const halves = async (window: Page) => {
      const colors = [await colourAt(window, 0.3, 0.5), await colourAt(window, 0.7, 0.5)]
      return colors.map((color, side) => differs(color, seen[side] as Color))
    }
    await expect.poll(() => halves(page), { message: 'the preview' }).toEqual([false, false])

    const screen = await openScreen()
    const deviceId = await screen.connect(admin, 'Window')
    await admin.api.devices.switchStory({ params: { id: deviceId }, body: { storyboardId } })
    await expect
      .poll(() => halves(screen.page), { message: 'the screen', timeout: 60_000 })
      .toEqual([false, false])

    await admin.api.devices.remove({ params: { id: deviceId } })
    await admin.api.storyboards.remove({ params: { id: storyboardId } })
    await admin.api.cards.remove({ params: { id: cardId } })
    await console.open('#/app/trash?kind=card')
    const row = console.row('Trash', 'Page')
    await expect(row).toBeVisible()
    // Browsers can't take a picture of another origin's frame: such a page has none rather than one without it.
    if (kind === 'package') await expect(row.locator('img')).toHaveCount(0)
    else await shows('the trash', row.locator('img'))
  })
