import { hold } from '#support/hold.ts'
import { SUPER_ADMIN } from '#support/server.ts'
import { expect, MOTION, test } from '#support/test.ts'

test.use(MOTION)

test('while the server is away nothing is lost, and what could not load opens when it is back', async ({
  server,
  console,
  page,
}) => {
  test.setTimeout(120_000)
  const banner = page.getByText("The server isn't responding.")
  await console.openAs(SUPER_ADMIN, '#/app/buildings/create')
  await console.title('Add building')
  await page.getByLabel('Name', { exact: false }).first().fill('Harbour office')
  await expect(banner).toHaveCount(0)

  await server.cut()
  await page.getByLabel('Location').fill('Pier 4')
  await expect(banner).toBeVisible({ timeout: 30_000 })
  await expect(page.getByLabel('Name', { exact: false }).first()).toHaveValue('Harbour office')

  await server.start()
  await expect(banner).toHaveCount(0, { timeout: 30_000 })
  await expect(page.getByLabel('Location')).toHaveValue('Pier 4')
  await console.open('#/app/buildings')
  await page.getByRole('button', { name: 'Leave' }).click()
  await console.title('Buildings')

  // A screen whose chunk was never loaded.
  await server.cut()
  await console.go('Licensing')
  await expect(banner).toBeVisible({ timeout: 30_000 })
  await server.start()
  await console.title('Licensing')
  await expect(page.getByRole('table', { name: 'Licensing' })).toBeVisible()
  await expect(banner).toHaveCount(0)
})

test('scripts and stylesheets whose first request fails load again, and nothing renders unstyled', async ({
  console,
  page,
}) => {
  await console.openAs(SUPER_ADMIN, '#/app/devices')
  await console.title('Devices')
  const lost = new Set<string>()
  await page.route(/\/assets\/.*\.(css|js)$/, async (route) => {
    const url = route.request().url()
    if (lost.has(url) && lost.size > 2) return route.continue()
    lost.add(url)
    return route.abort('connectionreset')
  })
  await console.go('Licensing')
  await console.title('Licensing')
  await console.add('Add license')
  await expect(page.getByRole('dialog')).toBeVisible()
  expect([...lost].filter((url) => url.endsWith('.css'))).not.toEqual([])
  const missing = await page.evaluate(() => {
    const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')]
    const loaded = new Set(links.filter(({ sheet }) => sheet !== null).map(({ href }) => href))
    return links.map(({ href }) => href).filter((href) => !loaded.has(href))
  })
  expect(missing).toEqual([])
})

test('G-029: a slow console shows its mark, then a word, until it has loaded', async ({ server, page }) => {
  const come = await hold(page, '**/assets/index-*.js')
  await page.goto(`${server.consoleUrl}/#/auth/login`, { waitUntil: 'commit' })
  const mark = page.locator('#start img')
  const word = page.getByText('This takes longer than usual.')
  await expect(mark).toBeVisible()
  await expect(word).toBeHidden()
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish()
  })
  await expect(word).toBeVisible()
  come()
  await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible()
  await expect(mark).toBeHidden()
  await expect(word).toBeHidden()
})

test('G-029: a line runs at the top while the next screen is on its way', async ({
  server,
  console,
  page,
}) => {
  const { credentials } = await server.organization('Corner bakery')
  await console.openAs(credentials)
  const come = await hold(page, '**/assets/licences-page-*.js')
  await console.go('Licensing')
  const line = page.getByRole('progressbar', { name: 'Loading' })
  await expect(line).toBeVisible()
  await console.title('Dashboard')
  come()
  await console.title('Licensing')
  await expect(line).toHaveCount(0)
})
