// @vitest-environment happy-dom
import { waitFor } from '@testing-library/dom'
import { Building } from '@vitrine/contract/api/places/buildings'
import { expect, test } from 'vitest'
import { dialog, named, openConsole, setUpConsole } from '#test/console-window.tsx'
import type { Received } from '#test/fake-server.ts'
import { building, ONE_OF_EACH, sample } from '#test/samples.ts'

setUpConsole()

const ORGANIZATION = ONE_OF_EACH['organizations.get'].organization
const RYE = { ...ORGANIZATION, id: 'rye', name: 'Rye bakery' }
const OLD = { ...ORGANIZATION, id: 'old', name: 'Old mosque' }
const [shop, hall] = [
  sample(Building, { ...building, id: 'shop', name: 'Shop', organizationId: 'rye' }),
  sample(Building, { ...building, id: 'hall', name: 'Prayer hall', organizationId: 'old' }),
]

/** A super admin of two organizations, each with a building. */
function open(address: string, answers: object = {}) {
  let organizations = [RYE, OLD]
  const console = openConsole(
    address,
    {
      ...ONE_OF_EACH,
      'organizations.list': () => ({ organizations }),
      'organizations.update': ({ body }: { body: { name: string } }) => {
        organizations = [RYE, { ...OLD, name: body.name }]
        return { organization: organizations[1] }
      },
      'organizations.remove': () => {
        organizations = [RYE]
        return {}
      },
      'buildings.list': ({ query }: Received) => ({
        buildings: [shop, hall].filter(
          ({ organizationId }) => !query.organizationId || organizationId === query.organizationId,
        ),
      }),
      'buildings.get': { building: shop },
      ...answers,
    },
    { role: '0' },
  )
  const looksAt = (name: string) =>
    waitFor(() => expect(document.body.textContent).toContain(`You're viewing ${name}`))
  const look = async (name: string) => {
    // A button, or the list that it became.
    await waitFor(() => expect(document.querySelector('[aria-label="Organization"]')).not.toBeNull())
    await console.user.click(document.querySelector('[aria-label="Organization"]') as Element)
    await console.click('option', name)
  }
  const go = (to: string) => console.router.history.push(to)
  return { ...console, look, looksAt, go }
}
const question = () => dialog('Leave without saving?')

test('a super admin looks at one organization, makes things in it, and leaves it', async () => {
  const console = open('/app/buildings')
  await console.page().findByText('Prayer hall')
  await console.look('Rye bakery')
  await console.looksAt('Rye bakery')
  console.go('/app/buildings')
  await console.page().findByText('Shop')
  await waitFor(() => expect(console.page().queryByText('Prayer hall')).toBeNull())
  await console.press('Add building')
  await console.fill(/^Name/, 'Storehouse')
  await console.fill(/^Location/, 'Zarqa')
  await console.fill(/^Floor name/, 'G')
  await console.press('Save')
  await waitFor(() =>
    expect(console.server.named('buildings.create')).toMatchObject([
      { body: { name: 'Storehouse', organizationId: 'rye' } },
    ]),
  )
  await console.isAt('/app/buildings')
  await console.find('button', 'Edit Shop')
  await console.press('Exit')
  await console.isAt('/app/dashboard')
  console.go('/app/buildings')
  await console.page().findByText('Prayer hall')
})

test('input for one organization is neither lost by viewing another one, nor saved there', async () => {
  const console = open('/app/dashboard')
  await console.look('Rye bakery')
  await console.looksAt('Rye bakery')
  console.go('/app/buildings/edit/shop')
  await console.fill(/^Location/, 'Zarqa')
  await console.press('Exit')
  await (await question()).press('Stay')
  await console.look('Old mosque')
  await (await question()).press('Stay')
  await console.looksAt('Rye bakery')
  expect(await console.field(/^Location/)).toHaveProperty('value', 'Zarqa')
  await console.look('Old mosque')
  await (await question()).press('Leave')
  await console.isAt('/app/dashboard')
  await console.looksAt('Old mosque')
  expect(console.server.named('buildings.update')).toEqual([])
})

test('the viewed organization is renamed everywhere, and left when it is deleted', async () => {
  const console = open('/app/dashboard')
  await console.look('Old mosque')
  await console.looksAt('Old mosque')
  console.go('/app/organization')
  await console.press('Edit Old mosque')
  const form = await dialog('Edit organization')
  await form.fill(/^Name/, 'New mosque')
  await form.press('Save')
  await console.looksAt('New mosque')
  await console.press('Delete New mosque')
  await (await dialog('DELETE')).press('DELETE')
  await waitFor(() => expect(document.body.textContent).not.toContain("You're viewing"))
  await console.find('button', 'Delete Rye bakery')
})

test('a code of a screen asks once: going back does not ask again', async () => {
  const console = open('/app/devices?code=ABCDEF')
  const adding = await dialog('Add screen')
  expect(await adding.field('Code on the screen')).toHaveProperty('value', 'ABCDEF')
  await console.user.keyboard('{Escape}')
  await waitFor(() => expect(named('dialog', 'Add screen')).toEqual([]))
  await console.click('link', 'Buildings')
  await console.isAt('/app/buildings')
  console.router.history.back()
  await waitFor(() => expect(console.router.state.location.pathname).toBe('/app/devices'))
  await console.find('button', 'Add screen')
  expect(named('dialog', 'Add screen')).toEqual([])
})
