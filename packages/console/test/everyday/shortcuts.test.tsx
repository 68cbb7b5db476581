// @vitest-environment happy-dom
import { waitFor } from '@testing-library/dom'
import { Building } from '@vitrine/contract/api/places/buildings'
import { expect, test } from 'vitest'
import { dialog, named, openConsole, setUpConsole } from '#test/console-window.tsx'
import { building, ONE_OF_EACH, sample } from '#test/samples.ts'

setUpConsole()

const BUILDINGS = ['North tower', 'South tower'].map((name) =>
  sample(Building, { ...building, id: name.slice(0, 5).toLowerCase(), name }),
)
const ANSWERS = {
  'buildings.list': { buildings: BUILDINGS },
  'buildings.get': ({ params }: { params: { id: string } }) => ({
    building: BUILDINGS.find(({ id }) => id === params.id),
  }),
}
const noDialog = () => waitFor(() => expect(named('dialog', /./)).toEqual([]))

test('keys go to screens and open their own list, and do nothing while it is open', async () => {
  const { user, isAt, find, router } = openConsole('/app/buildings', ANSWERS)
  await find('button', 'Add building')
  await user.keyboard('gd')
  await isAt('/app/devices')
  await find('button', 'Add screen')
  await user.keyboard('?')
  const sheet = await dialog('Keyboard shortcuts')
  sheet.page().getByText('Open the command palette')
  await user.keyboard('gm')
  await user.keyboard('{Escape}')
  await noDialog()
  expect(router.state.location.pathname).toBe('/app/devices')
})

test('the palette finds a record by its name and opens it', async () => {
  const { user, isAt, page, find } = openConsole('/app/buildings', ANSWERS)
  await find('button', 'Add building')
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await page().findByRole('combobox', { name: 'Command palette' }), 'south')
  await waitFor(() => expect(named('option', /./)[0]?.textContent).toContain('South tower'))
  await user.keyboard('{Enter}')
  await isAt('/app/buildings/edit/south')
  await page().findByRole('heading', { level: 1, name: 'South tower' })
})

/** happy-dom has no bodies of tables. */
const addTableBodies = () =>
  Object.defineProperty(HTMLTableElement.prototype, 'tBodies', {
    configurable: true,
    get(this: HTMLTableElement) {
      return [...this.querySelectorAll('tbody')].map((body) => ({ rows: body.querySelectorAll('tr') }))
    },
  })

test('letters move between the rows of a list, Enter opens one, and a slash searches', async () => {
  const { user, isAt, page, find, router } = openConsole('/app/buildings', ANSWERS)
  const isFocused = (name: string) => waitFor(() => expect(document.activeElement?.textContent).toBe(name))
  addTableBodies()
  await find('button', 'Edit South tower')
  document.querySelector('main')?.focus()
  await user.keyboard('j')
  await isFocused('North tower')
  await user.keyboard('j')
  await isFocused('South tower')
  await user.keyboard('k')
  await isFocused('North tower')
  await user.keyboard('{Enter}')
  await isAt('/app/buildings/edit/north')
  await page().findByRole('heading', { level: 1, name: 'North tower' })
  router.history.back()
  await find('button', 'Edit South tower')
  await user.keyboard('/')
  await user.keyboard('cg')
  await page().findByText('No results for “cg”')
  expect(router.state.location.href).toContain('q=cg')
})

test('while the leave confirmation is open, shortcuts open nothing else', async () => {
  const { user, fill, click, field } = openConsole('/app/buildings/create', ANSWERS)
  await fill(/^Name/, 'Annex')
  await click('link', 'Cards')
  const question = await dialog('Leave without saving?')
  const stay = await question.find('button', 'Stay')
  await waitFor(() => expect(document.activeElement).toBe(stay))
  await user.keyboard('p?{Control>}k{/Control}gd')
  expect(named('dialog', /./)).toHaveLength(1)
  expect(document.activeElement).toBe(stay)
  // The browser closes it with Escape.
  await question.press('Stay')
  await noDialog()
  expect(await field(/^Name/)).toHaveProperty('value', 'Annex')
  await user.keyboard('{Control>}k{/Control}')
  await waitFor(() => expect(document.activeElement?.closest('[role="dialog"]')).not.toBeNull())
  expect(document.activeElement?.getAttribute('role')).toBe('combobox')
})

test.each([
  ['a dialog', '/app/device-group', 'Play Shop front on…', 'Play on…'],
  ['a question', '/app/device-group', 'Delete Shop front', /./],
])('while %s is open, shortcuts open nothing under it', async (_, address, opener, title) => {
  const { user, press } = openConsole(address, ONE_OF_EACH)
  await press(opener)
  await dialog(title)
  await user.keyboard('{Control>}k{/Control}')
  expect(named('dialog', /./)).toHaveLength(1)
})

test('Enter chooses the first option that matches a search', async () => {
  const [item] = ONE_OF_EACH['shelf.list'].items
  const all = ['Lobby', 'Lunch', 'Lunch in the hall'].map((name) => ({ ...item, id: name, name }))
  const { user, press } = openConsole('/app/device-group', {
    ...ONE_OF_EACH,
    'shelf.list': ({ query: { search = '' } }: { query: { search?: string } }) => ({
      items: all.filter(({ name }) => name.toLowerCase().includes(search)),
    }),
  })
  await press('Play Shop front on…')
  const form = await dialog('Play on…')
  const what = (await form.field(/^What/)) as HTMLInputElement
  await user.type(what, 'lun')
  await waitFor(() => expect(named('option', /./)).toHaveLength(2))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(what.value).toBe('Lunch'))
})
