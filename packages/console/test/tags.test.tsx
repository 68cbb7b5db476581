// @vitest-environment happy-dom
import { waitFor } from '@testing-library/dom'
import type { TagsChange } from '@vitrine/contract/api/base/tags'
import { Device } from '@vitrine/contract/api/screens/devices'
import { expect, test } from 'vitest'
import { dialog, openConsole, setUpConsole } from './console-window.tsx'
import { ONE_OF_EACH, sample } from './samples.ts'

setUpConsole()

const SCREENS = [
  sample(Device, { id: 'd1', name: 'Door', tags: ['Lobby', 'Old'] }),
  sample(Device, { id: 'd2', name: 'Desk', tags: [] }),
]

const check = async (find: () => Element | null | undefined) => {
  await waitFor(() => expect(find()).toBeTruthy())
  find()?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
}

test('tags of selected screens are removed in one call, and Undo adds them only where they were', async () => {
  const console = openConsole('/app/devices', {
    ...ONE_OF_EACH,
    'devices.list': { devices: SCREENS },
    'tags.list': {
      tags: [
        { name: 'Lobby', kinds: ['device'] },
        { name: 'Old', kinds: ['device'] },
      ],
    },
    'devices.tagMany': ({ body }: { body: TagsChange }) => ({
      done: body.ids,
      refused: [],
      added: [],
      removed: body.remove.map((tag) => ({ tag, ids: ['d1'] })),
    }),
  })
  await check(() => document.querySelector('input[aria-label="Select Door"]'))
  await check(() => document.querySelector('input[aria-label="Select Desk"]'))
  await console.press('Tags…')
  const { element, press } = await dialog('Tags')
  await waitFor(() => expect(element.textContent).toContain('Old (1)'))
  await check(() => element.querySelector('input[type="checkbox"][value="Old"]'))
  await press('Apply')
  const sent = () => console.server.named('devices.tagMany').map(({ body }) => body)
  await waitFor(() => expect(sent()).toEqual([{ ids: ['d1', 'd2'], add: [], remove: ['Old'] }]))
  await console.press('Undo')
  await waitFor(() => expect(sent()[1]).toEqual({ ids: ['d1'], add: ['Old'], remove: [] }))
})

test('the list of screens filters by a tag of the URL', async () => {
  const console = openConsole('/app/devices?tag=lobby', {
    ...ONE_OF_EACH,
    'devices.list': { devices: SCREENS.slice(0, 1) },
  })
  await waitFor(() => expect(document.body.textContent).toContain('Door'))
  const queries = console.server.named('devices.list').map(({ query }) => query)
  expect(queries).toContainEqual(expect.objectContaining({ tag: 'lobby' }))
})
