import type { Page } from '@playwright/test'
import { entry, type KioskAccess, KioskPage } from '#support/kiosk-page.ts'
import { freePort } from '#support/ports.ts'
import type { Server } from '#support/server.ts'
import { expect, test } from '#support/test.ts'

test.use({ shared: true })

/** A kiosk user and the key; `origins` are the pages allowed to link to it. */
async function kioskOf(server: Server, origins: string[]): Promise<KioskAccess> {
  const admin = await server.organization('Corner bakery')
  const { profile } = await admin.api.auth.profile()
  const { organizationId } = profile
  const { user } = await admin.api.users.create({
    body: {
      firstName: 'Counter',
      lastName: 'tablet',
      email: `kiosk-${organizationId}@example.com`,
      role: '2',
      permissions: ['cards'],
      password: 'Sunny-days-4',
    },
  })
  const { kiosk } = await admin.api.kiosk.update({ params: { id: organizationId }, body: { origins } })
  return { consoleUrl: server.consoleUrl, organizationId, userId: user.id, key: kiosk.key ?? '' }
}

const refused = async (page: Page) => {
  await expect(page.getByRole('heading', { level: 1, name: 'Login Failed' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Messages' }).getByText('Login Failed')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
}

test('N-025 G-024 G-025: a link on an allowed page opens the cards, and nothing else', async ({
  server,
  console,
  page,
}) => {
  const port = await freePort()
  const access = await kioskOf(server, [`http://localhost:${port}`])
  const intranet = await KioskPage.start(port, access)
  try {
    await page.goto(`${intranet.origin}/`)
    await page.getByRole('link', { name: 'Open the cards' }).click()
    await console.isAt('/app/cards')
    await console.title('Cards')
    await expect(console.menu).toHaveCount(0)
    expect(new URL(page.url()).hash).not.toContain('code')

    // The kiosk requests nothing it has no permission for.
    const refusals: string[] = []
    page.on('response', (response) => {
      if (response.status() === 403) refusals.push(response.url())
    })
    await console.open('#/app/cards/create')
    await page.locator('[data-template="menu-1920x1080"]').click()
    await expect(console.field('Card name')).toHaveValue('Menu')
    await console.button('Save').click()
    await console.isAt('/app/cards')
    expect(refusals).toEqual([])

    const statuses = await page.evaluate(async () => {
      const headers = { authorization: `Bearer ${localStorage.getItem('token')}` }
      const paths = ['cards', 'devices', 'user', 'storyboards', 'licences', 'device-groups', 'organizations']
      return Promise.all(
        paths.map(async (path) => [path, (await fetch(`/api/${path}`, { headers })).status] as const),
      )
    })
    expect(Object.fromEntries(statuses)).toEqual({
      cards: 200,
      devices: 403,
      user: 403,
      storyboards: 403,
      licences: 403,
      'device-groups': 403,
      organizations: 403,
    })
    await console.open('#/app')
    await console.isAt('/app/cards')

    await console.button('Done').click()
    await console.isAt('/auth/login')
  } finally {
    intranet.close()
  }
})

test('a frame on an allowed page shows the cards and keeps its session to itself; no other page gets one', async ({
  server,
  page,
}) => {
  const [port, otherPort] = [await freePort(), await freePort()]
  const access = await kioskOf(server, [`http://localhost:${port}`])
  const intranet = await KioskPage.start(port, access)
  const stranger = await KioskPage.start(otherPort, access)
  try {
    await page.goto(`${intranet.origin}/`)
    const frame = page.frameLocator('iframe[title="Cards"]')
    await expect(frame.getByRole('heading', { level: 1, name: 'Cards' })).toBeVisible()
    await page.goto(server.consoleUrl)
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()

    const framed = page.waitForEvent('requestfailed', (request) => request.url().includes('?kiosk='))
    await page.goto(`${stranger.origin}/`)
    expect((await framed).failure()?.errorText).toContain('BLOCKED_BY_RESPONSE')
  } finally {
    intranet.close()
    stranger.close()
  }
})

test('however a kiosk ends, its session ends and its page is one touch away', async ({
  server,
  console,
  page,
}) => {
  const port = await freePort()
  const access = await kioskOf(server, [`http://localhost:${port}`])
  const intranet = await KioskPage.start(port, access)
  const enter = async () => {
    await page.getByRole('link', { name: 'Open the cards' }).click()
    await console.title('Cards')
    return page.evaluate(() => localStorage.getItem('refreshToken'))
  }
  const renewed = async (refreshToken: string | null) => {
    const answer = await page.request.post(`${server.consoleUrl}/api/auth/refresh-token`, {
      data: { refreshToken },
    })
    return answer.status()
  }
  const back = page.getByRole('link', { name: 'Go back' })
  try {
    await page.goto(`${intranet.origin}/`)
    const done = await enter()
    await console.button('Done').click()
    await console.isAt('/auth/login')
    await back.click()

    // The user walks away: no input.
    await page.clock.install()
    const alone = await enter()
    await page.clock.fastForward(181_000)
    await expect(page.getByRole('dialog', { name: 'Are you still there?' })).toBeVisible()
    await page.clock.fastForward(21_000)
    await page.waitForURL(`${intranet.origin}/`)

    // The session was ended elsewhere.
    const ended = await enter()
    await page.request.post(`${server.consoleUrl}/api/auth/logout`, { data: { refreshToken: ended } })
    await console.open('#/app/cards/create')
    await expect(page.getByText('Open this page from your intranet')).toBeVisible()
    await expect(page.getByText('Session Expired').first()).toBeVisible()
    await back.click()
    await page.waitForURL(`${intranet.origin}/`)
    for (const token of [done, alone]) await expect.poll(() => renewed(token)).toBe(401)
  } finally {
    intranet.close()
  }
})

test('P-006 P-007 X-060: other pages, no referrer, old codes and used ones are refused', async ({
  server,
  console,
  context,
  page,
}) => {
  const [port, otherPort] = [await freePort(), await freePort()]
  const allowed = `http://localhost:${port}`
  const access = await kioskOf(server, [allowed])
  // A stranger has the key and signs for the allowed origin, but links from its own.
  const stranger = await KioskPage.start(otherPort, access, allowed)
  try {
    await page.goto(`${stranger.origin}/`)
    await page.getByRole('link', { name: 'Open the cards' }).click()
    await refused(page)
    await page.getByRole('link', { name: 'Go to login' }).click()
    await console.title('Log in')

    const fresh = async (address: string, referer?: string) => {
      const next = await context.newPage()
      await next.goto(address, { referer })
      return next
    }
    // Its own origin, which is not on the allowlist.
    await refused(await fresh(entry(access, stranger.origin), `${stranger.origin}/`))
    await refused(await fresh(entry(access, allowed)))
    await refused(await fresh(entry(access, allowed, -1), `${allowed}/`))

    const once = entry(access, allowed)
    const first = await fresh(once, `${allowed}/`)
    await expect(first.getByRole('heading', { level: 1, name: 'Cards' })).toBeVisible()
    await first.getByRole('button', { name: 'Done' }).click()
    await expect(first.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible()
    await refused(await fresh(once, `${allowed}/`))
  } finally {
    stranger.close()
  }
})
