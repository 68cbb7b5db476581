// @vitest-environment happy-dom
import { waitFor } from '@testing-library/dom'
import type { Profile } from '@vitrine/contract/api/accounts/auth'
import { expect, test } from 'vitest'
import { dialog, expectNotification, named, openConsole, setUpConsole } from '#test/console-window.tsx'
import { refuse } from '#test/fake-server.ts'
import { ONE_OF_EACH, storyboard } from '#test/samples.ts'

setUpConsole()

/** What the browser sends when files or an address are dropped. */
function drop(files: readonly File[], text = '', type: 'drop' | 'paste' = 'drop') {
  const event = new Event(type, { bubbles: true, cancelable: true })
  const data = {
    files,
    items: [],
    types: files.length > 0 ? ['Files'] : ['text/uri-list', 'text/plain'],
    getData: (of: string) =>
      of === 'text/uri-list' && type === 'drop' ? text : of === 'text/plain' ? text : '',
  }
  Object.assign(event, { dataTransfer: data, clipboardData: data })
  document.body.dispatchEvent(event)
  return event
}
const closed = () => waitFor(() => expect(named('dialog', 'Play on…')).toEqual([]))
const made = { ...storyboard, id: 's9', status: 'pending', approvedVersion: null, madeFor: 'q1' }
const sheet = () => new File(['Dish,Price\nSoup,4.50\nTea,2\n'], 'Menu.csv')
const table = {
  columns: ['Dish', 'Price'],
  rows: [
    ['Soup', '4.50'],
    ['Tea', 2],
  ],
  found: 2,
}
const source = { id: 'q1', name: 'Menu', organizationId: 'o1', hasUrl: false, version: 3 }

const ready = async (answers = {}, profile = {}) => {
  const console = openConsole(
    '/app/dashboard',
    { ...ONE_OF_EACH, 'deviceGroups.list': {}, ...answers },
    profile,
  )
  await waitFor(() => expect(document.querySelector('main')).not.toBeNull())
  // The drop target loads after the page.
  await waitFor(() => expect(drop([]).defaultPrevented).toBe(true))
  return console
}

test('a sheet becomes a data source with a board, on the only screen, in one click', async () => {
  const console = await ready({
    'sources.preview': table,
    'sources.create': { source },
    'shelf.play': { storyboard: made },
    'storyboards.setStatus': { storyboard: made },
  })
  expect(drop([sheet()]).defaultPrevented).toBe(true)
  const form = await dialog('Play on…')
  await form.page().findByText('Menu: a board with 2 rows that follows the sheet')
  await waitFor(async () => expect(await form.find('button', 'Play')).toHaveProperty('disabled', false))
  await form.press('Play')
  await closed()
  expect(console.server.named('sources.create')).toMatchObject([{ body: { name: 'Menu', kind: 'csv' } }])
  const [play] = console.server.named('shelf.play')
  expect(play).toMatchObject({ params: { id: 'q1' }, body: { kind: 'source', page: { width: 1920 } } })
  expect(JSON.stringify(play?.body)).toContain('"Menu"')
  expect(console.server.named('devices.switchStory')).toMatchObject([{ body: { storyboardId: 's9' } }])
})

test('the same sheet again replaces the rows of its data source', async () => {
  const console = await ready({
    'sources.preview': table,
    'sources.list': { sources: [{ ...source, organizationId: undefined }] },
    'sources.update': { source },
    'shelf.play': { storyboard: made },
  })
  drop([sheet()])
  const form = await dialog('Play on…')
  await form.page().findByText(/^Replaces the rows of “Menu”/)
  expect(console.server.named('sources.create')).toEqual([])
})

test('what no screen can show is named with a way out, and nothing can be played', async () => {
  await ready()
  drop([
    new File([Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0])], 'Old.xls'),
    new File([], 'nothing.png'),
    new File(['Dear all'], 'letter.txt'),
  ])
  const form = await dialog('Play on…')
  await form.page().findByText('Old.xls: save it as .xlsx first.')
  await form.page().findByText('nothing.png is empty.')
  await form.page().findByText("letter.txt: screens can't show this kind of file.")
  expect(await form.find('button', 'Play')).toHaveProperty('disabled', true)
})

test('a pasted address is offered as a web page; other pasted text is ignored', async () => {
  const console = await ready({
    'webMedia.create': { media: { id: 'm9' } },
    'shelf.play': { storyboard: made },
  })
  drop([], 'Dear all', 'paste')
  expect(named('dialog', 'Play on…')).toEqual([])
  drop([], 'https://example.org/menu', 'paste')
  const form = await dialog('Play on…')
  await form.page().findByText('The web page example.org')
  await form.press('Play')
  await closed()
  expect(console.server.named('webMedia.create')).toMatchObject([
    { body: { name: 'example.org', address: 'https://example.org/menu' } },
  ])
})

test('a user with view-only access sees why nothing opens', async () => {
  const viewer = { role: '2', permissions: [] } as const
  const profile = { ...ONE_OF_EACH['auth.profile'].profile, ...viewer }
  await ready({ 'auth.profile': { profile } }, viewer)
  drop([sheet()])
  await expectNotification({
    kind: 'negative',
    title: 'Error',
    message:
      "You can't show this: your account needs the permissions for media and screens. Ask an administrator.",
  })
  expect(named('dialog', 'Play on…')).toEqual([])
})

test('a PDF shows its first page while nothing is stored', async () => {
  let draw = () => {}
  const drawn = new Promise<void>((resolve) => {
    draw = resolve
  })
  const console = await ready({
    'decks.preview': async () => {
      await drawn
      return { picture: 'AAAA', mimetype: 'image/png', pages: 3 }
    },
  })
  drop([new File(['%PDF-1.7'], 'Menu.pdf')])
  const form = await dialog('Play on…')
  await form.page().findByText('Drawing the first page…')
  draw()
  const picture = await form.page().findByRole('img', { name: 'First page of Menu.pdf' })
  expect(picture.getAttribute('src')).toBe('data:image/png;base64,AAAA')
  expect(console.server.named('decks.create')).toEqual([])
})

test('a PDF that nothing can draw says why', async () => {
  await ready({
    'decks.preview': refuse(415, { message: '', errors: { 'media.0': 'Menu.pdf has a password.' } }),
  })
  drop([new File(['%PDF-1.7'], 'Menu.pdf')])
  const form = await dialog('Play on…')
  await form.page().findByText('Menu.pdf has a password.')
})

test('a kiosk learns that it only edits cards, and stays on its page', async () => {
  const kiosk: Partial<Profile> = { kiosk: true, role: '2', permissions: ['cards'] }
  const profile = { ...ONE_OF_EACH['auth.profile'].profile, ...kiosk }
  openConsole('/app/cards', { ...ONE_OF_EACH, 'auth.profile': { profile } }, kiosk)
  await waitFor(() => expect(drop([]).defaultPrevented).toBe(true))
  expect(drop([sheet()]).defaultPrevented).toBe(true)
  await expectNotification({
    kind: 'negative',
    title: 'Error',
    message:
      "You can't add files here: this login is only for editing cards. Ask an administrator to show files on screens.",
  })
  expect(named('dialog', 'Play on…')).toEqual([])
})
