import { fullPage, storyboard, upload } from '#support/content.ts'
import { SUPER_ADMIN } from '#support/server.ts'
import { expect, test } from '#support/test.ts'
import { packageOf } from '#support/zip.ts'

test.use({ shared: true })

/** A name unique among the organizations of this server. */
const unlike = (name: string) => `${name} ${Math.random().toString(36).slice(2, 8)}`

test('Input for one organization is neither lost by viewing another one, nor saved there', async ({
  server,
  console,
  page,
}) => {
  const [rye, old] = [unlike('Rye bakery'), unlike('Old mosque')]
  const [bakery, mosque] = [await server.organization(rye), await server.organization(old)]
  const body = { name: 'Shop', location: 'Amman', floors: [{ name: 'G' }] }
  const { building } = await bakery.api.buildings.create({ body })
  await console.openAs(SUPER_ADMIN)
  await console.choose('Organization', rye)
  const looksAt = (name: string) => page.getByText(`You're viewing ${name}`)
  await expect(looksAt(rye)).toBeVisible()
  const question = console.dialog('Leave without saving?')

  await console.open(`#/app/buildings/edit/${building.id}`)
  await console.field('Location').fill('Zarqa')
  await console.button('Exit').first().click()
  await question.getByRole('button', { name: 'Stay' }).click()
  await console.choose('Organization', old)
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(looksAt(rye)).toBeVisible()
  await expect(console.field('Location')).toHaveValue('Zarqa')

  await console.choose('Organization', old)
  await question.getByRole('button', { name: 'Leave' }).click()
  await console.isAt('/app/dashboard')
  await expect(looksAt(old)).toBeVisible()
  expect((await mosque.api.buildings.list({})).buildings).toEqual([])

  const newName = unlike('New mosque')
  await console.go('Organizations')
  await console.button(`Edit ${old}`).click()
  await console.field('Name', console.dialog('Edit organization')).fill(newName)
  await console.dialog('Edit organization').getByRole('button', { name: 'Save' }).click()
  await expect(looksAt(newName)).toBeVisible()
  await console.button(`Delete ${newName}`).click()
  await console.dialog('DELETE').getByRole('button', { name: 'DELETE' }).click()
  await expect(looksAt(newName)).toHaveCount(0)
  // The full list again: the installation's own organization, the new one, and those of other journeys.
  await expect.poll(() => console.table('Organizations').getByRole('row').count()).toBeGreaterThan(2)
})

test('Another tab of the settings is left like another screen: it asks about unsaved input', async ({
  server,
  console,
}) => {
  const { credentials } = await server.organization('Rye bakery')
  await console.openAs(credentials, '#/app/settings?tab=kiosk')
  await console.field('Origin').fill('https://intranet.example.org')
  await console.page.getByRole('tab', { name: 'Keyboard' }).click()
  await console.dialog('Leave without saving?').getByRole('button', { name: 'Stay' }).click()
  await expect(console.field('Origin')).toHaveValue('https://intranet.example.org')
})

test('A reply can be written while another one arrives, and a sent one is not a draft', async ({
  server,
  console,
}) => {
  const bakery = await server.organization('Rye bakery')
  const support = await server.signIn()
  await console.openAs(bakery.credentials, '#/app/open-case?about=content')
  await console.field('Subject').fill('The lobby is black')
  await console.field('What happened?').fill('Since this morning')
  await console.button('Send').click()
  await console.row('Cases', 'The lobby is black').getByRole('button', { name: 'The lobby' }).first().click()
  const thread = console.dialog('The lobby is black')
  await console.field('Reply', thread).fill('I turned it off and')
  const { cases } = await bakery.api.cases.list()
  await support.api.cases.reply({ params: { id: cases[0]?.id ?? '' }, body: { text: 'Is it plugged in?' } })
  await expect(thread.getByText('Is it plugged in?')).toBeVisible()
  await expect(console.field('Reply', thread)).toHaveValue('I turned it off and')
  await console.button('Close case').click()
  await thread.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click()
  await thread.getByRole('button', { name: 'Send' }).click()
  await expect(thread.getByRole('article').filter({ hasText: 'I turned it off and' })).toBeVisible()
  await expect(console.field('Reply', thread)).toHaveValue('')
  await thread.getByRole('button', { name: 'Close', exact: true }).click()

  await console.add('New case')
  await expect(console.field('Subject')).toHaveValue('')
})

test('Input on a record is restored over a newer version, and saving names its author', async ({
  server,
  console,
  page,
}) => {
  const bakery = await server.organization('Rye bakery')
  const body = { name: 'Shop', location: 'Amman', floors: [{ name: 'G' }] }
  const { building } = await bakery.api.buildings.create({ body })
  await console.openAs(bakery.credentials, `#/app/buildings/edit/${building.id}`)
  await console.field('Location').fill('Zarqa')
  await console.button('Log out').click()
  await console.dialog('Log out now?').getByRole('button', { name: 'Log out' }).click()
  await bakery.api.buildings.update({ params: { id: building.id }, body: { ...body, name: 'Bakery' } })
  await console.signIn(bakery.credentials)
  await console.open(`#/app/buildings/edit/${building.id}`)
  await expect(page.getByText('We restored your unsaved changes')).toBeVisible()
  await expect(console.field('Location')).toHaveValue('Zarqa')
  await console.button('Save').click()
  await expect(page.getByRole('alert').filter({ hasText: 'while you were editing' })).toBeVisible()
})

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
  await console.openAs(mona.credentials)
  await console.go('Buildings')
  await expect(console.row('Buildings', 'Shop')).toBeVisible()
  // A background tab follows the logout and the login immediately.
  const context = await page.context().browser()?.newContext()
  const theirs = await context?.newPage()
  if (!theirs) throw new Error('No second browser')
  await theirs.goto(`${console.url}/#/auth/login`)
  await theirs.getByLabel('Email').fill(karim.credentials.email)
  await theirs.getByLabel('Password', { exact: true }).fill(karim.credentials.password)
  await theirs.getByRole('button', { name: 'Log in' }).click()
  await expect(theirs.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  const session = await theirs.evaluate(() => ({ ...localStorage }))
  const other = await console.anotherTab('config.json')
  await other.evaluate((entries) => {
    for (const [name, value] of Object.entries(entries)) localStorage.setItem(name, value)
  }, session)
  await console.title('Dashboard')
  await expect(page.getByText('Old mosque').first()).toBeVisible()
  await console.go('Buildings')
  await expect(page.getByText('No buildings yet')).toBeVisible()
  await context?.close()
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

test('A bulk change that fails for every item reports no success', async ({ server, console, page }) => {
  const bakery = await server.organization('Rye bakery')
  const drawing = (colour: string) =>
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 9"><rect width="16" height="9" fill="${colour}"/></svg>`,
    )
  const file = (name: string) => ({
    name: `${name}.svg`,
    mimeType: 'image/svg+xml',
    buffer: drawing(name),
  })
  const [used = ''] = await upload(bakery, [file('teal'), file('olive')])
  await fullPage(bakery, 'Board', [used])
  await console.openAs(bakery.credentials)
  await console.go('Media library')
  await console.button('Select').click()
  const take = (name: string) => page.getByRole('checkbox', { name }).check()
  const remove = async () => {
    await page
      .getByRole('region', { name: /selected/i })
      .getByRole('button', { name: 'Delete' })
      .click()
    await console.dialog('DELETE').getByRole('button', { name: 'DELETE' }).click()
  }
  await take('teal.svg')
  await remove()
  await expect(page.getByRole('alert').filter({ hasText: "teal.svg wasn't changed" })).toBeVisible()
  await expect(console.toast('Done Successfully')).toHaveCount(0)
  await page.getByRole('checkbox', { name: 'teal.svg' }).uncheck()
  await take('olive.svg')
  await remove()
  await expect(console.toast('Done Successfully')).toHaveCount(1)
})

test('What belongs to one organization is not offered for another, and a code of a screen asks once', async ({
  server,
  console,
  page,
  openScreen,
}) => {
  const [rye, old] = [unlike('Rye bakery'), unlike('Old mosque')]
  const bakery = await server.organization(rye)
  await server.organization(old)
  await storyboard(bakery, 'Fresh bread', [await fullPage(bakery, 'Bread', [])])
  const { deviceGroup } = await bakery.api.deviceGroups.create({
    body: { name: 'Shop windows', devices: [] },
  })
  await console.openAs(SUPER_ADMIN)
  await console.go('Device groups')
  await console.add('Add group')
  const group = console.dialog('Add group')
  await console.choose('Organization', rye, group)
  await console.choose('Default storyboard', 'Fresh bread', group)
  await console.choose('Organization', old, group)
  await expect(group.getByRole('combobox', { name: 'Default storyboard' })).toHaveValue('')
  await page.keyboard.press('Escape')
  await group.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()

  const screen = await openScreen()
  await console.open(`#/app/devices?code=${await screen.code()}`)
  const adding = console.dialog('Add screen')
  await adding.getByRole('button', { name: 'Find' }).click()
  await adding.getByRole('combobox', { name: 'Group' }).click()
  await expect(page.getByRole('option', { name: deviceGroup.name })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(adding).toHaveCount(0)
  await console.go('Buildings')
  await console.title('Buildings')
  await page.goBack()
  await console.title('Devices')
  await expect(adding).toHaveCount(0)
})

test('A floor that becomes several keeps its screens', async ({ server, console, openScreen }) => {
  const bakery = await server.organization('Rye bakery')
  const body = { name: 'Shop', location: 'Amman', floors: [{ name: 'G' }] }
  const { building } = await bakery.api.buildings.create({ body })
  const id = await (await openScreen()).connect(bakery, 'Till')
  const floorId = building.floors[0]?.id
  await bakery.api.devices.update({ params: { id }, body: { name: 'Till', floorId } })
  await console.openAs(bakery.credentials, `#/app/buildings/edit/${building.id}`)
  await console.field('Floor name').fill('G, 1')
  await console.button('Add these 2 floors').click()
  await console.button('Save').click()
  await console.isAt('/app/buildings')
  const after = (await bakery.api.buildings.get({ params: { id: building.id } })).building
  expect(after.floors.map(({ name }) => name)).toEqual(['G', '1'])
  expect(after.floors[0]?.id).toBe(floorId)
})

test('Leaving during a save asks first, because the save may fail; staying keeps the input', async ({
  server,
  console,
  page,
}) => {
  const bakery = await server.organization('Rye bakery')
  await console.openAs(bakery.credentials)
  await console.go('Buildings')
  await console.add('Add building')
  await console.field('Name').fill('Shop')
  await console.field('Location').fill('Amman')
  await console.field('Floor name').fill('G')
  let fail = () => {}
  await page.route('**/api/buildings/create', async (route) => {
    await new Promise<void>((resolve) => {
      fail = resolve
    })
    await route.fulfill({ status: 500, json: { message: 'Down' } })
  })
  await console.button('Save').click()
  await page.goBack()
  await console.dialog('Leave without saving?').getByRole('button', { name: 'Stay' }).click()
  fail()
  await expect(console.toast('Failed to create new Building')).toBeVisible()
  await expect(console.field('Location')).toHaveValue('Amman')

  // The same in a dialog; a save that finished in the meantime needs no question.
  await page.unroute('**/api/buildings/create')
  await console.button('Save').click()
  await expect(console.row('Buildings', 'Shop')).toBeVisible()
  await console.go('Device groups')
  await console.add('Add group')
  const dialog = console.dialog('Add group')
  await console.field('Name', dialog).fill('Shop windows')
  let go = () => {}
  await page.route('**/api/device-groups/create', async (route) => {
    await new Promise<void>((resolve) => {
      go = resolve
    })
    await route.continue()
  })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.keyboard.press('Escape')
  await expect(dialog.getByRole('alertdialog')).toBeVisible()
  go()
  await expect(dialog).toHaveCount(0)
  await expect(console.row('Device groups', 'Shop windows')).toBeVisible()
})
