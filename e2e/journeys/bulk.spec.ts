import { expect, test } from '#support/test.ts'

const SCREEN = {
  ...{ width: 1920, height: 1080, userAgent: 'Test', playerVersion: '1' },
  ...{ storage: 'memory', touch: false },
} as const

test('Several screens are selected by keyboard alone, moved to a group, moved back, and deleted', async ({
  server,
  console,
  page,
}) => {
  const admin = await server.organization('Corner bakery')
  const { organizationId } = (await admin.api.auth.profile()).profile
  const superAdmin = await server.superAdmin()
  await superAdmin.api.licences.create({ body: { number: 'BULK', devicesCount: 4, organizationId } })
  for (const name of ['Door', 'Hall', 'Lift', 'Roof']) {
    const { code } = await server.as().api.player.startPairing({ body: { screen: SCREEN } })
    await admin.api.devices.claim({ body: { code, name } })
  }
  await admin.api.deviceGroups.create({ body: { name: 'Shop front' } })
  const grouped = async () =>
    (await admin.api.devices.list({})).devices
      .filter(({ deviceGroup }) => deviceGroup)
      .map(({ name }) => name)
  const { keyboard } = page
  await console.openAs(admin.credentials)
  await console.go('Devices')

  await page.getByRole('checkbox', { name: 'Select Door' }).focus()
  await keyboard.press('Space')
  await page.getByRole('checkbox', { name: 'Select Lift' }).focus()
  await keyboard.press('Shift+Space')
  const bar = page.getByRole('region', { name: 'Actions for selected items' })
  await expect(bar).toContainText('3 selected')
  await bar.getByRole('button', { name: 'Move to…' }).focus()
  await keyboard.press('Enter')
  const move = console.dialog('Move 3 screens')
  await move.getByRole('combobox', { name: 'Group' }).focus()
  await keyboard.press('Enter')
  await page.getByRole('option', { name: 'Shop front' }).waitFor()
  await keyboard.press('ArrowDown')
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  await expect(move.getByRole('combobox', { name: 'Group' })).toHaveValue('Shop front')
  await move.getByRole('button', { name: 'Move', exact: true }).focus()
  await keyboard.press('Enter')
  await expect(bar).toBeHidden()
  await expect.poll(grouped).toEqual(['Door', 'Hall', 'Lift'])
  await console.toast('Undo').last().click()
  await expect.poll(grouped).toEqual([])

  await page.getByRole('checkbox', { name: 'Select Roof' }).focus()
  await keyboard.press('Space')
  await bar.getByRole('button', { name: 'Select all 4' }).focus()
  await keyboard.press('Enter')
  await expect(bar).toContainText('4 selected')
  await keyboard.press('Escape')
  await expect(bar).toBeHidden()
  await page.getByRole('checkbox', { name: 'Select all on this page' }).focus()
  await keyboard.press('Space')
  await bar.getByRole('button', { name: 'Delete' }).focus()
  await keyboard.press('Enter')
  const deletion = console.dialog('DELETE')
  await expect(deletion).toContainText('4 screens stop playing and show a pairing code')
  await deletion.getByRole('button', { name: 'DELETE', exact: true }).focus()
  await keyboard.press('Enter')
  await expect(page.getByText('No screens yet')).toBeVisible()
})
