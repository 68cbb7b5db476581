// @vitest-environment happy-dom
import { waitFor } from '@testing-library/dom'
import { Conversion } from '@vitrine/contract/api/content/conversions/conversions'
import { DeckVersion } from '@vitrine/contract/api/content/conversions/deck-versions'
import { Deck } from '@vitrine/contract/api/content/conversions/decks'
import { FolderContent } from '@vitrine/contract/api/content/library/folders'
import { BuildingWithDevices } from '@vitrine/contract/api/places/floors'
import { describe, expect, test, vi } from 'vitest'
import { dialog, expectNotification, named, openConsole, setUpConsole } from '#test/console-window.tsx'
import { type Received, refuse } from '#test/fake-server.ts'
import { folder, ONE_OF_EACH, picture, sample } from '#test/samples.ts'
import { file, openUpload, PICTURE, shown } from './open-upload.ts'

setUpConsole()

const formOf = (call: Received | undefined): FormData => {
  if (!(call?.body instanceof FormData)) throw new Error('Not multipart')
  return call.body
}
const VIDEO = file('film.mp4', 'video/mp4')
const PACKAGE = file('menu.zip', 'application/zip')

describe('uploading', () => {
  test('U-001: Back returns to the library, and nothing was sent', async () => {
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
  ])('%s: the chooser offers %s and accepts it', async (_row, type, one) => {
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
  test('U-006: each has a cell with a button to remove it', async () => {
    const { choose, chosen } = await openUpload()
    await choose(PICTURE, VIDEO, PACKAGE)
    await waitFor(() => expect(chosen()).toEqual(['Remove shop.gif', 'Remove film.mp4', 'Remove menu.zip']))
  })
  test('U-007: the Upload button is shown while files are chosen', async () => {
    const { choose, press, find } = await openUpload()
    expect(named('button', /^Upload/)).toEqual([])
    await choose(PICTURE)
    await find('button', /^Upload 1 file/)
    await press('Remove shop.gif')
    await waitFor(() => expect(named('button', /^Upload/)).toEqual([]))
  })
  test('U-011: one in the middle can be removed, and the others are sent in order', async () => {
    const { choose, press, chosen, server } = await openUpload()
    await choose(PICTURE, VIDEO, PACKAGE)
    await press('Remove film.mp4')
    expect(chosen()).toEqual(['Remove shop.gif', 'Remove menu.zip'])
    await press(/^Upload 2 files/)
    await waitFor(() => expect(server.named('media.upload')).toHaveLength(1))
    const form = server.named('media.upload')[0]?.body as FormData
    expect(form.getAll('media').map((one) => (one as File).name)).toEqual(['shop.gif', 'menu.zip'])
  })
  test('U-012, C-060, C-061, C-062, C-063: all are sent in one multipart call, each with a thumbnail, to the open folder', async () => {
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
  test('of a drawing says which of its parts are elsewhere', async () => {
    const content = '<svg xmlns="http://www.w3.org/2000/svg"><image href="img/ref.png"/></svg>'
    const drawing = new File([content], 'logo.svg', { type: 'image/svg+xml' })
    const { choose } = await openUpload()
    await choose(PICTURE, drawing)
    await shown(/without files that aren't in the drawing: ref\.png\. Embed them/)
  })
  test('U-013, U-014: afterwards the library shows them, and the screen closes', async () => {
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
  test('X-038: a failure shows an error and keeps the files', async () => {
    const { choose, press, chosen } = await openUpload({ 'media.upload': refuse(500) })
    await choose(PICTURE)
    await press(/^Upload 1 file/)
    await expectNotification({ kind: 'negative', title: 'Error', message: 'Failed to upload' })
    expect(chosen()).toEqual(['Remove shop.gif'])
  })
})

describe('uploading PDFs and slides', () => {
  const PDF = file('menu.pdf', 'application/pdf')
  const conversion = sample(Conversion, {
    id: 'v1',
    kind: 'deck',
    name: 'menu.pdf',
    state: 'waiting',
    total: 3,
  })
  const states = (...all: Partial<Conversion>[]) => {
    let asked = 0
    return () => ({ conversion: { ...conversion, ...all[Math.min(asked++, all.length - 1)] } })
  }

  test('each has its own request, with the seconds of a storyboard, and shows the page being rendered', async () => {
    const { chooser, choose, press, find, user, server } = await openUpload({
      'decks.create': { conversion },
      'conversions.get': states({ state: 'running', done: 1 }, { state: 'done', done: 3 }),
    })
    expect(chooser.accept).toMatch(/\.pdf.*\.pptx.*\.odp/)
    await choose(PDF, PICTURE)
    await user.click(await find('checkbox', 'Also create a storyboard of the pages'))
    await press(/^Upload 2 files/)
    await shown('Page 2 of 3')
    await waitFor(() => expect(server.named('media.upload')).toHaveLength(1))
    const form = formOf(server.named('decks.create')[0])
    expect((form.get('media') as File).name).toBe('menu.pdf')
    expect(form.get('storyboard')).toBe('10')
    expect(formOf(server.named('media.upload')[0]).getAll('media')).toHaveLength(1)
    await expectNotification({ kind: 'positive', title: 'Done Successfully', message: '2 files uploaded' })
  })
  test('a refusal is shown beside its file, and finished files are not sent again', async () => {
    const problem = 'slides.pptx has a password. Save it as PDF and upload that.'
    const { choose, press, chosen, server } = await openUpload({
      'decks.create': (call: { body: unknown }) =>
        ((call.body as FormData).get('media') as File).name === 'menu.pdf'
          ? { conversion }
          : refuse(415, { message: problem, errKey: 'UNSUPPORTED_MEDIA', errors: { 'media.0': problem } }),
      'conversions.get': states({ state: 'done', done: 3 }),
    })
    await choose(PDF, file('slides.pptx', ''))
    await press(/^Upload 2 files/)
    await shown(problem)
    expect(chosen()).toEqual(['Remove slides.pptx'])
    await press(/^Upload 1 file/)
    await shown(problem)
    await waitFor(() => expect(server.named('decks.create')).toHaveLength(3))
    const names = server.named('decks.create').map((call) => (formOf(call).get('media') as File).name)
    expect(names).toEqual(['menu.pdf', 'slides.pptx', 'slides.pptx'])
  })
  test('stopping cancels the conversion on the server', async () => {
    const { choose, press, server } = await openUpload({
      'decks.create': { conversion },
      'conversions.get': states({ state: 'running', done: 0 }),
    })
    await choose(PDF)
    await press(/^Upload 1 file/)
    await shown('Page 1 of 3')
    await press('Stop')
    await waitFor(() => expect(server.named('conversions.cancel')[0]?.params).toEqual({ id: 'v1' }))
  })
})

describe('a folder of pages', () => {
  const deck = sample(Deck, {
    id: 'k1',
    name: 'Menu.pdf',
    pages: 3,
    folderId: 'd1',
    storyboardId: 's1',
    version: 4,
  })
  const content = { ...sample(FolderContent, { ...folder, path: [{ id: 'd1', name: 'Menu' }] }), deck }
  const conversion = sample(Conversion, {
    id: 'v1',
    kind: 'deck',
    deckId: 'k1',
    state: 'waiting',
    total: 1,
    storyboardId: 's1',
  })

  test('asks before removing pages in use, and replaces them after the confirmation', async () => {
    let confirmed = false
    const removed = { pages: [2, 3], usedIn: [{ kind: 'layout', id: 'y1', name: 'Lobby' }] }
    const { press, find, field, user, server } = openConsole('/app/media-library/folders/d1', {
      ...ONE_OF_EACH,
      'media.folder': { folder: content },
      'decks.replace': { conversion },
      'conversions.get': () => ({
        conversion: confirmed
          ? { ...conversion, state: 'done' }
          : { ...conversion, state: 'asking', removed },
      }),
      'conversions.confirm': () => {
        confirmed = true
        return { conversion }
      },
    })
    await shown('3 pages of Menu.pdf')
    await press('Replace file')
    await user.upload(await field('Choose file'), file('Menu2.pdf', 'application/pdf'))
    await press('Replace')
    await shown(/no pages 2, 3/)
    await find('link', 'layout Lobby')
    expect(formOf(server.named('decks.replace')[0]).get('version')).toBe('4')
    await press('Replace anyway')
    await expectNotification({
      kind: 'positive',
      title: 'Done Successfully',
      message: 'Pages replaced. The storyboard changed and needs approval.',
    })
    expect(server.named('conversions.confirm')).toHaveLength(1)
  })

  const earlier = sample(DeckVersion, {
    ...{ version: 3, name: 'Autumn.pdf', pages: 2, replacedBy: 'Mona Adel' },
    ...{ replacedAt: '2026-03-01T09:00:00.000Z', expiresAt: '2026-03-31T09:00:00.000Z' },
  })
  const openFolder = (answers: object) =>
    openConsole('/app/media-library/folders/d1', {
      ...ONE_OF_EACH,
      'media.folder': { folder: content },
      'deckVersions.list': { versions: [earlier] },
      'deckVersions.restore': { conversion },
      ...answers,
    })

  test('lists earlier files with author and date, and restores one with its pages', async () => {
    const { press, server } = openFolder({
      'conversions.get': { conversion: { ...conversion, state: 'done' } },
    })
    await press('Earlier files')
    await shown('2 pages of Autumn.pdf')
    await shown(/replaced by Mona Adel/)
    await press('Restore')
    await expectNotification({
      kind: 'positive',
      title: 'Done Successfully',
      message: 'Pages replaced. The storyboard changed and needs approval.',
    })
    expect(server.named('deckVersions.restore')[0]?.params).toEqual({ id: 'k1', version: '3' })
  })

  test('shows why an earlier file could not be restored', async () => {
    const failed = { ...conversion, state: 'failed', error: "Autumn.pdf can't be read" }
    const { press } = openFolder({ 'conversions.get': { conversion: failed } })
    await press('Earlier files')
    await press('Restore')
    await shown("Autumn.pdf can't be read")
  })

  test('undoes a replacement by restoring the previous file', async () => {
    const { press, field, user, server } = openFolder({
      'decks.replace': { conversion },
      'conversions.get': { conversion: { ...conversion, total: 3, state: 'done' } },
    })
    await press('Replace file')
    await user.upload(await field('Choose file'), file('Menu2.pdf', 'application/pdf'))
    await press('Replace')
    await press('Undo')
    await shown('Change undone.')
    expect(server.named('deckVersions.restore')[0]?.params).toEqual({ id: 'k1', version: '4' })
  })
})

describe('the gallery of packages', () => {
  const openGallery = async (answers: object = {}) => {
    const console = openConsole('/app/media-library/folders/d1', {
      ...ONE_OF_EACH,
      'media.folder': { folder: sample(FolderContent, { ...folder, path: [] }) },
      ...answers,
    })
    const passed = globalThis.fetch
    vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) =>
      /gallery\/[a-z-]+\.(zip|jpg)$/.test(String(input))
        ? Promise.resolve(new Response(String(input)))
        : passed(input, init),
    )
    await console.press('Add')
    await console.click('menuitem', 'Ready-made package')
    return console
  }

  test('uploads a package’s zip with its picture, and opens its form', async () => {
    const { press, isAt, server } = await openGallery({
      'media.upload': { media: [{ ...picture, id: 'p1' }] },
    })
    await press(/^Opening hours/)
    await isAt('/app/media-library/preview/p1')
    const form = formOf(server.named('media.upload')[0])
    const zip = form.get('media') as File
    expect([zip.name, zip.type, form.get('folderId')]).toEqual(['Opening hours', 'application/zip', 'd1'])
    expect(await zip.text()).toMatch(/gallery\/hours\.zip$/)
    expect(await (form.get('thumbnail') as File).text()).toMatch(/gallery\/hours\.jpg$/)
  })

  test('reports a failure, and offers the package again', async () => {
    const { press, find } = await openGallery({ 'media.upload': refuse(500) })
    await press(/^Countdown/)
    await expectNotification({ kind: 'negative', title: 'Error', message: 'Failed to add the package' })
    const again = (await find('button', /^Countdown/)) as HTMLButtonElement
    await waitFor(() => expect(again.disabled).toBe(false))
  })
})

describe('uploading in the media picker', () => {
  const added = { ...picture, id: 'm9', name: 'new.gif' }
  async function openPicker(answers: object = {}) {
    const floor = { id: 'f1', name: 'Ground', planId: null, plan: null, devices: [] }
    const building = sample(BuildingWithDevices, { id: 'b1', name: 'Tower', floors: [floor] })
    const console = openConsole('/app/floors/f1', {
      ...ONE_OF_EACH,
      'floors.list': { buildings: [building] },
      'floors.plan': { floor },
      ...answers,
    })
    await console.press('Choose from media library')
    const picker = await dialog('Choose from the media library')
    const send = async (one: File) => picker.user.upload(await picker.field('Choose files'), one)
    const plans = () => console.server.named('floors.plan').map(({ body }) => body)
    return { picker, send, plans, server: console.server }
  }

  test('a file uploads as soon as it is chosen, and is selected afterwards', async () => {
    const { picker, send, plans } = await openPicker({ 'media.upload': { media: [added] } })
    await picker.find('button', 'Add from this device')
    await send(PICTURE)
    await waitFor(() =>
      expect(named('button', 'Save', picker.element)[0]?.hasAttribute('disabled')).toBe(false),
    )
    await picker.press('Save')
    await waitFor(() => expect(plans()).toEqual([{ mediaId: 'm9' }]))
  })
  test('a file of another kind is uploaded but not selected', async () => {
    const film = { ...added, mimetype: 'video/mp4' }
    const { picker, send, server } = await openPicker({ 'media.upload': { media: [film] } })
    await send(PICTURE)
    await waitFor(() => expect(server.named('media.upload')).toHaveLength(1))
    await expectNotification({ kind: 'positive', title: 'Done Successfully', message: '1 file uploaded' })
    expect(named('button', 'Save', picker.element)[0]?.hasAttribute('disabled')).toBe(true)
  })
  test('a failure shows the reason and can be retried', async () => {
    let tries = 0
    const { picker, send } = await openPicker({
      'media.upload': () => (tries++ === 0 ? refuse(500) : { media: [added] }),
    })
    await send(PICTURE)
    await picker.press('Try again')
    await waitFor(() =>
      expect(named('button', 'Save', picker.element)[0]?.hasAttribute('disabled')).toBe(false),
    )
    expect(tries).toBe(2)
  })
})
