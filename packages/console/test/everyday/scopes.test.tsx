// @vitest-environment happy-dom
import { waitFor } from '@testing-library/dom'
import { DeckVersion } from '@vitrine/contract/api/content/conversions/deck-versions'
import { Deck } from '@vitrine/contract/api/content/conversions/decks'
import { FolderContent } from '@vitrine/contract/api/content/library/folders'
import { MediaVersion } from '@vitrine/contract/api/content/library/media-versions'
import { Media } from '@vitrine/contract/api/content/media'
import { expect, test } from 'vitest'
import { dialog, named, openConsole, setUpConsole } from '#test/console-window.tsx'
import type { Answers, Received } from '#test/fake-server.ts'
import { ada, folder, ONE_OF_EACH, picture, sample, user } from '#test/samples.ts'

setUpConsole()

const inner = sample(FolderContent, {
  ...folder,
  id: 'd2',
  name: 'July',
  folderId: 'd1',
  folders: [],
  media: [picture],
})
const outer = sample(FolderContent, {
  ...folder,
  id: 'd1',
  name: 'Summer',
  folders: [inner],
  media: [picture],
})
const SUMMER = { id: 'd1', name: 'Summer' }
const ANSWERS = {
  ...ONE_OF_EACH,
  'users.update': { user },
  'media.list': { media: { media: [picture], folders: [outer], total: 1, foldersNext: null } },
  'media.folder': ({ params }: Received) => ({
    folder:
      params.id === 'd2'
        ? { ...inner, path: [SUMMER, { id: 'd2', name: 'July' }] }
        : { ...outer, path: [SUMMER] },
  }),
}

test('rights are given for a folder of the media library', async () => {
  const console = openConsole('/app/user', ANSWERS)
  await console.press('Edit Mona Haddad')
  const form = await dialog(/^Edit/)
  await form.click('radio', 'Chosen places or folders')
  await form.press('Choose folders')
  const choice = await dialog('Choose folders')
  await choice.press('Open Summer')
  await choice.click('checkbox', 'July')
  await choice.press('Done')
  await form.page().findByText('Summer · July')
  await form.press('Save')
  await waitFor(() =>
    expect(console.server.named('users.update')).toMatchObject([
      { body: { scope: { places: null, folders: ['d2'] } } },
    ]),
  )
})

test('what is in a chosen folder is chosen with it, and a choice of nothing is not saved', async () => {
  const scope = { places: null, folders: ['d1'] }
  const limited = { ...user, scope }
  const console = openConsole('/app/user', { ...ANSWERS, 'users.list': { users: [limited] } })
  await console.press('Edit Mona Haddad')
  const form = await dialog(/^Edit/)
  await form.press('Choose folders')
  const choice = await dialog('Choose folders')
  await choice.press('Open Summer')
  await waitFor(() => expect(named('checkbox', 'July', choice.element)[0]).toHaveProperty('disabled', true))
  await choice.press('Done')
  await form.press('Remove Summer')
  await form.press('Save')
  await form.page().findByText(/field needs attention/)
  expect(console.server.named('users.update')).toEqual([])
})

test('someone whose rights hold for a folder adds nothing at Root', async () => {
  const limits = [[{ permissions: ['media' as const], scope: { places: null, folders: ['d1'] } }]]
  const person = { role: '1' as const, limits }
  openConsole(
    '/app/media-library',
    { ...ANSWERS, 'auth.profile': { profile: { ...ada, ...person } } },
    person,
  )
  await waitFor(() => expect(named('link', /^Summer/)).toHaveLength(1))
  for (const name of ['Upload', 'New folder', 'Add']) expect(named('button', name)).toEqual([])
})

const seen = sample(Media, { ...picture, id: 'seen', name: 'Seen.png', isReadOnly: true })
const own = sample(Media, { ...picture, id: 'own', name: 'Own.png' })
const deck = sample(Deck, { id: 'k1', name: 'Menu.pdf', folderId: 'd1' })
const KEPT = { replacedAt: '2026-05-01T00:00:00.000Z', expiresAt: '2026-06-01T00:00:00.000Z' }
const version = sample(MediaVersion, { version: 1, ...KEPT })

/** Someone who sees the whole library, and changes the folder July. */
const openAsMover = (address: string, answers: Answers = {}) => {
  const limits = [
    [
      { permissions: [], scope: null },
      { permissions: ['media' as const], scope: { places: null, folders: ['d2'] } },
    ],
  ]
  const person = { role: '1' as const, limits }
  const profile = { ...ada, ...person }
  const summer = { ...outer, isReadOnly: true, path: [SUMMER], media: [seen], deck }
  return openConsole(
    address,
    {
      ...ANSWERS,
      'auth.profile': { profile },
      'media.list': {
        media: { media: [seen, own], folders: [{ ...outer, isReadOnly: true }, inner], total: 2 },
      },
      'media.folder': ({ params }: Received) => ({
        folder: params.id === 'd2' ? { ...inner, path: [SUMMER, { id: 'd2', name: 'July' }] } : summer,
      }),
      'media.get': ({ params }: Received) => ({ media: params.id === 'own' ? own : seen }),
      'mediaVersions.list': { versions: [version] },
      'deckVersions.list': { versions: [sample(DeckVersion, { version: 1, pages: 2, ...KEPT })] },
      ...answers,
    },
    person,
  )
}

test('a folder that someone only sees offers no changes', async () => {
  openAsMover('/app/media-library/folders/d1')
  await waitFor(() => expect(named('button', /^Download/).length).toBeGreaterThan(0))
  for (const name of ['Upload', 'New folder', /^Delete/, /^Replace/, 'Select'])
    expect([name, named('button', name).length]).toEqual([name, 0])
  expect(named('button', /July/)).toHaveLength(1)
})

test('a folder that someone changes offers that', async () => {
  openAsMover('/app/media-library/folders/d2')
  await waitFor(() => expect(named('button', /^Delete/)).toHaveLength(1))
  await waitFor(() => expect(named('button', 'Upload')).toHaveLength(1))
})

test.each(['q=e', 'q=e&view=list', 'tag=Summer'])(
  'a list of %s offers changes of files that may be changed',
  async (query) => {
    const console = openAsMover(`/app/media-library?${query}`)
    await waitFor(() => expect(named('button', /^Download/)).toHaveLength(2))
    for (const name of [/^Delete/, /^Replace/])
      expect(named('button', name).map((button) => button.getAttribute('aria-label'))).toEqual([
        expect.stringContaining('Own.png'),
      ])
    expect(named('button', /Summer/)).toHaveLength(0)
    expect(named('button', /July/)).toHaveLength(1)
    await console.press('Select')
    await waitFor(() => expect(named('checkbox', 'Seen.png')[0]).toHaveProperty('disabled', true))
    expect(named('checkbox', 'Own.png')[0]).toHaveProperty('disabled', false)
  },
)

test('files are moved to folders that may be changed', async () => {
  const console = openAsMover('/app/media-library?q=e')
  await console.press('Select')
  await console.click('checkbox', 'Own.png')
  await console.press('Move to…')
  const form = await dialog('Move to…')
  const isDisabled = async (name: RegExp, is: boolean) =>
    waitFor(() => expect(named('button', name, form.element)[0]).toHaveProperty('disabled', is))
  await form.press(/^Summer/)
  await isDisabled(/to Summer/, true)
  await form.press(/^July/)
  await isDisabled(/to July/, false)
})

test.each([
  ['seen', 0],
  ['own', 1],
] as const)('the page of a file that is %s offers what its person may do', async (id, count) => {
  openAsMover(`/app/media-library/preview/${id}`)
  await waitFor(() => expect(named('button', 'Download')).toHaveLength(1))
  for (const name of ['Delete', 'Replace file'])
    expect([name, named('button', name).length]).toEqual([name, count])
})

test('earlier files of a deck that someone only sees are not restored', async () => {
  const console = openAsMover('/app/media-library/folders/d1')
  await console.press('Earlier files')
  const history = await dialog(/Menu/)
  await waitFor(() => expect(named('button', /Download/, history.element)).toHaveLength(1))
  expect(named('button', 'Restore', history.element)).toEqual([])
})
