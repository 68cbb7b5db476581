import { newWidget, writeDocument } from '@vitrine/contract/document/layout-document'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { expect, it } from 'vitest'
import { linksOf } from '#content/pages/preview/board/page-links.ts'
import { documentOf, type StoryPage } from '#queries/pages.ts'
import { edited, savedPage, withEdits } from './link-edits.ts'

const pageOf = (id: string, names: readonly string[], version = 1): StoryPage => {
  const widgets = names.map((name) =>
    newWidget(
      { id: `${id}-${name}`, type: 'button', name, zIndex: 1, x: 0, y: 0, width: 9, height: 9 },
      WIDGET_FIELDS,
    ),
  )
  const document = writeDocument({ width: 1920, height: 1080, widgets }, WIDGET_FIELDS)
  return { ...document, id, name: id, organizationId: 'o', version } as StoryPage
}

it('edits are put into the newest version of a page; those of widgets that are gone do nothing', () => {
  const pages = [pageOf('a', ['x', 'y']), pageOf('b', [])]
  const edits = [
    { pageId: 'a', widgetId: 'a-x', to: 1 },
    { pageId: 'a', widgetId: 'a-y', to: 0 },
  ]
  const newer = pageOf('a', ['x', 'new'], 7)
  const body = savedPage(newer, edits, [newer, pages[1] as StoryPage])
  expect(body.version).toBe(7)
  expect(body.widgets.map(({ name }) => name)).toEqual(['x', 'new'])
  const shown = [newer, pages[1] as StoryPage].map((page) => ({
    ...page,
    document: withEdits(page, edits, pages),
  }))
  expect(linksOf(shown, []).map(({ from, to, widget }) => [from, widget.id, to])).toEqual([[0, 'a-x', 1]])
})

it('an untouched page stays the same document, and the last link of a widget counts', () => {
  const [a, b] = [pageOf('a', ['x']), pageOf('b', [])]
  const first = edited([], { pageId: 'a', widgetId: 'a-x', to: 1 })
  expect(withEdits(b, first, [a, b])).toBe(documentOf(b))
  expect(edited(first, { pageId: 'a', widgetId: 'a-x', to: 'nowhere' })).toEqual([
    { pageId: 'a', widgetId: 'a-x', to: 'nowhere' },
  ])
})
