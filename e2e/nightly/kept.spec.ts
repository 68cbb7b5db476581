import { fullPage, upload } from '#support/content.ts'
import { expect, test } from '#support/test.ts'
import { packageOf } from '#support/zip.ts'

test.use({ shared: true })

test('Input in the form of a package survives a logout', async ({ server, console, page }) => {
  const bakery = await server.organization('Rye bakery')
  const board = packageOf('Board.zip', {
    'index.html': '<p>Board</p>',
    'schema.json': JSON.stringify({ title: { type: 'textbox', label: 'Headline', default: 'Bread' } }),
  })
  const [id = ''] = await upload(bakery, [board])
  await console.openAs(bakery.credentials, `#/app/media-library/preview/${id}`)
  await console.field('Headline').fill('Cakes on Friday')
  await console.button('Log out').click()
  await console.dialog('Log out now?').getByRole('button', { name: 'Log out' }).click()
  await console.isAt('/auth/login')
  await console.signIn(bakery.credentials)
  await console.open(`#/app/media-library/preview/${id}`)
  await expect(console.field('Headline')).toHaveValue('Cakes on Friday')
  await expect(console.toast('We restored your unsaved changes')).toBeVisible()
  await page.goBack()
  await console.dialog('Leave without saving?').getByRole('button', { name: 'Stay' }).click()
})

test('a different user who logs in in another tab sees no data of the previous one', async ({
  server,
  console,
  page,
}) => {
  const [mona, karim] = [await server.organization('Rye bakery'), await server.organization('Old mosque')]
  await mona.api.buildings.create({ body: { name: 'Shop', location: 'Amman', floors: [{ name: 'G' }] } })
  await console.openAs(mona.credentials, '#/app/buildings')
  await expect(console.row('Buildings', 'Shop')).toBeVisible()
  // A background tab follows the logout and the login immediately.
  const answer = await page.request.post(`${console.url}/api/auth/login`, { data: karim.credentials })
  const { token, refreshToken, profile } = await answer.json()
  const session = { token, refreshToken, profile: JSON.stringify(profile) }
  const other = await console.anotherTab('config.json')
  await other.evaluate((entries) => {
    for (const [name, value] of Object.entries(entries)) localStorage.setItem(name, value)
  }, session)
  await console.title('Dashboard')
  await expect(page.getByText('Old mosque').first()).toBeVisible()
  await console.go('Buildings')
  await expect(page.getByText('No buildings yet')).toBeVisible()
})

test("An admin's changes to a user show immediately, and so do the counts of new records", async ({
  server,
  console,
  page,
}) => {
  const bakery = await server.organization('Rye bakery')
  const { user } = await bakery.api.users.create({
    body: {
      firstName: 'Uma',
      lastName: 'Baker',
      email: `uma-${Date.now()}@bakery.example`,
      password: 'bread-and-1-butter',
      role: '2',
      permissions: [],
    },
  })
  const line = page.waitForResponse(/\/api\/watch$/)
  await console.openAs({ email: user.email, password: 'bread-and-1-butter' })
  await line
  await bakery.api.buildings.create({ body: { name: 'Shop', location: 'Amman', floors: [{ name: 'G' }] } })
  const counters = page.getByRole('navigation', { name: 'Totals' })
  await expect(counters).toContainText('0 layouts')
  await fullPage(bakery, 'Board', [])
  await expect(counters).toContainText('1 layout')
  await console.go('Buildings')
  await expect(console.row('Buildings', 'Shop')).toBeVisible()
  await expect(console.button('Add building')).toHaveCount(0)
  const { id, email, role, version } = user
  await bakery.api.users.update({
    params: { id },
    body: { firstName: 'Uma', lastName: 'Miller', email, role, permissions: ['buildings'], version },
  })
  await expect(console.button('Add building')).toBeVisible()
  await expect(page.getByText('Uma Miller')).toBeVisible()
})
