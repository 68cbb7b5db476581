import type { RoleLevels } from '@vitrine/contract/role-levels'
import { BLUE, fullPage, ORANGE, picture, storyboard, upload } from '#support/content.ts'
import { expect, test } from '#support/test.ts'

test.use({ shared: true })

const MANAGER = { email: 'manager@bakery.example', password: 'Bakery-1234567' }

test('a branch manager sees and changes the screens of a building and the files of a folder, and no others', async ({
  server,
  browser,
  console,
  page,
  openScreen,
}) => {
  test.setTimeout(180_000)
  const admin = await server.organization('Corner bakery')
  const [north, south] = await Promise.all(
    ['North', 'South'].map(async (name) => {
      const body = { name, location: name, floors: [{ name: 'Ground' }] }
      return (await admin.api.buildings.create({ body })).building
    }),
  )
  const { folder: own } = await admin.api.media.createFolder({
    body: { name: 'Branch north', folderId: null },
  })
  const { folder: head } = await admin.api.media.createFolder({
    body: { name: 'Head office', folderId: null },
  })
  const files = [await picture(browser, 'bread.jpg', ORANGE), await picture(browser, 'logo.jpg', BLUE)]
  const [bread = '', logo = ''] = await upload(admin, files)
  await admin.api.media.moveMany({ body: { ids: [bread], folderId: own.id } })
  await admin.api.media.moveMany({ body: { ids: [logo], folderId: head.id } })
  const storyboardId = await storyboard(admin, 'Window', [await fullPage(admin, 'Window', [bread])])
  const screen = await openScreen()
  const inside = await screen.connect(admin, 'North window')
  await admin.api.devices.update({
    params: { id: inside },
    body: { name: 'North window', floorId: north?.floors[0]?.id ?? null },
  })
  await admin.api.devices.switchStory({ params: { id: inside }, body: { storyboardId } })
  await screen.shows(ORANGE)
  const levels: RoleLevels = {
    ...{ buildings: 'read', devices: 'write', 'device-groups': 'read', media: 'write', cards: 'none' },
    ...{ layouts: 'none', storyboards: 'read', 'approve-storyboards': 'none', takeovers: 'write' },
    'local-content': 'none',
  }
  const scope = {
    places: { buildings: [north?.id ?? ''], floors: [], groups: [] },
    folders: [own.id],
  }
  const rows = [{ levels, scope }]
  const { role } = await admin.api.roles.create({ body: { name: 'Branch manager', rows } })
  await admin.api.users.create({
    body: {
      ...MANAGER,
      ...{ firstName: 'Bea', lastName: 'Branch', role: '2', permissions: [], roleId: role.id },
    },
  })

  await test.step('sees the screens and the building of the branch', async () => {
    await console.openAs(MANAGER, '#/app/devices')
    await expect(page.getByRole('row', { name: /North window/ }).first()).toBeVisible()
    await console.open('#/app/buildings')
    await expect(page.getByText('North', { exact: true }).first()).toBeVisible()
    await expect(page.getByText('South', { exact: true })).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Users', exact: true })).toHaveCount(1)
    expect(south?.name).toBe('South')
  })

  await test.step('sees the folder of the branch, and adds a folder in it', async () => {
    await console.open('#/app/media-library')
    await expect(page.getByText('Branch north').first()).toBeVisible()
    await expect(page.getByText('Head office')).toHaveCount(0)
    const manager = await server.signIn(MANAGER)
    const found = async (search: string) =>
      (await manager.api.media.list({ query: { search } })).media.media.map(({ id }) => id)
    expect([await found('bread'), await found('logo')]).toEqual([[bread], []])
    await expect(
      manager.api.media.createFolder({ body: { name: 'At the top', folderId: null } }),
    ).rejects.toThrow(/403/)
    await manager.api.media.createFolder({ body: { name: 'Offers', folderId: own.id } })
    await page.reload()
    await page.getByText('Branch north').first().dblclick()
    await expect(page.getByText('Offers').first()).toBeVisible()
  })

  await test.step('starts and ends an emergency on the branch’s screens, which says how many', async () => {
    await console.open('#/app/devices')
    await page.getByRole('button', { name: 'Emergency' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('radio', { name: 'All screens' })).toHaveCount(0)
    await dialog.getByRole('textbox', { name: /^Message/ }).fill('Fire')
    await dialog.getByRole('checkbox', { name: /^North window/ }).check()
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(dialog.getByRole('status').filter({ hasText: 'in 1 building' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Show on 1 screen' }).click()
    await screen.page.getByRole('alert').getByText('Fire').waitFor()
    await page.getByRole('button', { name: 'End takeover' }).click()
    await page.getByRole('button', { name: 'Really end it?' }).click()
    await expect(console.toast(/Takeover ended/)).toBeVisible()
  })

  await test.step('an admin adds rights to see all screens, with the keyboard', async () => {
    await console.openAs(admin.credentials, '#/app/user/roles')
    await page.getByRole('button', { name: 'Edit Branch manager' }).click()
    const form = page.getByRole('dialog', { name: 'Edit role' })
    await form.getByRole('button', { name: 'Add rights for other places' }).press('Enter')
    const second = form.getByRole('region', { name: 'Rights 2' })
    await expect(second.getByRole('radio', { name: 'View', exact: true }).nth(1)).toBeChecked()
    await expect(second.getByRole('radio', { name: 'Everything' })).toBeChecked()
    await form.getByRole('button', { name: /Save/ }).press('Enter')
    await expect(console.toast(/Branch manager/)).toBeVisible()
    await page.getByRole('button', { name: 'What Branch manager may see and change' }).click()
    const rights = page.getByRole('dialog', { name: 'What Branch manager may see and change' })
    await expect(rights.getByRole('heading', { name: 'Rights 2' })).toBeVisible()
  })

  await test.step('the manager sees all buildings, and still changes one', async () => {
    const manager = await server.signIn(MANAGER)
    const { buildings } = await manager.api.buildings.list()
    expect(buildings.map(({ name }) => name).sort()).toEqual(['North', 'South'])
    const body = { name: 'Taken', location: 'South', floors: [{ name: 'Ground' }] }
    await expect(manager.api.buildings.update({ params: { id: south?.id ?? '' }, body })).rejects.toThrow(
      /403/,
    )
    await console.openAs(MANAGER, '#/app/buildings')
    await expect(page.getByText('South', { exact: true }).first()).toBeVisible()
  })
})
