import { SUPER_ADMIN } from '#support/server.ts'
import { expect, test } from '#support/test.ts'

test('G-002 G-004: from a first start, the super admin makes an organization, whose admin sees nothing else', async ({
  server,
  console,
  page,
}) => {
  expect(server.output).toContain('Your first login')
  expect(server.output).toContain(SUPER_ADMIN.email)

  await console.open()
  await console.isAt('/auth/login')
  await console.signIn(SUPER_ADMIN)
  await console.go('Buildings')
  await console.title('Buildings')
  await console.button('Add building').click()
  await console.field('Name').fill('Head office')
  await console.field('Location').fill('Oslo')
  await console.field('Floor name').fill('Ground')
  await console.button('Save').click()
  await console.isAt('/app/buildings')
  await expect(console.row('Buildings', 'Head office')).toBeVisible()

  await console.go('Organizations')
  await console.button('Add organization').click()
  const form = console.dialog('Add organization')
  await console.field('Name', form).fill('Corner bakery')
  await console.field('First name', form).fill('Mona')
  await console.field('Last name', form).fill('Haddad')
  await console.field('Email', form).fill('mona@example.com')
  await form.getByLabel(/^Password/).fill('Croissant-7')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  await expect(console.row('Organizations', 'Corner bakery')).toContainText('Mona Haddad')
  await console.signOut()
  await expect(console.toast('Logout Successfully')).toBeVisible()

  await console.signIn({ email: 'mona@example.com', password: 'Croissant-7' })
  await console.go('Buildings')
  await expect(page.getByText('No buildings yet')).toBeVisible()
  await console.button('Add building').click()
  await console.isAt('/app/buildings/create')
  await console.field('Name').fill('Shop on the corner')
  await console.field('Location').fill('Amman')
  await console.field('Floor name').fill('Ground')
  await console.button('Save').click()
  await console.isAt('/app/buildings')
  await expect(console.row('Buildings', 'Shop on the corner')).toBeVisible()
  await expect(page.getByText('Head office')).toHaveCount(0)

  await console.go('Organizations')
  await expect(console.row('Organizations', 'Corner bakery')).toBeVisible()
  await expect(console.table('Organizations').getByRole('row')).toHaveCount(2)
})
