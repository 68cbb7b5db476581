import type { Page } from '@playwright/test'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { ADDRESSES } from '#support/addresses.ts'
import type { Caller } from '#support/server.ts'
import { expect, test } from '#support/test.ts'

/**
 * A payload for every context in which a page might interpret text: an element, an attribute, a script string, or a
 * URL.
 */
const HOSTILE = `"><img src=x onerror="window.ran=1"><script>window.ran=1</script>'-window.ran=1-'`
const HOSTILE_LINK = `javascript:window.ran=1//`

/** Counts scripts that ran and CSP violations, across all pages opened afterwards. */
async function watch(page: Page): Promise<() => Promise<string[]>> {
  const found: string[] = []
  page.on('console', (message) => {
    if (/Content.Security.Policy/i.test(message.text())) found.push(message.text())
  })
  page.on('dialog', async (dialog) => {
    found.push(`a dialog: ${dialog.message()}`)
    await dialog.dismiss()
  })
  return async () => {
    const ran = await page.evaluate(() => (window as { ran?: unknown }).ran !== undefined)
    return ran ? [...found, 'a script of the text ran'] : found
  }
}

/** A page with every widget type; all its texts and URLs are hostile. */
function hostilePage(name: string) {
  const all = Object.entries(WIDGET_FIELDS)
  return {
    name,
    type: 'designed' as const,
    width: 1920,
    height: 1080,
    widgets: all.map(([type], index) => ({
      id: `w${index}`,
      type,
      name: HOSTILE,
      zIndex: index + 1,
      width: 400,
      height: 200,
      transform: `translate(${(index % 4) * 450}px, ${Math.floor(index / 4) * 250}px)`,
    })),
    config: {
      inputs: all.flatMap(([, fields], index) =>
        Object.entries(fields).flatMap(([name, field]) =>
          field.type === 'textbox' && field.format !== 'numeric' && field.format !== 'url'
            ? [{ name: `w${index}-${name}`, value: HOSTILE }]
            : [],
        ),
      ),
    },
  }
}

async function fillWithHostileText(admin: Caller) {
  const { building } = await admin.api.buildings.create({
    body: { name: HOSTILE, location: HOSTILE, floors: [{ name: HOSTILE }] },
  })
  const { layout } = await admin.api.layouts.create({ body: hostilePage(HOSTILE) })
  const { card } = await admin.api.cards.create({ body: hostilePage(HOSTILE) })
  await admin.api.media.createFolder({ body: { name: 'Folder <b>bold</b>', folderId: null } })
  const { storyboard } = await admin.api.storyboards.create({
    body: { name: HOSTILE, type: 'designed', items: [{ layoutId: layout.id, duration: 5 }] },
  })
  await admin.api.storyboards.setStatus({ params: { id: storyboard.id, status: 'approved' } })
  const { deviceGroup } = await admin.api.deviceGroups.create({
    body: { name: HOSTILE, storyboardId: storyboard.id },
  })
  await admin.api.cases.create({ body: { subject: HOSTILE, text: HOSTILE, kind: 'screen' } })
  return { building, layout, card, storyboard, deviceGroup }
}

test.use({ shared: true })

test('XSS-01, XSS-02: names given by users and screens render as text on every screen, each of which opens by its address without an error', async ({
  server,
  console,
  page,
  openScreen,
}) => {
  test.setTimeout(180_000)
  const admin = await server.organization(`Sons & ${HOSTILE}`)
  const made = await fillWithHostileText(admin)
  // A screen that reports false facts.
  const { code } = await server.as().api.player.startPairing({
    body: {
      screen: {
        width: 1920,
        height: 1080,
        userAgent: HOSTILE,
        playerVersion: '<i>1</i>',
        storage: 'memory',
        touch: false,
      },
    },
  })
  const { device } = await admin.api.devices.claim({ body: { code, name: HOSTILE } })

  const problems = await watch(page)
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(`${page.url()}: ${error.message}`))
  await console.openAs(admin.credentials)
  for (const address of [
    ...ADDRESSES,
    `/app/buildings/edit/${made.building.id}`,
    `/app/cards/edit/${made.card.id}`,
    `/app/cards/preview/${made.card.id}`,
    `/app/layouts/design/${made.layout.id}`,
    `/app/storyboard/designed/edit/${made.storyboard.id}`,
    `/app/device-group/storyboard/${made.deviceGroup.id}`,
    `/app/devices?device=${device.id}`,
  ]) {
    await console.open(`#${address}`)
    await console.settled()
    expect(await problems(), address).toEqual([])
    if (!address.includes('?')) await console.isAt(address)
    await expect(page.getByText('This page stopped working')).toHaveCount(0)
  }
  expect(errors).toEqual([])
  await console.open('#/app/buildings')
  await expect(console.row('Buildings', HOSTILE)).toBeVisible()

  // Without a license an organization may connect one screen, so delete this one first.
  await admin.api.devices.remove({ params: { id: device.id } })
  const screen = await openScreen()
  const screenProblems = await watch(screen.page)
  await screen.connect(admin, `Screen ${HOSTILE}`.slice(0, 60), made.deviceGroup.id)
  await expect(screen.page.getByText('window.ran=1').first()).toBeVisible({ timeout: 30_000 })
  expect(await screenProblems()).toEqual([])
})

test('XSS-04: an address that is a script is refused when it is saved', async ({ server }) => {
  const admin = await server.organization('Corner bakery')
  for (const address of [
    HOSTILE_LINK,
    'data:text/html,<script>1</script>',
    'vbscript:x',
    '//evil.test/x',
    ' java\nscript:x',
  ])
    for (const [type, field] of [
      ['link', 'linkURL'],
      ['rss', 'rssURL'],
    ] as const) {
      const document = hostilePage(`${type} ${address}`.slice(0, 40))
      const widget = {
        ...document.widgets[0],
        id: 'w',
        type,
        name: 'Link',
      } as (typeof document.widgets)[number]
      const refusal = await admin.api.layouts
        .create({
          body: {
            ...document,
            widgets: [widget],
            config: { inputs: [{ name: `w-${field}`, value: address }] },
          },
        })
        .then(
          () => 'it was saved',
          (error: Error) => error.message,
        )
      expect(refusal, `${type} ${address}`).toContain('400')
    }
})

test('AUTH-20: tokens are in their own keys and nowhere else, and disappear from every tab after logging out', async ({
  server,
  console,
  page,
}) => {
  const { credentials } = await server.organization('Corner bakery')
  await console.signIn(credentials)
  const other = await console.anotherTab('#/app/buildings')
  await expect(other.getByText('No buildings yet')).toBeVisible()
  const left = () =>
    page.evaluate(async () => ({
      withTokens: Object.keys(localStorage).filter((key) =>
        /eyJ[\w-]+\./.test(localStorage.getItem(key) ?? ''),
      ),
      session: Object.values(sessionStorage).filter((value) => /eyJ[\w-]+\./.test(String(value))),
      databases: ((await indexedDB.databases?.()) ?? []).map(({ name }) => name),
      caches: 'caches' in window ? await caches.keys() : [],
      cookies: document.cookie,
      address: location.href,
    }))
  const signedIn = await left()
  expect(signedIn.withTokens.every((key) => ['token', 'profile'].includes(key))).toBe(true)
  expect(signedIn).toMatchObject({ session: [], caches: [], databases: [], cookies: '' })
  expect(signedIn.address).not.toMatch(/token|eyJ/)

  await console.signOut()
  await expect.poll(() => new URL(other.url()).hash).toContain('/auth/login')
  expect(await left()).toMatchObject({ withTokens: [], session: [] })
  expect(await page.evaluate(() => localStorage.getItem('refreshToken'))).toBeNull()
})

test('AUTH-03: three tabs with an expired token renew it once between them', async ({
  server,
  console,
  context,
}) => {
  const { credentials } = await server.organization('Corner bakery')
  await console.openAs(credentials)
  const refreshes: number[] = []
  context.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname === '/api/auth/refresh-token') refreshes.push(response.status())
  })
  const tabs = [console.page, await context.newPage(), await context.newPage()]
  await console.page.evaluate(() => localStorage.setItem('token', 'expired'))
  await Promise.all(tabs.map((tab) => tab.goto(`${server.consoleUrl}/?again#/app/buildings`)))
  for (const tab of tabs) await expect(tab.getByText('No buildings yet')).toBeVisible()
  expect(refreshes).toEqual([200])
})
