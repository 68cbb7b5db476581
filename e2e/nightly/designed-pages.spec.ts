import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { photograph, storyboard, upload } from '#support/content.ts'
import { directory, Hand, lobbyBoard, PAGES, poster } from '#support/designed-pages.ts'
import { eveningLights } from '#support/evening-lights.ts'
import type { PlayerWindow } from '#support/player-window.ts'
import type { Caller } from '#support/server.ts'
import { expect, test } from '#support/test.ts'

test.use({ shared: true, viewport: { width: 1600, height: 1000 } })

/** The most clicks of each page; `Hand` says what counts. */
const CLICKS = { board: 45, poster: 25, directory: 60 }
const FILM = path.resolve(import.meta.dirname, '../../packages/demo/pictures/River film.mp4')
const LANDSCAPE = { width: 1920, height: 1080 }
const PORTRAIT = { width: 1080, height: 1920 }

/** Ids of pages by name, as a new storyboard needs them. */
async function idsOf({ api }: Caller, names: readonly string[]) {
  const { layoutList } = await api.layouts.list({ query: {} })
  return names.map((name) => layoutList.find((layout) => layout.name === name)?.id ?? '')
}

/** A screen of a size that plays a storyboard. */
async function playing(admin: Caller, screen: PlayerWindow, size: typeof LANDSCAPE, storyboardId: string) {
  await screen.page.setViewportSize(size)
  const deviceId = await screen.connect(admin, 'Lobby')
  await admin.api.devices.switchStory({ params: { id: deviceId }, body: { storyboardId } })
}

/** A picture for the documents, once everything has appeared. */
async function photo(screen: PlayerWindow, name: string) {
  await screen.page.waitForTimeout(2500)
  await screen.page.screenshot({ path: test.info().outputPath(`${name}.png`) })
}

async function expectClicks(hand: Hand, most: number) {
  const clicks = await hand.clicks()
  await writeFile(test.info().outputPath('clicks.txt'), String(clicks))
  expect(clicks).toBeLessThanOrEqual(most)
}

test('a lobby board is made from nothing, in few clicks', async ({
  server,
  console,
  browser,
  openScreen,
}) => {
  const admin = await server.organization('Palm Court Hotel')
  await upload(admin, [await photograph(browser, 'Evening lights.jpg', eveningLights())])
  await console.openAs(admin.credentials, '#/app/layouts')
  const hand = await Hand.of(console)
  await lobbyBoard(hand, 'Evening lights.jpg')
  await expectClicks(hand, CLICKS.board)

  const screen = await openScreen()
  const story = await storyboard(admin, 'Lobby', await idsOf(admin, ['Lobby board']), 60)
  await playing(admin, screen, LANDSCAPE, story)
  const front = screen.page.locator('.page[data-state=front]')
  await expect(front.getByText('Sunset drinks')).toBeVisible()
  await expect(front.getByText('Palm Court Hotel')).toHaveCSS('font-family', /Playfair Display/)
  await photo(screen, 'designed-board')
})

test('a portrait poster with a film is made from nothing, in few clicks', async ({
  server,
  console,
  openScreen,
}) => {
  const admin = await server.organization('Palm Court Hotel')
  const file = { name: 'River film.mp4', mimeType: 'video/mp4', buffer: await readFile(FILM) }
  await upload(admin, [file])
  await console.openAs(admin.credentials, '#/app/layouts')
  const hand = await Hand.of(console)
  await poster(hand, file.name)
  await expectClicks(hand, CLICKS.poster)

  const screen = await openScreen()
  const story = await storyboard(admin, 'Dinner', await idsOf(admin, ['Dinner poster']), 60)
  await playing(admin, screen, PORTRAIT, story)
  const front = screen.page.locator('.page[data-state=front]')
  await expect(front.getByText('Dinner by')).toBeVisible()
  const film = front.locator('video')
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0)
  await photo(screen, 'designed-poster')
})

test('a touch directory is made from nothing, in few clicks, and leads to each page', async ({
  server,
  console,
  openScreen,
}) => {
  const admin = await server.organization('Palm Court Hotel')
  await console.openAs(admin.credentials, '#/app/layouts')
  const hand = await Hand.of(console)
  await directory(hand)
  await expectClicks(hand, CLICKS.directory)

  const items = (await idsOf(admin, PAGES)).map((layoutId) => ({ layoutId, duration: 60 }))
  const body = { name: 'Directory', type: 'designed', mode: 'DEFAULT', items } as const
  const { id } = (await admin.api.storyboards.create({ body })).storyboard
  await admin.api.storyboards.setStatus({ params: { id, status: 'approved' } })
  const screen = await openScreen()
  await playing(admin, screen, PORTRAIT, id)
  const front = screen.page.locator('.page[data-state=front]')
  const shows = { Dine: 'Garden Room', Relax: 'Spa and hammam', Meet: 'Grand salon' }
  for (const [from, to] of [
    ['Dine', 'Relax'],
    ['Relax', 'Meet'],
    ['Meet', 'Dine'],
  ] as const) {
    await expect(front.getByText(shows[from])).toBeVisible()
    await photo(screen, `designed-directory-${from.toLowerCase()}`)
    await front.getByRole('button', { name: to }).click()
    await expect(front.getByText(shows[to])).toBeVisible()
  }
})
