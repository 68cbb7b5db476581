// @vitest-environment happy-dom
import { waitFor } from '@testing-library/dom'
import { User } from '@vitrine/contract/api/accounts/users'
import { Layout } from '@vitrine/contract/api/content/layouts'
import { Device } from '@vitrine/contract/api/screens/devices'
import { expect, test } from 'vitest'
import { dialog, openConsole, setUpConsole } from './console-window.tsx'
import { ONE_OF_EACH, sample } from './samples.ts'

setUpConsole()

const SCREENS = Array.from({ length: 12 }, (_, n) =>
  sample(Device, { id: `d${n}`, name: `Screen ${n}`, connection: 'online', deviceGroupId: null }),
)
const box = async (name: string) => {
  const find = () => document.querySelector<HTMLInputElement>(`input[aria-label="${name}"]`)
  await waitFor(() => expect(find()).not.toBeNull())
  return find() as HTMLInputElement
}
const click = async (name: string, shiftKey = false) =>
  (await box(name)).dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey }))

function open(refused: object[] = []) {
  return openConsole('/app/devices', {
    ...ONE_OF_EACH,
    'devices.list': { devices: SCREENS },
    'devices.removeMany': ({ body }: { body: { ids: string[] } }) => ({
      done: body.ids.slice(refused.length),
      refused,
    }),
  })
}

test('screens are selected by range, then all matches, and deleted in one call after a warning about the effects', async () => {
  const console = open()
  await click('Select Screen 1')
  await click('Select Screen 3', true)
  await waitFor(() => expect(document.body.textContent).toContain('3 selected'))
  await console.press('Select all 12')
  await waitFor(() => expect(document.body.textContent).toContain('12 selected'))
  await console.press('Delete')
  const { element, press } = await dialog('DELETE')
  await waitFor(() =>
    expect(element.textContent).toContain('12 screens stop playing and show a pairing code'),
  )
  await press('DELETE')
  await waitFor(() => expect(console.server.named('devices.removeMany')).toHaveLength(1))
  expect(console.server.named('devices.removeMany')[0]?.body).toEqual({ ids: SCREENS.map(({ id }) => id) })
  await waitFor(() => expect(document.body.textContent).not.toContain('12 selected'))
})

test('items that the server refuses stay selected, with the reason', async () => {
  const console = open([{ id: 'd1', errKey: 'NOT_FOUND', message: 'Screen not found' }])
  await click('Select Screen 1')
  await click('Select Screen 2')
  await console.press('Delete')
  await (await dialog('DELETE')).press('DELETE')
  await waitFor(() => expect(document.body.textContent).toContain("Screen 1 wasn't changed."))
  expect(document.body.textContent).toContain('1 selected')
  expect((await box('Select Screen 1')).checked).toBe(true)
  expect((await box('Select Screen 2')).checked).toBe(false)
})

test('your own account is not among all users that are selected', async () => {
  const me = ONE_OF_EACH['auth.profile'].profile
  const users = ['Ada', 'Ben', 'Cleo'].map((firstName, n) =>
    sample(User, { id: n === 0 ? me.id : `u${n}`, firstName, lastName: 'Adel' }),
  )
  const console = openConsole('/app/user', {
    ...ONE_OF_EACH,
    'users.list': { users },
    'users.removeMany': ({ body }: { body: { ids: string[] } }) => ({ done: body.ids, refused: [] }),
  })
  await click('Select Ben Adel')
  expect((await box('Select Ada Adel')).disabled).toBe(true)
  await console.press('Select all 3')
  await waitFor(() => expect(document.body.textContent).toContain('2 selected'))
  await console.press('Delete')
  await (await dialog('DELETE')).press('DELETE')
  await waitFor(() => expect(console.server.named('users.removeMany')).toHaveLength(1))
  expect(console.server.named('users.removeMany')[0]?.body).toEqual({ ids: ['u1', 'u2'] })
})

const PAGES = Array.from({ length: 3 }, (_, n) =>
  sample(Layout, { id: `l${n}`, name: `Page ${n}`, widgets: [], config: { inputs: [] } }),
)

test('layouts in a gallery are selected including those not loaded, and deleted in one call', async () => {
  const console = openConsole('/app/layouts', {
    ...ONE_OF_EACH,
    'layouts.documents': ({ query }: { query: { after?: string } }) =>
      query.after ? { layouts: PAGES.slice(2), next: null } : { layouts: PAGES.slice(0, 2), next: 'more' },
    'layouts.list': { layoutList: PAGES.map(({ id, name }) => ({ id, name })) },
    'layouts.removeMany': ({ body }: { body: { ids: string[] } }) => ({ done: body.ids, refused: [] }),
  })
  await click('Select Page 0')
  await click('Select Page 1', true)
  await waitFor(() => expect(document.body.textContent).toContain('2 selected'))
  await console.press('Select all')
  await waitFor(() => expect(document.body.textContent).toContain('3 selected'))
  // Selecting renders nothing out of view.
  expect(document.querySelector('input[aria-label="Select Page 2"]')).toBeNull()
  await console.find('button', 'Deselect all')
  await console.press('Delete')
  await (await dialog('DELETE')).press('DELETE')
  await waitFor(() => expect(console.server.named('layouts.removeMany')).toHaveLength(1))
  expect(console.server.named('layouts.removeMany')[0]?.body).toEqual({ ids: ['l0', 'l1', 'l2'] })
})

test('a long selection is deleted in short calls, which lets others use the database in between', async () => {
  const many = Array.from({ length: 230 }, (_, n) => sample(Device, { id: `d${n}`, name: `Screen ${n}` }))
  const console = openConsole('/app/devices', {
    ...ONE_OF_EACH,
    'devices.list': { devices: many },
    'devices.removeMany': ({ body }: { body: { ids: string[] } }) => ({ done: body.ids, refused: [] }),
  })
  await click('Select Screen 1')
  await console.press('Select all 230')
  await waitFor(() => expect(document.body.textContent).toContain('230 selected'))
  await console.press('Delete')
  await (await dialog('DELETE')).press('DELETE')
  await waitFor(() => expect(document.body.textContent).not.toContain('230 selected'))
  const calls = console.server.named('devices.removeMany').map(({ body }) => (body as { ids: string[] }).ids)
  expect(calls.map(({ length }) => length)).toEqual([100, 100, 30])
  expect(calls.flat()).toHaveLength(230)
})

test('Ctrl+A selects the files of the library, but not while the user types', async () => {
  const { page } = openConsole('/app/media-library', ONE_OF_EACH)
  await waitFor(() => expect(document.querySelector('article')).not.toBeNull())
  const search = await page().findByRole('searchbox')
  const press = (target: Element) =>
    target.dispatchEvent(
      new KeyboardEvent('keydown', {
        code: 'KeyA',
        key: 'a',
        ctrlKey: true,
        bubbles: true,
        cancelable: true,
      }),
    )
  expect(press(search)).toBe(true)
  expect(document.body.textContent).not.toMatch(/\d selected/)
  expect(press(document.body)).toBe(false)
  await waitFor(() => expect(document.body.textContent).toMatch(/\d selected/))
})
