// @vitest-environment happy-dom
import { waitFor } from '@testing-library/dom'
import { FolderContent } from '@vitrine/contract/api/content/library/folders'
import { expect, test } from 'vitest'
import { dialog, named, openConsole, setUpConsole } from '#test/console-window.tsx'
import type { Received } from '#test/fake-server.ts'
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

/** Someone who sees the whole library, and changes the folder July. */
const openAsMover = (address: string) => {
  const limits = [
    [
      { permissions: [], scope: null },
      { permissions: ['media' as const], scope: { places: null, folders: ['d2'] } },
    ],
  ]
  const person = { role: '1' as const, limits }
  const profile = { ...ada, ...person }
  return openConsole(address, { ...ANSWERS, 'auth.profile': { profile } }, person)
}

test('a folder that someone only sees offers no changes', async () => {
  openAsMover('/app/media-library/folders/d1')
  await waitFor(() => expect(named('button', /^Download/)).toHaveLength(1))
  for (const name of ['Upload', 'New folder', /^Delete/, /^Replace/, 'Select'])
    expect([name, named('button', name).length]).toEqual([name, 0])
  expect(named('button', /July/)).toHaveLength(1)
})

test('a folder that someone changes offers that', async () => {
  openAsMover('/app/media-library/folders/d2')
  await waitFor(() => expect(named('button', /^Delete/)).toHaveLength(1))
  expect(named('button', 'Upload')).toHaveLength(1)
})

test('a file that someone only sees offers no changes', async () => {
  openAsMover(`/app/media-library/preview/${picture.id}`)
  await waitFor(() => expect(named('button', 'Download')).toHaveLength(1))
  expect(named('button', 'Delete')).toEqual([])
})
