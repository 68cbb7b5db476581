// @vitest-environment happy-dom
import { waitFor } from '@testing-library/dom'
import { describe, expect, test } from 'vitest'
import { type Act, deletes, deletesFromMenu } from '#test/acts.ts'
import { dialog, expectNotification, openConsole, setUpConsole } from '#test/console-window.tsx'
import { refuse } from '#test/fake-server.ts'
import { ONE_OF_EACH } from '#test/samples.ts'

setUpConsole()

const MEDIA = deletes('media.remove', '/app/media-library', 'shop.png')
const CARD = deletesFromMenu('cards.remove', '/app/cards', 'Bread')
const STORYBOARD = deletes('storyboards.remove', '/app/storyboard', 'Lunch')
const GENERIC = 'Failed to delete this item'

async function refused(act: Act, status: number, body: object) {
  const console = openConsole(act.address, { ...ONE_OF_EACH, [act.call]: refuse(status, body) })
  await act.steps(console)
}
const says = (message: string) => expectNotification({ kind: 'negative', title: 'Error', message })

describe('a refused deletion', () => {
  const IN_USE: readonly (readonly [rows: string, errKey: string, act: Act, message: string])[] = [
    [
      'X-040, X-042',
      'USED_IN_CARD',
      MEDIA,
      'this media in use, please delete all related items before delete',
    ],
    [
      'X-043, X-046',
      'USED_IN_STORYBOARD',
      CARD,
      'this card in use, please delete all related items before delete',
    ],
    [
      'X-044, X-047',
      'USED_IN_SCHEDULE',
      STORYBOARD,
      'this storyboard in use, please delete all related device groups before deleting',
    ],
  ]
  test.each(IN_USE)(
    '%s: says the words of %s, in the question as well',
    async (_rows, errKey, act, message) => {
      await refused(act, 409, { message: '', errKey })
      await says(message)
      await (await dialog('DELETE')).page().findByText(message)
    },
  )

  test('puts the focus on CLOSE, because DELETE was disabled in between', async () => {
    await refused(STORYBOARD, 409, { message: '', errKey: 'USED_IN_SCHEDULE' })
    const { find, press, page } = await dialog('DELETE')
    await page().findByText(/this storyboard in use/)
    const button = await find('button', 'DELETE')
    button.focus()
    await press('DELETE')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('CLOSE'))
  })

  const UNKNOWN: readonly (readonly [row: string, what: string, act: Act, body: object])[] = [
    ['X-041', 'a media item without a key', MEDIA, { message: '' }],
    ['X-045', 'a card without a key', CARD, { message: '' }],
    ['X-045', 'a card with an unknown key', CARD, { message: '', errKey: 'SOMETHING_NEW' }],
    ['X-045', 'a storyboard without a key', STORYBOARD, { message: '' }],
    ['X-045', 'a storyboard with an unknown key', STORYBOARD, { message: '', errKey: 'SOMETHING_NEW' }],
  ]
  test.each(UNKNOWN)('%s: of %s shows the generic text', async (_row, _what, act, body) => {
    await refused(act, 409, body)
    await says(GENERIC)
  })
})
