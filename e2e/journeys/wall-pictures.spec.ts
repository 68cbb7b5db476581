import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { fullPage, GREEN, photograph, storyboard, upload } from '#support/content.ts'
import { type Color, differs } from '#support/pixels.ts'
import { expect, test } from '#support/test.ts'

test.use({ shared: true })

const BLACK: Color = [0, 0, 0]
const CELLS = 7
/** A tile of another color in every seventh of the picture. */
const TILES = Array.from({ length: CELLS ** 2 }, (_, n) => {
  const [x, y] = [n % CELLS, Math.floor(n / CELLS)]
  return `<i style="background: rgb(${40 + x * 30} ${40 + y * 30} ${(x + y) % 2 ? 200 : 60})"></i>`
})
const PICTURE = `<body style="margin: 0; height: 100vh; display: grid; grid: repeat(${CELLS}, 1fr) / repeat(${CELLS}, 1fr)">${TILES.join('')}`

/** Inside the tiles of both panels, the bar at the bottom, and what is empty above the page. */
const POINTS = [0.03, 0.2, 0.42, 0.6, 0.81, 0.96].flatMap((x) =>
  [0.03, 0.25, 0.45, 0.7, 0.94].map((y) => [x, y] as const),
)

/** Of the points of a part of a window. */
async function colorsIn(
  page: Page,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
) {
  const clip = { x: Math.ceil(x), y: Math.ceil(y), width: Math.floor(width), height: Math.floor(height) }
  const { data, info } = await sharp(await page.screenshot({ clip }))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return POINTS.map(([across, down]): Color => {
    const at = (Math.floor(info.height * down) * info.width + Math.floor(info.width * across)) * 3
    return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0]
  })
}

test('the picture that is expected of a panel is what the panel shows: its part, behind its bezels, with layers', async ({
  server,
  console,
  browser,
  openScreen,
}) => {
  test.setTimeout(150_000)
  const admin = await server.organization('Corner bakery')
  const { organizationId } = (await admin.api.auth.profile()).profile
  const seats = { number: 'WALL', devicesCount: 4, organizationId }
  await (await server.signIn()).api.licences.create({ body: seats })
  const [tiles = ''] = await upload(admin, [await photograph(browser, 'tiles.jpg', PICTURE)])
  const main = await storyboard(admin, 'Main', [await fullPage(admin, 'Tiles', [tiles])])
  const { layout } = await admin.api.layouts.create({
    body: {
      ...{ name: 'Bar', type: 'designed', width: 1920, height: 120, widgets: [] },
      config: { inputs: [], background: `rgb(${GREEN.join(', ')})` },
    } as never,
  })
  const bar = await storyboard(admin, 'Bar', [layout.id])
  const layers = [{ name: 'Bar', place: { kind: 'bottom' as const }, storyboardId: bar, slots: [] }]

  // Two of four panels play; the other wall, of the same kind, waits for its players.
  const ids: string[] = []
  const walls = async (name: string, screens: readonly [string, string]) => {
    const schedule = { timezone: 'Etc/GMT', defaultStoryboardId: main, slots: [], layers }
    const { deviceGroup } = await admin.api.deviceGroups.create({ body: { name, schedule } as never })
    for (const id of screens)
      await admin.api.devices.update({
        params: { id },
        body: { name: `${name} ${id}`, deviceGroupId: deviceGroup.id },
      })
    const [first, last] = screens
    const wall = {
      ...{ columns: 2, rows: 2, panelWidth: 1600, panelHeight: 900, gapX: 300, gapY: 200 },
      screens: [first, null, null, last],
    }
    await admin.api.deviceGroups.update({ params: { id: deviceGroup.id }, body: { name, wall } })
  }
  const players = [await openScreen(), await openScreen()] as const
  await walls('Played', [await players[0].connect(admin, 'A'), await players[1].connect(admin, 'D')])
  const sheet = { content: btoa('Name\nFirst\nLast') }
  await admin.api.devices.import({ body: sheet as never })
  const { devices } = await admin.api.devices.list({ query: { search: 'st' } })
  for (const name of ['First', 'Last']) ids.push(devices.find((each) => each.name === name)?.id ?? '')
  await walls('Waiting', [ids[0] ?? '', ids[1] ?? ''])

  await console.openAs(admin.credentials)
  const { page } = console
  for (const [index, player] of players.entries()) {
    await expect(player.page.locator('[data-layer=Bar]')).toBeVisible({ timeout: 30_000 })
    await console.open(`#/app/devices/${ids[index]}`)
    const picture = page.getByRole('img', { name: /^Expected on/ })
    await expect(picture).toBeVisible()
    const glass = { x: 0, y: 0, ...(player.page.viewportSize() ?? { width: 0, height: 0 }) }
    await expect(async () => {
      const box = await picture.boundingBox()
      if (!box) throw new Error('The picture is gone')
      const [shown, expected] = [await colorsIn(player.page, glass), await colorsIn(page, box)]
      const others = POINTS.flatMap((point, n) => {
        const [is = BLACK, should = BLACK] = [shown[n], expected[n]]
        return differs(is, should) ? [`${point}: ${is} is expected as ${should}`] : []
      })
      expect(others).toEqual([])
      // Not one color, and a bar on the panel below only.
      expect(new Set(shown.map(String)).size).toBeGreaterThan(10)
      expect(shown.some((color) => !differs(color, GREEN))).toBe(index === 1)
    }).toPass({ timeout: 40_000 })
  }
})
