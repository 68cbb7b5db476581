import sharp from 'sharp'
import { fullPage, storyboard } from '#support/content.ts'
import { type Color, differs } from '#support/pixels.ts'
import { expect, test } from '#support/test.ts'
import { cornersOf, uploadKinds } from '#support/upload-kinds.ts'

const SCREEN = { width: 960, height: 540 }

const bitmap = (bytes: Buffer) => sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })

/** Where a picture of this shape is on the screen. */
function boxOf(shape: number) {
  const width = Math.min(SCREEN.width, SCREEN.height * shape)
  const height = width / shape
  return { left: (SCREEN.width - width) / 2, top: (SCREEN.height - height) / 2, width, height }
}

const wrong = (seen: readonly Color[], right: readonly Color[]) =>
  seen.some((color, index) => differs(color, right[index] ?? [0, 0, 0]))

/** The same hue, at least: not another corner's color. */
const resembles = (seen: readonly Color[], right: readonly Color[]) =>
  seen.every((color, index) => color.every((part, at) => Math.abs(part - (right[index]?.[at] ?? 0)) < 75))

test('PLAY-12 what an author sees in a file is what its thumbnail and the screen show, for every kind of upload', async ({
  server,
  console,
  page,
  openScreen,
}) => {
  test.setTimeout(300_000)
  const kinds = await uploadKinds()
  const { credentials } = await server.organization('Chart')
  const admin = await server
    .as()
    .api.auth.login({ body: credentials })
    .then(({ token }) => server.as(token))
  await console.openAs(credentials, '#/app/media-library')
  await console.button('Upload').click()
  await page.locator('input[type=file]').setInputFiles(kinds.map(({ file }) => file))
  await console.button(/^Upload \d+ files/).click()
  const listed = async () => (await admin.api.media.list({ query: { pageSize: 100 } })).media.media
  await expect.poll(async () => (await listed()).length, { timeout: 90_000 }).toBe(kinds.length)
  const media = await listed()
  const screen = await openScreen()
  const id = await screen.connect(admin, 'Lobby')

  const problems: string[] = []
  for (const { file, shape, colors, isConverted } of kinds) {
    const item = media.find(({ name }) => name === file.name)
    const url = `${server.consoleUrl}/api/thumbnail/download/${item?.thumbnailId}?token=${admin.token}`
    const small = await bitmap(Buffer.from(await (await fetch(url)).arrayBuffer()))
    const ratio = small.info.width / small.info.height
    if (Math.abs(ratio / shape - 1) > 0.02) problems.push(`${file.name}: the thumbnail's shape is ${ratio}`)
    const thumbnail = cornersOf(small.data, small.info)
    if (isConverted ? !resembles(thumbnail, colors) : wrong(thumbnail, colors))
      problems.push(`${file.name}: thumbnail ${thumbnail.join(' | ')}, not ${colors.join(' | ')}`)

    const storyboardId = await storyboard(
      admin,
      file.name,
      [await fullPage(admin, file.name, [item?.id ?? ''])],
      600,
    )
    await admin.api.devices.switchStory({ params: { id }, body: { storyboardId } })
    const right = isConverted ? thumbnail : colors
    let seen: Color[] = []
    const shows = async () => {
      const { data, info } = await bitmap(await screen.page.screenshot())
      seen = cornersOf(data, info, boxOf(shape))
      return !wrong(seen, right)
    }
    // The one before may look the same.
    await expect
      .poll(async () => (await admin.api.devices.get({ params: { id } })).device.playing?.storyboardId, {
        timeout: 15_000,
      })
      .toBe(storyboardId)
    await expect
      .poll(shows, { timeout: 6000 })
      .toBe(true)
      .catch((error) =>
        problems.push(`${file.name}: screen ${seen.join(' | ')}, not ${right.join(' | ')} ${error}`),
      )
  }
  expect(problems).toEqual([])
})
