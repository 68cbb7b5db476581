// @vitest-environment happy-dom
import { waitFor } from '@testing-library/dom'
import type { Profile } from '@vitrine/contract/api/accounts/auth'
import { FolderContent } from '@vitrine/contract/api/content/library/folders'
import { describe, expect, test } from 'vitest'
import { dialog, expectNotification, named, openConsole, setUpConsole } from './console-window.tsx'
import { type Received, refuse } from './fake-server.ts'
import { ada, folder, ONE_OF_EACH, picture, sample, video } from './samples.ts'

setUpConsole()

const inner = sample(FolderContent, { ...folder, id: 'd2', name: 'July', folderId: 'd1', media: [video] })
const outer = sample(FolderContent, { ...folder, folders: [inner], media: [picture] })
const ROOT = { id: 'd1', name: 'Summer' }
/** The folder Summer in Root, with a picture; July in Summer, with a video. */
const NESTED = {
  ...ONE_OF_EACH,
  'media.list': { media: { media: [picture, video], folders: [outer] } },
  'media.folder': ({ params }: Received) => ({
    folder:
      params.id === 'd2'
        ? { ...inner, path: [ROOT, { id: 'd2', name: 'July' }] }
        : { ...outer, path: [ROOT] },
  }),
}
const open = (address = '/app/media-library', answers: object = {}) =>
  openConsole(address, { ...NESTED, ...answers })

const trail = () => {
  const shown = document.querySelector<HTMLElement>('nav[aria-label="Breadcrumb"]')
  return shown && [...shown.children].map(({ textContent }) => textContent)
}
const articles = () => [
  ...document.querySelectorAll<HTMLElement>('section[aria-label="Media library"] article'),
]

describe('media that fail to load', () => {
  const SAID = { kind: 'negative', title: 'Error', message: 'Failed to load data' }
  test('X-037: a library that fails to load shows a toast', async () => {
    open('/app/media-library', { 'media.list': refuse(500) })
    await expectNotification(SAID)
  })
  test('X-037: so does a folder', async () => {
    const { click } = open('/app/media-library', { 'media.folder': refuse(500) })
    await click('link', /^Summer/)
    await expectNotification(SAID)
  })
})

describe('the commands of a card', () => {
  const commands = async (permissions: Profile['permissions']) => {
    const person: Partial<Profile> = { role: '2', permissions }
    openConsole(
      '/app/media-library',
      { ...NESTED, 'auth.profile': { profile: { ...ada, ...person } } },
      person,
    )
    await waitFor(() => expect(named('button', 'Download shop.png')).toHaveLength(1))
    const [download] = named('button', 'Download shop.png')
    return [...(download?.parentElement?.querySelectorAll('button') ?? [])].map((one) => one.title)
  }
  test.each([
    { permissions: ['media', 'devices'] as const, last: 'Play on…' },
    { permissions: ['media'] as const, last: 'Download' },
    { permissions: [] as const, last: 'Download' },
  ])('with $permissions, the one below a pointer on its dots is $last', async ({ permissions, last }) => {
    expect((await commands([...permissions])).at(-1)).toBe(last)
  })
})

describe('the library', () => {
  test('M-001, F-005: the breadcrumbs contain every opened folder', async () => {
    const { click, isAt } = open()
    await click('link', /^Summer/)
    await isAt('/app/media-library/folders/d1')
    await waitFor(() => expect(trail()).toEqual(['Root', 'Summer']))
    await click('link', /^July/)
    await isAt('/app/media-library/folders/d2')
    await waitFor(() => expect(trail()).toEqual(['Root', 'Summer', 'July']))
  })
  test('M-002: the breadcrumbs start at Root', async () => {
    open('/app/media-library/folders/d2')
    await waitFor(() => expect(trail()?.[0]).toBe('Root'))
  })
  test('M-003: Root has no breadcrumbs', async () => {
    const { find } = open()
    await find('link', /^Summer/)
    expect(trail()).toBeNull()
  })
  test.each(['/app/media-library', '/app/media-library/folders/d1'])(
    'M-004: %s has Upload',
    async (address) => {
      await open(address).find('button', 'Upload')
    },
  )
  test.each(['/app/media-library', '/app/media-library/folders/d1'])(
    'M-005: %s has Create Folder',
    async (address) => {
      await open(address).find('button', 'Create Folder')
    },
  )
  const VIEWER = { role: '2' } as const
  test('M-006: without permission to upload there is no Upload', async () => {
    const { find } = openConsole('/app/media-library', NESTED, VIEWER)
    await find('link', /^Summer/)
    expect(named('button', /^Upload/)).toEqual([])
  })
  test('M-007: without permission to upload there is no Create Folder', async () => {
    const { find } = openConsole('/app/media-library', NESTED, VIEWER)
    await find('link', /^Summer/)
    expect(named('button', 'Create Folder')).toEqual([])
  })
  test('M-009: a folder can be renamed', async () => {
    const { pick } = open()
    await pick('Actions for folder Summer', 'Rename')
    const { field } = await dialog('Rename')
    expect((await field(/^Folder Name/)).value).toBe('Summer')
  })
  test('M-010: a folder can be deleted, after a confirmation', async () => {
    const { pick, server } = open()
    await pick('Actions for folder Summer', 'Delete')
    const { press } = await dialog('DELETE')
    await press('DELETE')
    await waitFor(() =>
      expect(server.named('media.removeFolder').map(({ params }) => params.id)).toEqual(['d1']),
    )
  })
  test('M-011: a media item is downloaded as a file with its name', async () => {
    const saved: string[] = []
    const { press, server } = open('/app/media-library', { 'media.download': 'the bytes' })
    const click = HTMLAnchorElement.prototype.click
    HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
      saved.push(this.download)
    }
    await press('Download shop.png')
    await waitFor(() => expect(saved).toEqual(['shop.png']))
    HTMLAnchorElement.prototype.click = click
    expect(server.named('media.download').map(({ params }) => params.id)).toEqual(['m1'])
  })
  test('M-012: editing a media item opens its preview', async () => {
    const { press } = open()
    await press('Edit shop.png')
    expect(window.location.hash).toBe('#/app/media-library/preview/m1')
  })
  test('M-013: a media item is deleted after a confirmation', async () => {
    let stored = [picture, video]
    const { press, server } = open('/app/media-library', {
      'media.list': () => ({ media: { media: stored, folders: [] } }),
      'media.remove': () => {
        stored = [video]
      },
    })
    await press('Delete shop.png')
    expect(server.named('media.remove')).toEqual([])
    await (await dialog('DELETE')).press('DELETE')
    await waitFor(() => expect(articles()).toHaveLength(1))
    expect(server.named('media.remove').map(({ params }) => params.id)).toEqual(['m1'])
  })
  test('M-017: clicking a media item opens its preview', async () => {
    await open().find('link', /^Summer/)
    const links = articles().map((article) => article.querySelector('a')?.getAttribute('href'))
    expect(links).toEqual(['#/app/media-library/preview/m2', '#/app/media-library/preview/m1'])
  })
})

describe('selecting media for a zone or a feed', () => {
  async function picker(widget: string) {
    const console = open('/app/layouts/design')
    await console.press(widget)
    if (widget === 'Media Zone') {
      await console.press('Add content')
      await console.press('Add media')
    } else await console.press('Choose')
    const shown = await dialog('Choose from the media library')
    await shown.find('checkbox', 'shop.png')
    return { ...shown, opened: console }
  }
  test('D-012, I-004: an attachment field opens the library', async () => {
    const { element } = await picker('RSS')
    expect(
      named('link', /^Summer/, element).length + named('button', /Summer/, element).length,
    ).toBeGreaterThan(0)
  })
  test('M-008: the picker has Save', async () => {
    const { element } = await picker('RSS')
    expect(named('button', 'Save', element)).toHaveLength(1)
  })
  test('M-008: the library has no Save', async () => {
    await open().find('link', /^Summer/)
    expect(named('button', 'Save')).toEqual([])
  })
  test('M-006, M-007: the picker has neither Upload nor Create Folder', async () => {
    const { element } = await picker('Media Zone')
    expect(named('button', /^(Upload|Create Folder)/, element)).toEqual([])
  })
  test('M-014: a single selection is replaced', async () => {
    const { click, find } = await picker('RSS')
    await click('checkbox', 'shop.png')
    await click('checkbox', video.name)
    expect(((await find('checkbox', 'shop.png')) as HTMLInputElement).checked).toBe(false)
    expect(((await find('checkbox', video.name)) as HTMLInputElement).checked).toBe(true)
  })
  test('M-015: a multiple selection keeps all items, in order', async () => {
    const { click, press, opened } = await picker('Media Zone')
    await click('checkbox', video.name)
    await click('checkbox', 'shop.png')
    await press('Save')
    await opened.page().findByText(/2 of 30/)
  })
  test('M-016: the picker has a checkbox for each media item', async () => {
    const { element } = await picker('RSS')
    expect(named('checkbox', /./, element).map((box) => box.getAttribute('aria-label'))).toEqual([
      video.name,
      'shop.png',
    ])
  })
  test('M-016: the library has none', async () => {
    await open().find('link', /^Summer/)
    expect(articles()).toHaveLength(2)
    expect(named('checkbox', /./)).toEqual([])
  })
  test('M-017: a click in the picker opens nothing', async () => {
    const { element, user, opened } = await picker('RSS')
    const label = element.querySelector('label[for="choose-m1"]')
    if (label) await user.click(label)
    await opened.isAt('/app/layouts/design')
    expect(element.querySelectorAll('article a')).toHaveLength(0)
  })
})

describe('folders', () => {
  const form = async (title: 'Create' | 'Rename') => {
    const console = open()
    if (title === 'Create') await console.press('Create Folder')
    else await console.pick('Actions for folder Summer', 'Rename')
    return { ...(await dialog(title)), opened: console }
  }
  test('F-001: the form has one field, Folder Name', async () => {
    const { element } = await form('Create')
    const fields = [...element.querySelectorAll('input')]
    expect(fields.map((field) => field.labels?.[0]?.textContent)).toEqual(['Folder Name *'])
  })
  test('F-002, V-038: the name is required', async () => {
    const { field, user, page, find } = await form('Create')
    expect(((await find('button', 'Create')) as HTMLButtonElement).disabled).toBe(true)
    await user.type(await field(/^Folder Name/), 'x')
    await user.clear(await field(/^Folder Name/))
    await user.tab()
    await page().findByText('Folder Name is required')
    expect(((await find('button', 'Create')) as HTMLButtonElement).disabled).toBe(true)
  })
  test.each(['Create', 'Rename'] as const)('F-003: the title is %s', async (title) => {
    const { element } = await form(title)
    expect(element.querySelector('h2')?.textContent).toBe(title)
  })
  test.each(['Create', 'Rename'] as const)('F-004: the button is %s', async (title) => {
    const { element } = await form(title)
    expect(element.querySelector('button[type=submit]')?.textContent).toBe(title)
  })
  test('C-070: creating one sends its name and its parent', async () => {
    const { press, server } = open('/app/media-library/folders/d1')
    await press('Create Folder')
    const create = await dialog('Create')
    await create.fill(/^Folder Name/, 'August')
    await create.press('Create')
    await waitFor(() => expect(server.named('media.createFolder')).toHaveLength(1))
    expect(server.named('media.createFolder')[0]?.body).toEqual({ name: 'August', folderId: 'd1' })
  })
  test('C-070: renaming one sends its name and its parent', async () => {
    const { fill, press, opened } = await form('Rename')
    await fill(/^Folder Name/, 'Autumn')
    await press('Rename')
    await waitFor(() => expect(opened.server.named('media.updateFolder')).toHaveLength(1))
    const sent = opened.server.named('media.updateFolder')[0]?.body
    expect(sent).toEqual({ name: 'Autumn', folderId: null, version: 1 })
  })
  test('F-006: opening one loads its contents', async () => {
    const { click, find, server } = open()
    await click('link', /^Summer/)
    await find('link', /^July/)
    await waitFor(() => expect(articles()).toHaveLength(1))
    expect(server.named('media.folder').map(({ params }) => params.id)).toEqual(['d1'])
  })
  test('F-007: the breadcrumbs lead back to a folder, and to Root', async () => {
    const { click, isAt } = open('/app/media-library/folders/d2')
    await click('link', 'Summer')
    await isAt('/app/media-library/folders/d1')
    await waitFor(() => expect(trail()).toEqual(['Root', 'Summer']))
    await click('link', 'Root')
    await isAt('/app/media-library')
    await waitFor(() => expect(trail()).toBeNull())
  })
})

test('replacing a file begins at the button that chooses one, and gives the focus back', async () => {
  const { find, user } = open('/app/media-library/preview/m1')
  const button = await find('button', 'Replace file')
  await user.click(button)
  const { find: findIn, press } = await dialog('Replace shop.png')
  const choose = await findIn('button', 'Choose file')
  await waitFor(() => expect(document.activeElement).toBe(choose))
  await press('Cancel')
  await waitFor(() => expect(document.activeElement).toBe(button))
})
