import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { BLUE, fullPage, ORANGE, picture, storyboard, upload } from '#support/content.ts'
import { savePageAsVideo } from '#support/page-video.ts'
import { expect, test } from '#support/test.ts'

test.use({ shared: true })

test('a page is saved as a picture in its size, and all pages print one per sheet', async ({
  server,
  console,
  browser,
  page,
}) => {
  const admin = await server.organization('Print hotel')
  const [orange = '', blue = ''] = await upload(admin, [
    await picture(browser, 'orange.jpg', ORANGE),
    await picture(browser, 'blue.jpg', BLUE),
  ])
  const pages = [await fullPage(admin, 'Rooms', [orange]), await fullPage(admin, 'Dining', [blue])]
  const id = await storyboard(admin, 'Lobby', pages)
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-asked', '')
  })
  await console.openAs(admin.credentials, `#/app/storyboard/designed/edit/${id}`)
  await console.button('Page flow').click()
  const preview = page.getByRole('dialog', { name: /^Preview/ })

  const saved = page.waitForEvent('download')
  await preview.getByRole('button', { name: 'Save or print' }).click()
  await page.getByRole('menuitem', { name: 'Save as a picture (PNG)' }).click()
  const file = await saved
  expect(file.suggestedFilename()).toBe('Rooms.png')
  const png = await readFile(await file.path())
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1920, 1080])
  const middle = await page.evaluate(async (data) => {
    const bitmap = await createImageBitmap(
      new Blob([Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))]),
    )
    const canvas = new OffscreenCanvas(1, 1).getContext('2d')
    canvas?.drawImage(bitmap, 960, 540, 1, 1, 0, 0, 1, 1)
    return [...(canvas?.getImageData(0, 0, 1, 1).data ?? [])].slice(0, 3)
  }, png.toString('base64'))
  for (const [index, value] of middle.entries())
    expect(Math.abs(value - (ORANGE[index] ?? 0))).toBeLessThan(16)

  await preview.getByRole('button', { name: 'Save or print' }).click()
  await page.getByRole('menuitem', { name: 'Print 2 pages, or save them as PDF' }).click()
  await expect(page.locator('body[data-asked]')).toBeAttached({ timeout: 15_000 })
  const pdf = (await page.pdf({ preferCSSPageSize: true, printBackground: true })).toString('latin1')
  const boxes = [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, w, h]) => [
    Math.round(Number(w)),
    Math.round(Number(h)),
  ])
  // 1920 × 1080 pixels of CSS, in points.
  expect(boxes).toEqual([
    [1440, 810],
    [1440, 810],
  ])
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await expect(page.locator('[data-printed]')).toHaveCount(0)
})

test('a page is saved as a video of its size and length', async ({ server, console, browser }) => {
  test.setTimeout(180_000)
  const admin = await server.organization('Film hotel')
  const [orange = ''] = await upload(admin, [await picture(browser, 'orange.jpg', ORANGE)])
  const id = await storyboard(admin, 'Lobby', [await fullPage(admin, 'Rooms', [orange])])
  await console.openAs(admin.credentials)
  const file = await savePageAsVideo(console, id, 2)
  expect(file.suggestedFilename()).toBe('Rooms.mp4')
  const video = await file.path()
  const facts = execFileSync('ffprobe', [
    ...['-v', 'error', '-select_streams', 'v:0', '-count_frames', '-of', 'json'],
    ...['-show_entries', 'stream=codec_name,width,height,nb_read_frames:format=duration', video],
  ])
  const { streams, format } = JSON.parse(String(facts))
  expect(streams[0]).toMatchObject({ codec_name: 'h264', width: 1920, height: 1080, nb_read_frames: '50' })
  expect(Number(format.duration)).toBeCloseTo(2, 1)
  const frame = execFileSync('ffmpeg', [
    ...['-v', 'error', '-ss', '1', '-i', video, '-frames:v', '1', '-vf', 'crop=2:2:960:540'],
    ...['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-'],
  ])
  for (const [index, value] of [...frame.subarray(0, 3)].entries())
    expect(Math.abs(value - (ORANGE[index] ?? 0))).toBeLessThan(16)
})
