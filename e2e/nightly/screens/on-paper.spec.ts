import sharp from 'sharp'
import type { Caller, Server } from '#support/server.ts'
import { expect, test } from '#support/test.ts'

test.use({ shared: true })

const SCREEN = {
  width: 1920,
  height: 1080,
  userAgent: 'Test',
  playerVersion: '1',
  storage: 'memory',
  touch: false,
} as const

interface Printed {
  width: number
  height: number
  /** Red, green, and blue as one number. */
  colorAt: (x: number, y: number) => number
  /** The most common color that isn't white. */
  commonest: () => number
}

/** The first page of a PDF, drawn by the server. */
async function drawn(server: Server, { api, call, token }: Caller, pdf: Buffer): Promise<Printed> {
  const form = new FormData()
  form.append('media', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), 'paper.pdf')
  const { conversion } = (await call('POST', '/media/decks', form)) as { conversion: { id: string } }
  const params = { id: conversion.id }
  const state = async () => (await api.conversions.get({ params })).conversion
  await expect.poll(async () => (await state()).state).toBe('done')
  const { folderId } = await state()
  const { folder } = await api.media.folder({ params: { id: folderId ?? '' }, query: {} })
  const [first] = folder.media.toSorted((one, other) => one.name.localeCompare(other.name))
  const answer = await fetch(`${server.consoleUrl}/api/media/download/${first?.id}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const picture = sharp(Buffer.from(await answer.arrayBuffer())).resize(1200)
  const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const colorAt = (x: number, y: number) => data.readUIntBE((y * info.width + x) * 3, 3)
  const commonest = () => {
    const counts = new Map<number, number>()
    for (let at = 0; at < data.length; at += 3) {
      const color = data.readUIntBE(at, 3)
      if (color !== 0xffffff) counts.set(color, (counts.get(color) ?? 0) + 1)
    }
    const [[color] = [0]] = [...counts].sort(([, one], [, other]) => other - one)
    return color
  }
  return { width: info.width, height: info.height, colorAt, commonest }
}

test('paper shows the whole map of buildings', async ({ server, console, page }) => {
  const admin = await server.organization('Corner bakery')
  const { api, credentials } = admin
  // Land around it fills the map, with a border.
  const shop = { name: 'Shop', location: 'Abu Simbel', coordinates: '22.3, 30' }
  await api.buildings.create({ body: { ...shop, floors: [{ name: 'Ground' }] } })
  await console.openAs(credentials, '#/app/floors')
  const map = page.getByRole('region', { name: 'Map' }).locator('svg')
  // Rendered with the borders, it has the coastlines.
  await expect(map.locator('path').last()).toHaveAttribute('d', /^M/)
  const { width, height } = (await map.boundingBox()) ?? { width: 0, height: 1 }
  const paper = await drawn(server, admin, await page.pdf())
  const land = paper.commonest()
  const [xs, ys] = [new Set<number>(), new Set<number>()]
  for (let y = 0; y < paper.height; y++)
    for (let x = 0; x < paper.width; x++)
      if (paper.colorAt(x, y) === land) {
        xs.add(x)
        ys.add(y)
      }
  const [across, down] = [xs.size, ys.size]
  expect(across).toBeGreaterThan(paper.width / 2)
  expect(Math.abs(across / down / (width / height) - 1)).toBeLessThan(0.1)
})

test('paper shows screens on their dark background', async ({ server, console, page }) => {
  const admin = await server.organization('Corner bakery')
  const { code } = await server.as().api.player.startPairing({ body: { screen: SCREEN } })
  await admin.api.devices.claim({ body: { code, name: 'Window' } })
  await console.openAs(admin.credentials, '#/app/devices?view=wall')
  await expect(page.getByRole('link', { name: /Window/ })).toBeVisible()
  const paper = await drawn(server, admin, await page.pdf())
  let dark = 0
  for (let y = 0; y < paper.height; y += 2)
    for (let x = 0; x < paper.width; x += 2) if (paper.colorAt(x, y) === 0x0b0d10) dark++
  expect(dark).toBeGreaterThan(1000)
})

test('paper names the screens and storyboards of proof of play', async ({ server, console, page }) => {
  const admin = await server.organization('Corner bakery')
  const { code, secret } = await server.as().api.player.startPairing({ body: { screen: SCREEN } })
  await admin.api.devices.claim({ body: { code, name: 'Window' } })
  const { claimed } = await server.as().api.player.awaitPairing({ body: { secret } })
  const to = Date.now()
  const item = { storyboardId: 's', pageId: 'p', mediaId: null, name: 'Menu' }
  const play = { id: 'play-on-paper', kind: 'page', ...item, from: to - 60_000, to } as const
  await server.as(claimed?.token).api.player.plays({ body: { plays: [play] } })
  await console.openAs(admin.credentials, '#/app/plays')
  const name = page.getByRole('button', { name: 'Window', exact: true })
  await expect(name).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(name).toBeVisible()
})
