import { ROLE_AREAS } from '@vitrine/contract/permissions'
import type { RoleLevels } from '@vitrine/contract/role-levels'
import { BLUE, fullPage, GREEN, picture, storyboard, upload } from '#support/content.ts'
import { differs } from '#support/pixels.ts'
import type { PlayerWindow } from '#support/player-window.ts'
import { expect, test } from '#support/test.ts'

test.use({ shared: true })

const BRANCH = { email: 'branch@bakery.example', password: 'Bakery-1234567' }

/** Seconds of each page. */
const SECONDS = 1
/** More than a round of two pages: the slot and the page of head office never show another color. */
async function keeps(screen: PlayerWindow, color: typeof BLUE, milliseconds = 2500 * SECONDS) {
  for (const end = Date.now() + milliseconds; Date.now() < end; )
    expect(differs(await screen.colour(), color)).toBe(false)
}

test('a branch fills the local slot of its building, and other buildings show the page of head office', async ({
  server,
  browser,
  console,
  page,
  openScreen,
}) => {
  test.setTimeout(120_000)
  const admin = await server.organization('Corner bakery')
  const { organizationId } = (await admin.api.auth.profile()).profile
  await (await server.superAdmin()).api.licences.create({
    body: { number: 'LOCAL-SLOTS', devicesCount: 2, organizationId },
  })
  const [north, south] = await Promise.all(
    ['North', 'South'].map(async (name) => {
      const body = { name, location: name, floors: [{ name: 'Ground' }] }
      return (await admin.api.buildings.create({ body })).building
    }),
  )
  const [head = ''] = await upload(admin, [await picture(browser, 'head.jpg', BLUE)])
  const offers = await fullPage(admin, 'Offers', [head])
  const storyboardId = await storyboard(admin, 'Window', [offers], SECONDS)
  const { folder } = await admin.api.media.createFolder({ body: { name: 'Branch', folderId: null } })
  const levels = {
    ...Object.fromEntries(ROLE_AREAS.map((area) => [area, 'none'])),
    ...{ media: 'write', 'local-content': 'write' },
  } as RoleLevels
  const scope = { places: { buildings: [north?.id ?? ''], floors: [], groups: [] }, folders: [folder.id] }
  const { role } = await admin.api.roles.create({ body: { name: 'Branch', rows: [{ levels, scope }] } })
  const names = { firstName: 'Bea', lastName: 'Branch' }
  await admin.api.users.create({
    body: { ...BRANCH, ...names, role: '2', permissions: [], roleId: role.id },
  })
  const { deviceGroup } = await admin.api.deviceGroups.create({ body: { name: 'Shops', storyboardId } })
  const screens = await Promise.all(
    [north, south].map(async (building) => {
      const screen = await openScreen()
      const name = `Window ${building?.name}`
      const id = await screen.connect(admin, name, deviceGroup.id)
      const floorId = building?.floors[0]?.id ?? null
      await admin.api.devices.update({
        params: { id },
        body: { name, floorId, deviceGroupId: deviceGroup.id },
      })
      return screen
    }),
  )
  const [inside, elsewhere] = screens as [PlayerWindow, PlayerWindow]

  await test.step('head office leaves a place for branches, with limits and a fallback', async () => {
    await console.openAs(admin.credentials, `#/app/storyboard/designed/edit/${storyboardId}`)
    await console.button('Add local slot').click()
    await console.button(/^Local slot: page 2/i).click()
    const form = page.getByRole('dialog')
    await console.field('Name', form).fill('Offer of the branch')
    await console.field('Entries at most', form).fill('1')
    await form.getByRole('textbox', { name: 'Seconds each' }).fill(String(SECONDS))
    await page.keyboard.press('Escape')
    await console.button('Choose a page for elsewhere').click()
    const choice = page.getByRole('dialog')
    await choice.getByText('Offers', { exact: true }).first().click()
    await choice.getByRole('button', { name: /^(Choose|Add|Select)/ }).click()
    await expect(page.getByText('Elsewhere: Offers')).toBeVisible()
    await console.button(/^Save and approve/).click()
    await expect(console.toast(/Window/)).toBeVisible()
  })

  const slot = page.getByRole('region', { name: 'Offer of the branch' })
  await test.step('the branch shows its own picture, within the limits', async () => {
    await console.openAs(BRANCH, '#/app/local-content')
    await expect(page.getByRole('combobox', { name: 'Place' })).toHaveValue('North')
    await expect(slot).toContainText('Shows what others show')
    const own = await picture(browser, 'own.jpg', GREEN)
    await console.button('Choose media').click()
    const library = page.getByRole('dialog', { name: 'Choose from the media library' })
    await library.getByText('Branch', { exact: true }).first().dblclick()
    await library.getByLabel('Choose files').setInputFiles(own)
    await library.getByRole('button', { name: 'Save' }).click()
    await expect(slot).toContainText('1 of 1 entry')
    await slot.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(slot).toContainText('Plays 1 entry')
  })
  await Promise.all([inside.shows(GREEN), elsewhere.shows(BLUE)])
  await keeps(elsewhere, BLUE)

  await test.step('without content of the branch, its screens show the page of head office again', async () => {
    await slot.getByRole('button', { name: /^Remove/ }).click()
    await slot.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(slot).toContainText('Shows what others show')
    await inside.shows(BLUE)
    await keeps(inside, BLUE)
  })

  await test.step('an earlier version brings it back', async () => {
    await slot.getByRole('button', { name: 'Versions' }).click()
    await console
      .dialog('Version history')
      .getByRole('button', { name: /^Restore/ })
      .first()
      .click()
    await expect(slot).toContainText('Plays 1 entry')
    await inside.shows(GREEN)
  })
})
