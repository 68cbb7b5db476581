import { expect, test } from '#support/test.ts'

const GARBAGE = 'not-a-token'

test('S-005 S-006: a token that expires in the middle of a form is renewed unseen, in both tabs', async ({
  server,
  console,
  context,
  page,
}) => {
  const { credentials } = await server.organization('Corner bakery')
  await console.signIn(credentials)
  await console.open('#/app/buildings/create')
  await console.field('Name').fill('Shop on the corner')
  await console.field('Location').fill('Amman')

  const other = await context.newPage()
  await other.goto(`${server.consoleUrl}/#/app/buildings`)
  await expect(other.getByText('No buildings yet')).toBeVisible()
  // Each tab takes over what the other one stores, so now both hold a token that the server refuses.
  await page.evaluate((token) => localStorage.setItem('token', token), `${GARBAGE}-1`)
  await other.evaluate((token) => localStorage.setItem('token', token), `${GARBAGE}-2`)

  const statuses: string[] = []
  page.on('response', (response) => {
    const path = new URL(response.url()).pathname
    if (path.startsWith('/api/')) statuses.push(`${response.status()} ${path}`)
  })
  await console.field('Floor name').fill('Ground')
  await console.button('Save').click()
  await console.isAt('/app/buildings')
  await expect(console.row('Buildings', 'Shop on the corner')).toBeVisible()
  expect(statuses.slice(0, 3)).toEqual([
    '401 /api/buildings/create',
    '200 /api/auth/refresh-token',
    '201 /api/buildings/create',
  ])

  await other.reload()
  await expect(other.getByRole('table', { name: 'Buildings' })).toContainText('Shop on the corner')
  const stored = await other.evaluate(() => localStorage.getItem('token'))
  expect(stored).toBe(await page.evaluate(() => localStorage.getItem('token')))
  expect(stored).not.toContain(GARBAGE)
})

test('S-009 S-003: a session that cannot be renewed ends with a message, and goes on where it was', async ({
  server,
  console,
  context,
  page,
}) => {
  const { credentials } = await server.organization('Corner bakery')
  await console.signIn(credentials)
  const other = await context.newPage()
  await other.goto(`${server.consoleUrl}/#/app/buildings`)
  await expect(other.getByText('No buildings yet')).toBeVisible()
  await other.evaluate((token) => {
    localStorage.setItem('token', token)
    localStorage.setItem('refreshToken', token)
  }, GARBAGE)

  await console.go('Users')
  await console.isAt('/auth/login')
  await expect(page.getByRole('status').getByText('Session Expired')).toBeVisible()
  const keys = await page.evaluate(() => Object.keys(localStorage))
  expect(keys).not.toContain('token')
  expect(keys).not.toContain('refreshToken')
  expect(keys).not.toContain('profile')
  await expect.poll(() => new URL(other.url()).hash).toMatch(/^#\/auth\/login/)

  await console.field('E-mail').fill(credentials.email)
  await page.getByLabel('Password', { exact: true }).fill(credentials.password)
  await console.button('Log in').click()
  await console.isAt('/app/user')
  await expect(console.row('Users', credentials.email)).toBeVisible()
})

test('A wrong password says so and keeps what was typed', async ({ server, console, page }) => {
  const { credentials } = await server.organization('Corner bakery')
  await console.open()
  await console.field('E-mail').fill(credentials.email)
  await page.getByLabel('Password', { exact: true }).fill('wrong-1')
  await console.button('Log in').click()
  await expect(page.getByRole('alert').filter({ hasText: 'E-mail or password is wrong.' })).toBeVisible()
  await expect(console.field('E-mail')).toHaveValue(credentials.email)
  await console.isAt('/auth/login')
})
