import { CHROMIUM } from '#support/chromium.ts'
import { BLUE, fullPage, ORANGE, picture, storyboard, upload } from '#support/content.ts'
import { httpsFront, selfSigned } from '#support/https-front.ts'
import { INSECURE_HOST } from '#support/insecure-host.ts'
import { freePort } from '#support/ports.ts'
import { Server } from '#support/server.ts'
import { expect, test } from '#support/test.ts'
import { packageOf } from '#support/zip.ts'

const RIGHT = selfSigned(INSECURE_HOST)
const WRONG = selfSigned(INSECURE_HOST)

test.use({
  launchOptions: {
    ...CHROMIUM,
    args: [...CHROMIUM.args, `--ignore-certificate-errors-spki-list=${RIGHT.spki}`],
  },
})

const at = (scheme: 'http' | 'https', port: number) => `${scheme}://${INSECURE_HOST}:${port}`

/** A server on plain HTTP, with proxies for HTTPS in front of it: two good ones, and one with a wrong certificate. */
async function serverBehindProxies() {
  const [playerPort, contentPort] = [await freePort(), await freePort()]
  const old = at('http', playerPort)
  const [player, second, content] = await Promise.all([RIGHT, RIGHT, RIGHT].map((each) => httpsFront(each)))
  const wrong = await httpsFront(WRONG)
  if (!player || !second || !content) throw new Error('No proxies')
  const server = await Server.start({
    PLAYER_PORT: String(playerPort),
    CONTENT_PORT: String(contentPort),
    PLAYER_URL: at('https', player.port),
    CONTENT_URL: at('https', content.port),
    FORMER_PLAYER_URLS: old,
  })
  for (const each of [player, second, wrong]) each.relayTo(playerPort)
  content.relayTo(contentPort)
  const admin = await server.organization('Corner bakery')
  return {
    server,
    admin,
    old,
    secure: at('https', player.port),
    second: at('https', second.port),
    wrong: at('https', wrong.port),
    move: async (ids: string[], address: string) => {
      const { results } = await admin.api.devices.moveAddress({ body: { ids, address } })
      return ids.map((each) => results.find(({ id }) => id === each))
    },
    addressOf: async (id: string) =>
      (await admin.api.devices.get({ params: { id } })).device.screen?.address ?? '',
    close: async () => {
      await server.close()
      for (const each of [player, second, content, wrong]) await each.close()
    },
  }
}

test('screens move from HTTP to HTTPS behind a proxy, one of them first, and back', async ({
  browser,
  openScreen,
}) => {
  test.setTimeout(240_000)
  const fleet = await serverBehindProxies()
  const { admin, old, secure } = fleet
  const [media = ''] = await upload(admin, [await picture(browser, 'orange.jpg', ORANGE)])
  const storyboardId = await storyboard(admin, 'Story', [await fullPage(admin, 'Page', [media])])
  const { deviceGroup } = await admin.api.deviceGroups.create({ body: { name: 'Shop', storyboardId } })
  const first = await openScreen(old)
  const one = await first.connect(admin, 'One', deviceGroup.id)
  await first.shows(ORANGE)
  expect(await first.page.evaluate(() => isSecureContext)).toBe(false)

  // A rehearsal: a proxy with a wrong certificate, and then the right one.
  expect(await fleet.move([one], fleet.wrong)).toMatchObject([
    { state: 'failed', text: expect.stringContaining("can't be reached") },
  ])
  await first.shows(ORANGE)
  expect(first.page.url()).toBe(`${old}/`)
  expect(await fleet.move([one], secure)).toMatchObject([{ state: 'done' }])
  await expect.poll(() => first.page.url()).toBe(`${secure}/`)
  await first.shows(ORANGE)
  expect(await first.page.evaluate(() => isSecureContext)).toBe(true)
  await expect.poll(() => fleet.addressOf(one), { timeout: 20_000 }).toBe(secure)

  // The way back, which also holds after a restart.
  expect(await fleet.move([one], at('http', 9))).toMatchObject([
    { state: 'failed', text: expect.stringContaining('only goes back') },
  ])
  expect(await fleet.move([one], old)).toMatchObject([{ state: 'done' }])
  await expect.poll(() => first.page.url()).toBe(`${old}/`)
  await first.shows(ORANGE)
  await first.page.goto(old)
  await first.shows(ORANGE)
  await first.page.waitForTimeout(4000)
  expect(first.page.url()).toBe(`${old}/`)
  await expect.poll(() => fleet.addressOf(one), { timeout: 20_000 }).toBe(old)

  // A second screen is off while the fleet moves. It stays where it is, and is moved later.
  await first.page.close()
  const back = await first.again()
  await back.shows(ORANGE)
  await back.page.close()
  await expect
    .poll(async () => (await fleet.move([one], secure))[0]?.state, { timeout: 30_000, intervals: [3000] })
    .toBe('offline')
  const later = await first.again()
  await later.shows(ORANGE)
  expect(later.page.url()).toBe(`${old}/`)
  await expect
    .poll(async () => (await fleet.move([one], secure))[0]?.state, { timeout: 30_000, intervals: [3000] })
    .toBe('done')
  await expect.poll(() => later.page.url()).toBe(`${secure}/`)
  await later.shows(ORANGE)

  // Moved twice: to another port, from which only the way that it came leads back.
  await expect.poll(() => fleet.addressOf(one), { timeout: 20_000 }).toBe(secure)
  for (const [address, state] of [
    [fleet.second, 'done'],
    [old, 'failed'],
    [secure, 'done'],
    [old, 'failed'],
  ] as const) {
    expect(await fleet.move([one], address)).toMatchObject([{ state }])
    if (state === 'failed') continue
    await expect.poll(() => later.page.url()).toBe(`${address}/`)
    await later.shows(ORANGE)
    await expect.poll(() => fleet.addressOf(one), { timeout: 20_000 }).toBe(address)
  }
  await fleet.close()
})

test('web packages play at the old address too while a fleet moves', async ({ openScreen }) => {
  test.setTimeout(120_000)
  const fleet = await serverBehindProxies()
  const { admin } = fleet
  const ground = `<!doctype html><body style="margin:0;height:100vh;background:rgb(${BLUE})">`
  const [media = ''] = await upload(admin, [packageOf('Blue.zip', { 'index.html': ground })])
  const storyboardId = await storyboard(admin, 'Story', [await fullPage(admin, 'Page', [media])])
  const { deviceGroup } = await admin.api.deviceGroups.create({ body: { name: 'Shop', storyboardId } })
  const screen = await openScreen(fleet.old)
  const id = await screen.connect(admin, 'One', deviceGroup.id)
  await screen.shows(BLUE, { within: 20_000 })
  await fleet.move([id], fleet.secure)
  await expect.poll(() => screen.page.url()).toBe(`${fleet.secure}/`)
  await screen.shows(BLUE, { within: 20_000 })
  await fleet.close()
})
