import { expect, type Page } from '@playwright/test'
import { test } from '#test/browser/screen.ts'
import { colorPage, contentOf, devicePart, groupPart, scheduleOf, zonePage } from '#test/content.ts'

const WINDOWS = 5
/** Windows of one browser draw one after another, so this tolerance is generous. */
const FRAMES_APART_MS = 60
const CLOCK_ERROR_MS = 5
/** A busy machine is late at some switches; a wrong clock is off at all of them. */
const SWITCHES = 6
const LEAD_MS = 5000

test('five windows switch at the same instant, and report their clock error', async ({ tv }) => {
  test.setTimeout(180_000)
  const { page, server, secure } = tv
  const colours = { red: 'rgb(255, 0, 0)', blue: 'rgb(0, 0, 255)' }
  type Color = keyof typeof colours
  const story = (id: Color) => ({ id, items: [{ page: colorPage(id, colours[id]), seconds: 3600 }] })
  const content = contentOf([story('red'), story('blue')])
  await tv.connect(secure, groupPart(content, scheduleOf('red')), devicePart())
  const windows: Page[] = [page]
  while (windows.length < WINDOWS) {
    const another = await page.context().newPage()
    await another.goto(secure)
    await another.locator('.page[data-state=front]').waitFor()
    windows.push(another)
  }

  /** How late each window showed the other color, and its clock error. */
  const switchTo = async (next: Color, present: Color) => {
    const turned = Promise.all(windows.map((window) => window.evaluate(untilColour, colours[next])))
    server.heartbeats.length = 0
    const activateAt = Date.now() + LEAD_MS
    const schedule = scheduleOf(next, { activeFrom: activateAt })
    server.publish('group', groupPart(content, scheduleOf(present), { activateAt, programme: schedule }))
    const late = (await turned).map((at) => at - activateAt)
    const told = () => [
      ...new Map(
        server.heartbeats
          .filter(({ playing }) => playing?.storyboardId === next)
          .map((heartbeat) => [heartbeat.bootId, heartbeat]),
      ).values(),
    ]
    await expect.poll(() => told().length, { timeout: 20_000 }).toBe(WINDOWS)
    expect(told().map(({ playing }) => playing?.since)).toEqual(windows.map(() => activateAt))
    const errors = told().map(({ clockError }) => clockError ?? Number.POSITIVE_INFINITY)
    test.info().annotations.push({
      type: 'in step',
      description: `clocks ± ${errors.map((error) => error.toFixed(1)).join(', ')} ms; switched ${late.map(Math.round).join(', ')} ms after`,
    })
    // All target the same instant; a window may be early by its clock error.
    expect(Math.min(...late)).toBeGreaterThanOrEqual(-Math.max(...errors))
    return { late, error: Math.min(...errors) }
  }

  const best = { late: windows.map(() => Number.POSITIVE_INFINITY), error: Number.POSITIVE_INFINITY }
  for (let count = 0; count < SWITCHES; count++) {
    const { late, error } = await (count % 2 ? switchTo('red', 'blue') : switchTo('blue', 'red'))
    best.late = best.late.map((least, index) => Math.min(least, late[index] ?? least))
    best.error = Math.min(best.error, error)
    if (best.error <= CLOCK_ERROR_MS && Math.max(...best.late) < FRAMES_APART_MS) break
  }
  expect(best.error).toBeLessThanOrEqual(CLOCK_ERROR_MS)
  expect(Math.max(...best.late)).toBeLessThan(FRAMES_APART_MS)
})

test('a looping video follows the clock, in sync with other screens', async ({ tv }) => {
  const { page, secure } = tv
  const since = Date.now()
  const video = tv.video('blue')
  const content = contentOf([{ id: 's', items: [{ page: zonePage('p', ['v']), seconds: 60 }] }], {
    v: video,
  })
  await tv.connect(secure, groupPart(content, scheduleOf('s', { activeFrom: since })), devicePart())
  const behind = () =>
    page.evaluate(
      ([began, length]) => {
        const shown = document.querySelector<HTMLVideoElement>('.page[data-state=front] video')
        const place = ((performance.timeOrigin + performance.now() - began) / 1000) % length
        const way = place - (shown?.currentTime ?? Number.NaN)
        return way - Math.round(way / length) * length
      },
      [since, video.duration ?? 0] as const,
    )
  await expect.poll(behind).toBeLessThan(1)
  // Simulates the drift of a slow start, or of an hour of looping.
  await page.evaluate(() => {
    const shown = document.querySelector<HTMLVideoElement>('.page[data-state=front] video')
    if (shown) shown.currentTime = (shown.currentTime + 2.6) % 3
  })
  expect(await behind()).toBeGreaterThan(0.2)
  await expect.poll(behind, { timeout: 40_000, intervals: [1000] }).toBeLessThan(0.06)
})

/** Runs in the page. */
function untilColour(colour: string): Promise<number> {
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      const seen = document.querySelector<HTMLElement>('.page[data-state=front] [data-page]')
      if (seen?.style.backgroundColor !== colour) return
      observer.disconnect()
      resolve(performance.timeOrigin + performance.now())
    })
    observer.observe(document.body, { subtree: true, childList: true, attributes: true })
  })
}
