import type { Server } from '#support/server.ts'
import { expect, test } from '#support/test.ts'

test.use({ shared: true })

const GARBAGE = 'not-a-token'

test('S-005 S-006: a token that expires in the middle of a form is renewed unseen, in both tabs; a start refreshes the profile', async ({
  server,
  console,
  page,
}) => {
  const { credentials } = await server.organization('Corner bakery')
  await console.openAs(credentials, '#/app/buildings/create')
  await console.field('Name').fill('Shop on the corner')
  await console.field('Location').fill('Amman')

  const other = await console.anotherTab('#/app/buildings')
  await expect(other.getByText('No buildings yet')).toBeVisible()
  // Tabs sync their token through storage, so now both hold one that the server refuses.
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

  // A start refreshes the profile, and records the version of the local data.
  const profile = other.waitForResponse('**/api/auth/profile')
  await other.reload()
  expect((await profile).status()).toBe(200)
  expect(await other.evaluate(() => localStorage.getItem('version'))).toBe('1.1.0')
  await expect(other.getByRole('table', { name: 'Buildings' })).toContainText('Shop on the corner')
  const stored = await other.evaluate(() => localStorage.getItem('token'))
  expect(stored).toBe(await page.evaluate(() => localStorage.getItem('token')))
  expect(stored).not.toContain(GARBAGE)
})

test('S-009 S-003: a session that cannot be renewed ends with a message, and returns to the same screen after login', async ({
  server,
  console,
  page,
}) => {
  const { credentials } = await server.organization('Corner bakery')
  await console.openAs(credentials)
  const other = await console.anotherTab('#/app/buildings')
  await expect(other.getByText('No buildings yet')).toBeVisible()
  await console.go('Users')
  await expect(console.row('Users', credentials.email)).toBeVisible()
  // Keep the other tab from noticing first: the message appears in the tab where the session ended.
  await other.route('**/api/**', (route) => route.abort())
  const loaded = page.waitForEvent('load')
  await page.evaluate((token) => {
    localStorage.setItem('token', token)
    localStorage.setItem('refreshToken', token)
    location.reload()
  }, GARBAGE)
  await loaded
  await console.isAt('/auth/login')
  await expect(page.getByRole('status').getByText('Session Expired')).toBeVisible()
  const keys = await page.evaluate(() => Object.keys(localStorage))
  expect(keys).not.toContain('token')
  expect(keys).not.toContain('refreshToken')
  expect(keys).not.toContain('profile')
  await expect.poll(() => new URL(other.url()).hash).toMatch(/^#\/auth\/login/)

  await console.field('Email').fill(credentials.email)
  await page.getByLabel('Password', { exact: true }).fill(credentials.password)
  await console.button('Log in').click()
  await console.isAt('/app/dashboard')
  await console.button('Back to your page').click()
  await console.isAt('/app/user')
  await expect(console.row('Users', credentials.email)).toBeVisible()
})

/** The latest email to an address, read through the super admin's API. */
async function mailTo(server: Server, recipient: string): Promise<string> {
  const admin = await server.signIn()
  const { messages } = await admin.api.outbox.list({})
  return messages.find((message) => message.recipient === recipient)?.text ?? ''
}

/** The link in an email, relative to the origin that the browser uses. */
const linkIn = (text: string) => /#\/auth\/\S+/.exec(text)?.[0] ?? ''

test('N-019 N-020 N-022 N-042: an account is created, verified by email, and gets a new password', async ({
  server,
  console,
  page,
}) => {
  const email = 'mona@example.com'
  const message = (text: string) => page.getByRole('region', { name: 'Messages' }).getByText(text)
  await console.open()
  await page.getByRole('link', { name: 'Create account' }).click()
  await console.field('First name').fill('Mona')
  await console.field('Last name').fill('Haddad')
  await console.field('Email').fill(email)
  await page.getByLabel(/^Password/).fill('Sunny-days-4')
  await page.getByLabel(/^Repeat password/).fill('Sunny-days-5')
  await console.field('Organization').click()
  await expect(page.getByText('Please make sure your passwords match')).toBeVisible()
  await expect(console.button('Create account')).toBeDisabled()
  await page.getByLabel(/^Repeat password/).fill('Sunny-days-4')
  await console.button('Create account').click()
  await console.isAt('/auth/login')
  await expect(message('Account created')).toBeVisible()
  await expect(page.getByRole('status').getByText('Check your email')).toBeVisible()
  await expect(console.field('Email')).toHaveValue(email)

  // The link also works for a user who is logged in.
  await page.getByLabel('Password', { exact: true }).fill('Sunny-days-4')
  await console.button('Log in').click()
  await console.isAt('/app/dashboard')
  await console.open(linkIn(await mailTo(server, email)))
  await console.title('Your email address is verified')
  await expect(message('Email verified')).toBeVisible()
  expect(new URL(page.url()).hash).toBe('#/auth/verify-email')
  await page.getByRole('link', { name: 'Go to the console' }).click()
  await console.isAt('/app/dashboard')
  await console.signOut()

  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(console.field('Email')).toHaveValue(email)
  await console.button('Send link').click()
  await console.isAt('/auth/login')
  await expect(page.getByText("If this address has an account, we've sent an email")).toBeVisible()

  const link = linkIn(await mailTo(server, email))
  await console.open(link)
  await page.getByLabel(/^New password/).fill('Rainy-nights-7')
  await page.getByLabel(/^Repeat password/).fill('Rainy-nights-7')
  await console.button('Change password').click()
  await console.isAt('/auth/login')
  await expect(message('Password changed')).toBeVisible()
  await console.signIn({ email, password: 'Rainy-nights-7' })

  await console.open(link)
  await page.getByLabel(/^New password/).fill('Rainy-nights-8')
  await page.getByLabel(/^Repeat password/).fill('Rainy-nights-8')
  await console.button('Change password').click()
  await console.title('This link no longer works')
})

test('UPG-07: input survives a newer console', async ({ server, console, page }) => {
  const { credentials } = await server.organization('Corner bakery')
  await console.openAs(credentials, '#/app/buildings/create')
  await console.field('Name').fill('Shop on the corner')

  // After an update, the server no longer serves the chunks of the open console.
  let started = false
  const entry = (await page.locator('script[type=module][src]').getAttribute('src')) ?? ''
  await page.route(`${server.consoleUrl}/`, async (route) => {
    started ||= route.request().isNavigationRequest()
    const response = await route.fetch()
    const body = (await response.text()).replace(`"${entry}"`, `"${entry}?newer"`)
    await route.fulfill(started ? { response } : { response, body })
  })
  await page.route('**/assets/play-on-dialog*', (route) => (started ? route.continue() : route.abort()))
  await console.button('Play on…').click()
  await expect(page.getByText('We restored your unsaved changes')).toBeVisible()
  await expect(console.field('Name')).toHaveValue('Shop on the corner')
  expect(started).toBe(true)
})
