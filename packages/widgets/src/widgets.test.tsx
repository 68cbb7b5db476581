import {
  checkDocument,
  newWidget,
  type ReadDocument,
  readDocument,
  writeDocument,
} from '@vitrine/contract/document/layout-document'
import { checkSentDocument } from '@vitrine/contract/document/sent-document'
import { checkValues, defaultsOf, readValues } from '@vitrine/contract/fields/values'
import { isRecord } from '@vitrine/contract/record'
import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { definitionOf, WIDGET_FIELDS, WIDGET_TYPES } from './definitions.ts'
import { hostWith, type Mode } from './host.ts'
import { LayoutView, rendererOf } from './layout-view.tsx'
import { RENDERERS } from './renderers.ts'

const MODES: Mode[] = ['design', 'preview', 'play']
const widgetOf = (type: string, id = 'w1') => {
  const definition = definitionOf(type)
  if (!definition) throw new Error(type)
  return newWidget(
    { id, type, name: definition.label, zIndex: 1, x: 10, y: 20, ...definition.size },
    WIDGET_FIELDS,
  )
}
const pageOf = (...types: string[]): ReadDocument => ({
  width: 1920,
  height: 1080,
  widgets: types.map((type, index) => widgetOf(type, `w${index}`)),
})

describe.each(WIDGET_TYPES)('%s', (type) => {
  const fields = WIDGET_FIELDS[type] ?? {}

  it('has valid defaults', () => {
    expect(checkValues(fields, defaultsOf(fields))).toEqual({})
    expect(checkDocument(pageOf(type), WIDGET_FIELDS)).toEqual({})
  })

  it('survives a round trip through JSON', () => {
    const defaults = defaultsOf(fields)
    expect(readValues(fields, JSON.parse(JSON.stringify(defaults)))).toEqual(defaults)
    const written = writeDocument(pageOf(type), WIDGET_FIELDS)
    const again = writeDocument(
      readDocument(JSON.parse(JSON.stringify(written)), WIDGET_FIELDS),
      WIDGET_FIELDS,
    )
    expect(JSON.stringify(again)).toBe(JSON.stringify(written))
  })

  it('is validated as sent: invalid values are named, missing parts stay default', () => {
    const written = writeDocument(pageOf(type), WIDGET_FIELDS)
    const sent = (field: string, value: unknown) => {
      const config = { inputs: [{ name: `w0-${field}`, value }] }
      return Object.keys(checkSentDocument({ ...written, config }, WIDGET_FIELDS))
    }
    for (const [field, value] of Object.entries(defaultsOf(fields))) {
      const named = expect.stringMatching(`^w0-${field}(\\.|$)`)
      for (const rubbish of [[[]], [7, {}]])
        expect(sent(field, rubbish), `${field}: ${JSON.stringify(rubbish)}`).toContainEqual(named)
      for (const fine of [value, null, undefined]) expect(sent(field, fine)).toEqual([])
      if (!isRecord(value)) continue
      for (const [part, ownValue] of Object.entries(value)) {
        expect(sent(field, { [part]: ownValue })).toEqual([])
        expect(sent(field, { [part]: [[]] }), `${field}.${part}`).toContainEqual(named)
      }
    }
  })

  it.each(MODES)('draws its defaults and nothing at all in %s', (mode) => {
    const host = hostWith({ mode })
    const page = pageOf(type)
    expect(renderToString(<LayoutView document={page} host={host} />)).toContain('data-widget="w0"')
    const bare = readDocument(
      { ...writeDocument(page, WIDGET_FIELDS), config: { inputs: [] } },
      WIDGET_FIELDS,
    )
    expect(bare).toEqual(page)
    expect(rendererOf(type)).toBe(RENDERERS[type])
  })
})

it('an empty zone shows its name in a corner, over the drawing that screens show', () => {
  const zone = { ...widgetOf('media-looper', 'zone'), zIndex: 2 }
  const placeholder = (drawing: string, x = 10) => {
    const tag = widgetOf('tag', 'tag')
    const page = {
      ...pageOf(),
      widgets: [{ ...tag, x, settings: { ...tag.settings, drawing } }, zone],
    }
    const html = renderToString(<LayoutView document={page} host={hostWith({ mode: 'design' })} />)
    return /data-placeholder.*?align-items:([a-z-]+)/.exec(html)?.[1]
  }
  expect(placeholder('')).toBe('center')
  expect(placeholder('plate', zone.width + 10)).toBe('center')
  expect(placeholder('plate')).toBe('flex-start')
})
