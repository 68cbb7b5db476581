// @vitest-environment happy-dom
import { waitFor, within } from '@testing-library/dom'
import { LayoutInput } from '@vitrine/contract/api/content/layouts'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, expect, test, vi } from 'vitest'
import { dialog, openConsole, setUpConsole } from '#test/console-window.tsx'
import { ONE_OF_EACH } from '#test/samples.ts'

setUpConsole()
beforeEach(() => void vi.stubGlobal('indexedDB', new IDBFactory()))

const LAYOUT = ONE_OF_EACH['layouts.get'].layout
const { media: MEDIUM } = ONE_OF_EACH['media.get'] as unknown as { media: { id: string; name: string } }
const found = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ ...MEDIUM, id: `f${index}`, name: `File ${index}` }))

test('a media zone gets a list that fills itself, which says what it holds now, and is saved as a rule', async () => {
  const console = openConsole('/app/layouts/design/y1', {
    ...ONE_OF_EACH,
    'layouts.update': { layout: { ...LAYOUT, version: 2 } },
    'tags.list': { tags: [{ name: 'Menu', kinds: ['media'] }] },
    'media.listed': ({ query }: { query: { files: string } }) => ({
      media: found((JSON.parse(query.files) as { tags?: string[] }).tags ? 2 : 3),
    }),
  })
  const { press, page, user, server, field } = console
  await press('Media Zone')
  await press('Add content')
  const zone = await dialog('Media')
  await zone.press('Add files by rule')
  await waitFor(() => expect(zone.element.textContent).toContain('All images and videos'))
  await zone.press('Change All images and videos')
  await page().findByText('3 files now')
  await user.type(await field('Tags, one of them'), 'Menu{Enter}')
  await page().findByText('2 files now')
  const list = await page().findByRole('list', { name: 'Files by rule' })
  expect(within(list).getAllByRole('listitem')).toHaveLength(2)
  await waitFor(() => expect(zone.element.textContent).toContain('Files: tagged Menu'))
  await zone.press('Save')
  await user.keyboard('{Control>}s{/Control}')
  await waitFor(() => expect(server.named('layouts.update')).toHaveLength(1))
  const saved = LayoutInput.parse(server.named('layouts.update')[0]?.body)
  expect(saved.config.inputs.find(({ kind }) => kind === 'media-zone')?.value).toEqual([
    { mediaId: '', files: { tags: ['Menu'], order: 'newest', most: 10 }, duration: 0 },
  ])
})
