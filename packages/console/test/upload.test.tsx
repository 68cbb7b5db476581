// @vitest-environment happy-dom
import { waitFor } from '@testing-library/dom'
import { FolderContent } from '@vitrine/contract/api/media'
import { describe, expect, test } from 'vitest'
import { expectNotification, named, openConsole, setUpConsole } from './console-window.tsx'
import { refuse } from './fake-server.ts'
import { folder, ONE_OF_EACH, picture, sample } from './samples.ts'

setUpConsole()

const file = (name: string, type: string) => new File(['content'], name, { type })
const PICTURE = file('shop.gif', 'image/gif')
const VIDEO = file('film.mp4', 'video/mp4')
const PACKAGE = file('menu.zip', 'application/zip')

async function openUpload(answers: object = {}, address = '/app/media-library') {
  const console = openConsole(address, { ...ONE_OF_EACH, ...answers })
  await console.press('Upload')
  const chooser = await console.field('Choose files')
  const chosen = () =>
    [...document.querySelectorAll('ul[aria-label="Selected files"] > li')].map((cell) =>
      cell.querySelector('button')?.getAttribute('aria-label'),
    )
  return { ...console, chooser, chosen, choose: (...files: File[]) => console.user.upload(chooser, files) }
}

describe('uploading', () => {
  test('U-001: Back shows the library again, and nothing was sent', async () => {
    const { press, find, choose, server } = await openUpload()
    await choose(PICTURE)
    await press('Back')
    await find('button', 'Upload')
    await find('link', /^Summer/)
    expect(server.named('media.upload')).toEqual([])
  })
  test.each([
    ['U-002', 'image/*', PICTURE],
    ['U-003', 'video/*', VIDEO],
    ['U-004', 'application/zip', PACKAGE],
  ])('%s: the chooser offers %s and takes it', async (_row, type, one) => {
    const { chooser, choose, chosen } = await openUpload()
    expect(chooser.accept.split(',')).toContain(type)
    await choose(one)
    await waitFor(() => expect(chosen()).toEqual([`Remove ${one.name}`]))
  })
  test('U-005: several are chosen together', async () => {
    const { chooser, choose, chosen } = await openUpload()
    expect(chooser.multiple).toBe(true)
    await choose(PICTURE, VIDEO, PACKAGE)
    await waitFor(() => expect(chosen()).toHaveLength(3))
  })
  test('U-006: each has its cell with a button that removes it', async () => {
    const { choose, chosen } = await openUpload()
    await choose(PICTURE, VIDEO, PACKAGE)
    await waitFor(() => expect(chosen()).toEqual(['Remove shop.gif', 'Remove film.mp4', 'Remove menu.zip']))
  })
  test('U-007: there is an Upload button as long as files are chosen', async () => {
    const { choose, press, find } = await openUpload()
    expect(named('button', /^Upload/)).toEqual([])
    await choose(PICTURE)
    await find('button', /^Upload 1 file/)
    await press('Remove shop.gif')
    await waitFor(() => expect(named('button', /^Upload/)).toEqual([]))
  })
  test('U-011: one of the middle can be taken out, and the others are sent in their order', async () => {
    const { choose, press, chosen, server } = await openUpload()
    await choose(PICTURE, VIDEO, PACKAGE)
    await press('Remove film.mp4')
    expect(chosen()).toEqual(['Remove shop.gif', 'Remove menu.zip'])
    await press(/^Upload 2 files/)
    await waitFor(() => expect(server.named('media.upload')).toHaveLength(1))
    const form = server.named('media.upload')[0]?.body as FormData
    expect(form.getAll('media').map((one) => (one as File).name)).toEqual(['shop.gif', 'menu.zip'])
  })
  test('U-012, C-060, C-061, C-062, C-063: all go in one multipart call, each with a thumbnail, into the open folder', async () => {
    const content = sample(FolderContent, { ...folder, path: [{ id: 'd1', name: 'Summer' }] })
    const { choose, press, server } = await openUpload(
      { 'media.folder': { folder: content } },
      '/app/media-library/folders/d1',
    )
    await choose(PICTURE, PACKAGE)
    await press(/^Upload 2 files/)
    await waitFor(() => expect(server.named('media.upload')).toHaveLength(1))
    const form = server.named('media.upload')[0]?.body
    if (!(form instanceof FormData)) throw new Error('Not multipart')
    expect(form.getAll('media')).toHaveLength(2)
    expect(form.getAll('thumbnail')).toHaveLength(2)
    expect(form.get('folderId')).toBe('d1')
  })
  test('U-013, U-014: afterwards the library shows them, and the screen is closed', async () => {
    let stored = [picture]
    const added = { ...picture, id: 'm9', name: 'new.gif' }
    const { choose, press, find } = await openUpload({
      'media.list': () => ({ media: { media: stored, folders: [] } }),
      'media.upload': () => {
        stored = [picture, added]
        return { media: [added] }
      },
    })
    await choose(PICTURE)
    await press(/^Upload 1 file/)
    await find('button', 'Edit new.gif')
    expect(document.querySelector('ul[aria-label="Selected files"]')).toBeNull()
  })
  test('X-038: a failure says so and keeps the files', async () => {
    const { choose, press, chosen } = await openUpload({ 'media.upload': refuse(500) })
    await choose(PICTURE)
    await press(/^Upload 1 file/)
    await expectNotification({ kind: 'negative', title: 'Error', message: 'Failed to upload' })
    expect(chosen()).toEqual(['Remove shop.gif'])
  })
})
