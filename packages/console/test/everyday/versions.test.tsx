// @vitest-environment happy-dom
import { waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { dialog, named, openConsole, setUpConsole } from '#test/console-window.tsx'
import { ONE_OF_EACH } from '#test/samples.ts'

setUpConsole()

const version = (number: number, parts: number) => ({
  ...{ version: number, name: `Lobby ${number}`, parts, savedBy: 'Mona Haddad', request: `r${number}` },
  savedAt: `2026-11-2${number}T10:00:00.000Z`,
})
const versions = [version(3, 4), version(2, 1), version(1, 2)]

test.each([
  ['storyboards', '/app/storyboard/standard/edit/s1', /4 pages/],
  ['deviceGroups', '/app/device-group/storyboard/g1', /4 time slots/],
] as const)('an earlier version of %s is restored, and the restoring undone', async (of, address, parts) => {
  const console = openConsole(address, {
    ...ONE_OF_EACH,
    [`${of}.versions`]: { versions },
    [`${of}.restore`]: {},
  })
  await console.press('Versions')
  const opened = await dialog('Version history')
  await opened.page().findByText(parts)
  await opened.press(/^Restore the version of .*21/)
  const restored = () => console.server.named(`${of}.restore`).map(({ params }) => params)
  await waitFor(() => expect(restored()).toMatchObject([{ version: '1' }]))
  await waitFor(() => expect(named('dialog', 'Version history')).toEqual([]))
  // A storyboard's pages have an undo too.
  named('button', 'Undo').at(-1)?.click()
  await waitFor(() => expect(restored()).toMatchObject([{ version: '1' }, { version: '3' }]))
})
