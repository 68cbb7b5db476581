// @vitest-environment happy-dom
import type { UsedBy } from '@vitrine/contract/errors'
import { describe, expect, test } from 'vitest'
import { type Act, deletes, deletesFromMenu } from '#test/acts.ts'
import { dialog, expectNotification, named, openConsole, setUpConsole } from '#test/console-window.tsx'
import { refuse } from '#test/fake-server.ts'
import { ONE_OF_EACH } from '#test/samples.ts'

setUpConsole()

const STORYBOARD = deletes('storyboards.remove', '/app/storyboard', 'Lunch')
const LAYOUT = deletesFromMenu('layouts.remove', '/app/layouts', 'Lobby')

interface Refused {
  rows: string
  act: Act
  errKey: string
  uses: UsedBy[]
  links: string[]
  says: string
}
const REFUSED: readonly Refused[] = [
  {
    rows: 'X-051: a layout in use',
    act: LAYOUT,
    errKey: 'LAYOUT_IN_USE',
    uses: [{ kind: 'storyboard', id: 's9', name: 'Morning', type: 'designed' }],
    links: ['storyboard Morning'],
    says: 'Failed to delete Layout\nThis layout is used in a storyboard. Remove it from the storyboard first.',
  },
  {
    rows: 'X-044: a storyboard that was sent to a screen only',
    act: STORYBOARD,
    errKey: 'USED_ON_SCREEN',
    uses: [{ kind: 'device', id: 'v9', name: 'Door' }],
    links: ['screen Door'],
    says: 'This storyboard was sent to a screen and is still playing there. Play something else on that screen first.',
  },
  {
    rows: 'X-044: a storyboard in an action',
    act: STORYBOARD,
    errKey: 'USED_IN_ACTION',
    uses: [
      { kind: 'layout', id: 'y9', name: 'Hall' },
      { kind: 'template', id: 't9', name: 'Frame' },
    ],
    links: ['layout Hall', 'template Frame'],
    says: 'An action opens this storyboard. Change the action first.',
  },
  {
    rows: 'X-044: a storyboard in a takeover',
    act: STORYBOARD,
    errKey: 'USED_IN_TAKEOVER',
    uses: [{ kind: 'takeover', id: 'k9', name: 'Fire' }],
    links: ['takeover Fire'],
    says: 'An emergency takeover is showing this storyboard. End the takeover first.',
  },
]

describe('a refused deletion', () => {
  test.each(REFUSED)(
    '$rows: says why, and links what uses it',
    async ({ act, errKey, uses, links, says }) => {
      const answer = refuse(409, { message: '', errKey, usedIn: uses })
      const console = openConsole(act.address, { ...ONE_OF_EACH, [act.call]: answer })
      await act.steps(console)
      await expectNotification({ kind: 'negative', title: 'Error', message: says })
      const { element } = await dialog('DELETE')
      for (const link of links) expect(named('link', link, element)).toHaveLength(1)
    },
  )
})
