import { ROLES } from '@vitrine/contract/permissions'
import { seriousViolations } from '#support/axe.ts'
import { CLIENT, IdentityProvider } from '#support/identity-provider.ts'
import { test as base, expect } from '#support/test.ts'

const DOMAIN = 'bakery.example'

const test = base.extend<{ provider: IdentityProvider }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it which fixtures are asked for
  provider: async ({}, use) => {
    const provider = await IdentityProvider.prepare()
    await use(provider)
    await provider.close()
  },
  env: async ({ provider }, use) => use({ LOCAL_HOSTS: provider.host }),
})

test('people log in through the provider of their organization, at last only through it', async ({
  provider,
  server,
  console,
  page,
  browser,
}) => {
  test.slow()
  const save = async () => {
    await console.button('Save').click()
    await expect(page.getByText('Identity provider saved')).toBeVisible()
    // Each save has its own message.
    await expect(page.getByText('Identity provider saved')).toBeHidden()
  }
  const admin = await server.organization('Corner bakery')
  await console.openAs(admin.credentials, '#/app/settings?tab=login')

  // An admin adds the domain of the addresses, which the operator of the server confirms here.
  await page.getByRole('textbox', { name: 'Domain' }).fill(DOMAIN)
  await console.button('Add domain').click()
  const domains = page.getByRole('list', { name: 'Email domains' }).getByRole('listitem')
  await expect(domains).toContainText('Not verified')
  const { profile } = await admin.api.auth.profile()
  const params = { id: profile.organizationId ?? '' }
  const [domain] = (await admin.api.identityProvider.get({ params })).domains
  const superAdmin = await server.superAdmin()
  await superAdmin.api.emailDomains.verify({ params: { id: domain?.id ?? '' }, body: { confirm: true } })

  // The provider knows the redirect address that the page shows.
  const redirect = await page.getByText('Redirect address').locator('..').locator('code').innerText()
  const { origin } = new URL(redirect)
  await provider.start(redirect, DOMAIN)
  await page.reload()
  await expect(domains).toContainText('Verified')
  await page.getByRole('textbox', { name: 'Issuer' }).fill(provider.issuer)
  await page.getByRole('textbox', { name: 'Client ID' }).fill(CLIENT.id)
  await page.getByLabel('Client secret').fill(CLIENT.secret)
  await save()
  expect(await seriousViolations(page)).toEqual([])

  // Someone without an account logs in with the account of the organization.
  const context = await browser.newContext()
  const other = await context.newPage()
  await other.goto(`${origin}/#/auth/login`)
  await other.getByLabel('Email').fill(`nadia@${DOMAIN}`)
  await other.getByRole('button', { name: 'Log in through your organization' }).click()
  await expect(other).toHaveURL(new RegExp(`^${provider.issuer}/`))
  await other.locator('input[name=login]').fill('nadia')
  await other.locator('input[name=password]').fill('of the provider')
  await other.getByRole('button', { name: 'Sign-in' }).click()
  await other.getByRole('button', { name: 'Continue' }).click()
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.poll(() => new URL(other.url()).origin).toBe(origin)
  // What the provider answered isn't left in the address, where others could copy it.
  expect(new URL(other.url()).search).toBe('')
  const { users } = await admin.api.users.list({ query: { search: 'nadia' } })
  expect(users).toMatchObject([{ email: `nadia@${DOMAIN}`, firstName: 'Nadia', lastName: 'Nile' }])
  expect(await seriousViolations(other)).toEqual([])

  // From here on, a password leads to the provider, too, but for the emergency account.
  const kofi = { email: `kofi@${DOMAIN}`, password: 'bread-and-1-butter' }
  await admin.api.users.create({
    body: { firstName: 'Kofi', lastName: 'Baker', ...kofi, role: ROLES.admin, permissions: [] },
  })
  await page.getByLabel("Don't accept passwords").check()
  await page.getByRole('combobox', { name: 'Emergency account' }).click()
  await page.getByRole('option', { name: /Ada Lund/ }).click()
  await save()
  await console.signOut()
  await console.signIn(admin.credentials)
  // The provider's session would log Nadia in again.
  await context.clearCookies()
  await other.getByRole('button', { name: 'Log out' }).click()
  await other.getByLabel('Email').fill(kofi.email)
  await other.getByLabel('Password', { exact: true }).fill(kofi.password)
  await other.keyboard.press('Enter')
  await expect(other).toHaveURL(new RegExp(`^${provider.issuer}/`))
  await expect(other.locator('input[name=login]')).toBeVisible()
  await context.close()
})
