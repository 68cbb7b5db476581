// @vitest-environment happy-dom
import { waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { dialog, named, openConsole, setUpConsole } from '#test/console-window.tsx'
import { ONE_OF_EACH } from '#test/samples.ts'

setUpConsole()

/** Overlays of screens: the button that opens one, and the element that it focuses first. Journeys have those of floors. */
const OVERLAYS: readonly (readonly [address: string, button: string, first: RegExp])[] = [
  ['/app/devices', 'Add screen', /^Code on the screen/],
  ['/app/devices', 'Change story of Lobby screen', /^Storyboard/],
  ['/app/device-group', 'Add group', /^Name/],
  ['/app/device-configurations', 'New configuration', /^Name/],
  ['/app/open-case', 'New case', /^Screen problem/],
  ['/app/media-library', 'Create Folder', /^Folder Name/],
  ['/app/storyboard', 'New storyboard', /^Standard/],
  ['/app/storyboard', 'Play Lunch on…', /^What/],
  ['/app/storyboard', 'Delete Lunch', /^CLOSE/],
  ['/app/buildings', 'Play on…', /^What/],
  ['/app/buildings', 'Keyboard shortcuts', /^Close/],
]

const nameOf = (element: Element | null): string =>
  element?.getAttribute('aria-label') ??
  (element as HTMLInputElement | null)?.labels?.[0]?.textContent ??
  element?.textContent ??
  ''

test.each(OVERLAYS)(
  '%s: %s starts in its first field, opens no list unasked, and returns the focus',
  async (address, name, first) => {
    const console = openConsole(address, ONE_OF_EACH)
    const button = await console.find('button', name)
    // Twice: lazily loaded parts are there the second time.
    for (let time = 0; time < 2; time++) {
      button.focus()
      await console.user.keyboard('{Enter}')
      await console.find('dialog', /./)
      await waitFor(() => expect(nameOf(document.activeElement)).toMatch(first))
      expect(document.activeElement?.closest('[role="dialog"]')).not.toBeNull()
      expect(document.querySelector('[role="dialog"] [aria-expanded="true"]')).toBeNull()
      await console.user.keyboard('{Escape}')
      await waitFor(() => expect(named('dialog', /./)).toEqual([]))
      await waitFor(() => expect(document.activeElement).toBe(button))
    }
  },
)

const three = <T extends object>(record: T, label: (name: string) => object): T[] =>
  ['One', 'Two', 'Three'].map((name) => ({ ...record, ...label(name), id: name }))
const named3 = <T extends object>(record: T) => three(record, (name) => ({ name }))
const RECORDS = {
  ...ONE_OF_EACH,
  'devices.list': { devices: named3(ONE_OF_EACH['devices.list'].devices[0]) },
  'storyboards.list': { storyboards: named3(ONE_OF_EACH['storyboards.list'].storyboards[0]) },
  'users.list': { users: three(ONE_OF_EACH['users.list'].users[0], (firstName) => ({ firstName })) },
}
const boxes = () =>
  [...document.querySelectorAll<HTMLElement>('main input[type="checkbox"]')].filter(
    (box) => !/all/i.test(nameOf(box)),
  )
const isFocused = (name: RegExp) => waitFor(() => expect(nameOf(document.activeElement)).toMatch(name))

test.each(['/app/devices', '/app/storyboard', '/app/user'])(
  '%s: selecting by keyboard keeps the focus at hand until the end',
  async (address) => {
    const console = openConsole(address, RECORDS)
    const { user } = console
    await waitFor(() => expect(boxes().length).toBeGreaterThan(2))
    for (const index of [0, 1]) {
      boxes()[index]?.focus()
      await user.keyboard(' ')
    }
    await console.page().findByText('2 selected')
    const press = async (name: string | RegExp) => {
      const button = await console.find('button', name)
      button.focus()
      await user.keyboard('{Enter}')
    }
    await press(/^Select all/)
    await isFocused(/^Deselect all/)
    await press(/^Delete$/)
    await console.find('dialog', 'DELETE')
    await user.keyboard('{Escape}')
    await isFocused(/^Delete$/)
    await press('Done')
    await waitFor(() => expect(named('button', 'Deselect all')).toEqual([]))
    await waitFor(() => expect(document.activeElement?.closest('main')).not.toBeNull())
  },
)

test('a dialog asks before it discards input, and returns the focus either way', async () => {
  const console = openConsole('/app/user', ONE_OF_EACH)
  const { user } = console
  const add = await console.find('button', 'Add user')
  add.focus()
  await user.keyboard('{Enter}')
  const form = await dialog('Add user')
  await isFocused(/^First name/)
  await user.keyboard('Uma{Escape}')
  const question = () => document.querySelector('[role="alertdialog"]')
  await waitFor(() => expect(question()?.textContent).toContain('Leave without saving?'))
  await isFocused(/^Stay$/)
  await user.keyboard('{Enter}')
  await waitFor(() => expect(question()).toBeNull())
  expect(await form.field(/^First name/)).toHaveProperty('value', 'Uma')
  ;(await form.field(/^First name/)).focus()
  await user.keyboard('{Escape}')
  await console.press('Leave')
  await waitFor(() => expect(named('dialog', /./)).toEqual([]))
  await waitFor(() => expect(document.activeElement).toBe(add))
})

test('selected screens move to a group by keyboard, and Undo moves them back', async () => {
  let deviceGroupId: string | null = null
  const console = openConsole('/app/devices', {
    ...RECORDS,
    'devices.updateMany': ({ body }: { body: { ids: string[]; deviceGroupId: string | null } }) => {
      deviceGroupId = body.deviceGroupId
      return { done: body.ids, refused: [] }
    },
  })
  const { user } = console
  await waitFor(() => expect(boxes().length).toBeGreaterThan(2))
  boxes()[0]?.focus()
  await user.keyboard(' ')
  boxes()[2]?.focus()
  await user.keyboard('{Shift>} {/Shift}')
  await console.page().findByText('3 selected')
  const press = async (button: HTMLElement) => {
    button.focus()
    await user.keyboard('{Enter}')
  }
  await press(await console.find('button', 'Move to…'))
  const move = await dialog('Move 3 screens')
  await move.choose('Group', 'Shop front')
  await press(await move.find('button', 'Move'))
  await waitFor(() => expect(deviceGroupId).toBe('g1'))
  expect(
    console.server.received.findLast(({ body }) => JSON.stringify(body ?? '').includes('g1'))?.body,
  ).toMatchObject({
    ids: ['One', 'Two', 'Three'],
  })
  await waitFor(() => expect(console.page().queryByText('3 selected')).toBeNull())
  await press(await console.find('button', 'Undo'))
  await waitFor(() => expect(deviceGroupId).toBeNull())
})
