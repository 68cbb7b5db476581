// @vitest-environment happy-dom
import { waitFor } from '@testing-library/dom'
import { describe, expect, test } from 'vitest'
import { createBuilding } from '#test/acts.ts'
import {
  dialog,
  expectNotification,
  named,
  notifications,
  openConsole,
  setUpConsole,
} from '#test/console-window.tsx'
import { refuse } from '#test/fake-server.ts'
import { building, ONE_OF_EACH } from '#test/samples.ts'

setUpConsole()

const QUESTION = 'Leave without saving?'

/** A response that comes when the test sends it. */
function later() {
  let send = (_answer: unknown) => {}
  const answer = new Promise((resolve) => {
    send = resolve
  })
  return { answer: () => answer, send: (given: unknown) => send(given) }
}

describe('leaving during a save', () => {
  test('asks first, because the save may fail; staying keeps the input', async () => {
    const { answer, send } = later()
    const console = openConsole('/app/buildings/create', { ...ONE_OF_EACH, 'buildings.create': answer })
    await createBuilding.steps(console)
    await waitFor(() => expect(console.server.named('buildings.create')).toHaveLength(1))
    await console.click('link', 'Cards')
    await (await dialog(QUESTION)).press('Stay')
    send(refuse(500))
    await expectNotification({ kind: 'negative', title: 'Error', message: 'Failed to create new Building' })
    expect(await console.field(/^Location/)).toHaveProperty('value', 'Amman')
    expect(console.router.state.location.pathname).toBe('/app/buildings/create')
  })

  test('of a dialog asks, too; a save that finished in the meantime closes both', async () => {
    const { answer, send } = later()
    const console = openConsole('/app/device-group', { ...ONE_OF_EACH, 'deviceGroups.create': answer })
    await console.press('Add group')
    const form = await dialog('Add group')
    await form.fill(/^Name/, 'Shop windows')
    await form.press('Save')
    await waitFor(() => expect(console.server.named('deviceGroups.create')).toHaveLength(1))
    await console.user.keyboard('{Escape}')
    await waitFor(() => expect(document.querySelector('[role="alertdialog"]')).not.toBeNull())
    send({})
    await waitFor(() => expect(named('dialog', 'Add group')).toEqual([]))
    expect(document.querySelector('[role="alertdialog"]')).toBeNull()
  })
})

test('another tab of the settings is left like another screen: it asks about unsaved input', async () => {
  const console = openConsole('/app/settings?tab=kiosk', ONE_OF_EACH)
  await console.fill(/^Origin/, 'https://intranet.example.org')
  await console.click('tab', 'Keyboard')
  await (await dialog(QUESTION)).press('Stay')
  expect(await console.field(/^Origin/)).toHaveProperty('value', 'https://intranet.example.org')
})

test('a floor that becomes several keeps its id, and with it its screens', async () => {
  const console = openConsole('/app/buildings/edit/b1', ONE_OF_EACH)
  await console.fill(/^Floor name/, 'G, 1')
  await console.press('Add these 2 floors')
  await console.press('Save')
  await waitFor(() => expect(console.server.named('buildings.update')).toHaveLength(1))
  const [kept, added] = [{ id: building.floors[0]?.id, name: 'G' }, { name: '1' }]
  expect(console.server.named('buildings.update')).toMatchObject([{ body: { floors: [kept, added] } }])
  expect(console.server.named('buildings.update')).not.toMatchObject([
    { body: { floors: [kept, { id: expect.anything() }] } },
  ])
})

test('a bulk change that fails for every item reports no success', async () => {
  const refused = [{ id: 'm1', errKey: 'USED_IN_CARD', message: 'used' }]
  const console = openConsole('/app/media-library', {
    ...ONE_OF_EACH,
    'media.removeMany': { done: [], refused },
  })
  await console.press('Select')
  await console.click('checkbox', 'shop.png')
  await console.press('Delete')
  await (await dialog('DELETE')).press('DELETE')
  await console.page().findByText(/shop\.png wasn't changed/)
  expect(notifications().filter(({ kind }) => kind === 'positive')).toEqual([])
})
