import { checkDocument, type ReadDocument, type ReadWidget } from '@vitrine/contract/document/layout-document'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { describe, expect, it } from 'vitest'
import { contrastRatio, paletteOf } from './palette.ts'
import { LANDSCAPE, TEMPLATE_PURPOSES, type Template, WALL } from './template.ts'
import { templateDocument } from './template-document.ts'
import { TEMPLATES } from './templates.ts'

const newIds = () => {
  let last = 0
  return () => `w${++last}`
}
const OWNERS = [
  { name: 'Harbour House' },
  { name: 'Ölmühle Überlingen am Bodensee', primary: '#ffd400', accent: '#ffe98a', logoId: 'logo' },
  { name: 'N', primary: '#000000', accent: '#000000' },
  { name: 'W', primary: 'white', accent: 'white' },
  { name: 'مطعم البحر', primary: '#7a1f4c', accent: '#26c6b0' },
]
const PAGES = TEMPLATES.flatMap((template: Template) =>
  template.pages.map((page) => [`${template.id} ${page.width}×${page.height}`, page] as const),
)

const isPlate = ({ type, settings }: ReadWidget) => type === 'tag' && settings.label === ''
const meet = (a: ReadWidget, b: ReadWidget) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
const holds = (outer: ReadWidget, inner: ReadWidget) =>
  outer.x <= inner.x &&
  outer.y <= inner.y &&
  outer.x + outer.width >= inner.x + inner.width &&
  outer.y + outer.height >= inner.y + inner.height

/** Pairs that cover each other without a plate between them that says it is meant. */
function collisions({ widgets }: ReadDocument): string[] {
  return widgets.flatMap((lower, index) =>
    widgets.slice(index + 1).flatMap((upper) => {
      if (isPlate(lower) || isPlate(upper) || !meet(lower, upper)) return []
      const meant = widgets.some(
        (plate) =>
          isPlate(plate) && plate.zIndex > lower.zIndex && plate.zIndex < upper.zIndex && holds(plate, upper),
      )
      return meant ? [] : [`${lower.name} / ${upper.name}`]
    }),
  )
}

describe.each(PAGES)('%s', (_name, page) => {
  it.each(OWNERS)('is a page that can be saved, for $name', (owner) => {
    const document = templateDocument(page, owner, newIds())
    expect(checkDocument(document, WIDGET_FIELDS)).toEqual({})
    expect(JSON.stringify(document)).not.toMatch(/\$|\{organization\}/)
    expect(new Set(document.widgets.map(({ id }) => id)).size).toBe(document.widgets.length)
  })

  it('fits its canvas, and nothing covers anything by accident', () => {
    const document = templateDocument(page, { name: 'House' }, newIds())
    for (const { x, y, width, height, name } of document.widgets)
      expect([x >= 0, y >= 0, x + width <= page.width, y + height <= page.height], name).toEqual(
        Array(4).fill(true),
      )
    expect(collisions(document)).toEqual([])
  })

  it('gives its parts unique names, and locks what is only design', () => {
    const { widgets } = templateDocument(page, { name: 'House' }, newIds())
    const free = widgets.filter(({ locked }) => !locked)
    expect(new Set(free.map(({ name }) => name)).size).toBe(free.length)
    for (const widget of widgets) expect(widget.locked === true, widget.name).toBe(isPlate(widget))
    expect(free.length).toBeGreaterThan(0)
  })
})

it('there are at least twelve, each with a purpose and a landscape page or a wall', () => {
  const templates: readonly Template[] = TEMPLATES
  expect(templates.length).toBeGreaterThanOrEqual(12)
  expect(new Set(templates.map(({ id }) => id)).size).toBe(templates.length)
  for (const { id, purpose, pages } of templates) {
    expect(TEMPLATE_PURPOSES, id).toContain(purpose)
    const [first] = pages
    expect([LANDSCAPE.width, WALL.width], id).toContain(first?.width)
  }
})

it('shows the logo where there is one, else the name', () => {
  const [first] = TEMPLATES[0].pages
  const logo = (owner: object) =>
    templateDocument(first as never, { name: 'House', ...owner }, newIds()).widgets.find(
      ({ name }) => name === 'Logo',
    )
  expect(logo({ logoId: 'picture' })).toMatchObject({
    type: 'media-looper',
    settings: { media: [{ mediaId: 'picture', duration: 0 }] },
  })
  expect(logo({})).toMatchObject({ type: 'text', settings: { text: 'House' } })
})

it('leads buttons to the zone of the same page', () => {
  const kiosk = TEMPLATES.find(({ id }) => id === 'touch-kiosk')
  for (const page of kiosk?.pages ?? []) {
    const { widgets } = templateDocument(page, { name: 'House' }, newIds())
    const zone = widgets.find(({ name }) => name === 'Pages')?.id
    const targets = widgets
      .filter(({ type }) => type === 'button')
      .map(({ settings }) => (settings.actions as { props: { mediaZoneId: string } }[])[0]?.props.mediaZoneId)
    expect(targets).toEqual([zone, zone])
  }
})

it.each(OWNERS)('texts are readable in the colors of $name', (owner) => {
  const palette = paletteOf(owner)
  const pairs = [
    ['ink', 'paper', 7],
    ['ink', 'tint', 4.5],
    ['faded', 'paper', 4.5],
    ['primaryOnPaper', 'paper', 4.5],
    ['onDeep', 'deep', 7],
    ['onDeep', 'raised', 4.5],
    ['quiet', 'deep', 4.5],
    ['quiet', 'raised', 3],
    ['accentOnDeep', 'deep', 4.5],
    ['accentOnDeep', 'raised', 3],
    ['onPrimary', 'primary', 4.5],
    ['mild', 'primary', 3],
    ['accentOnPrimary', 'primary', 3],
    ['onAccent', 'accent', 4.5],
  ] as const
  for (const [letters, ground, wanted] of pairs)
    expect(
      contrastRatio(palette[letters], palette[ground]),
      `${letters} on ${ground}`,
    ).toBeGreaterThanOrEqual(wanted)
})

describe('in Arabic', () => {
  const owner = { name: 'مطعم البحر', language: 'ar' }
  /** Everything that people read: settings of the kinds that hold texts. */
  const read = (value: unknown, key = ''): string[] => {
    if (typeof value === 'string') return ['text', 'label', 'heading'].includes(key) ? [value] : []
    if (Array.isArray(value)) return value.flatMap((one) => read(one))
    if (typeof value !== 'object' || value === null) return []
    return Object.entries(value).flatMap(([name, one]) => read(one, name))
  }
  /** Numbers of a queue stay as they are printed on the tickets. */
  const TICKET = /^[ABC] \d+$/

  it.each(PAGES)('%s says nothing in English, and calls no part so', (_name, page) => {
    const { widgets } = templateDocument(page, owner, newIds())
    const said = widgets.flatMap((widget) => [widget.name, ...read(widget.settings)])
    expect(said.filter((text) => /[A-Za-z]/.test(text) && !TICKET.test(text))).toEqual([])
    expect(new Set(widgets.filter(({ locked }) => !locked).map(({ name }) => name)).size).toBe(
      widgets.filter(({ locked }) => !locked).length,
    )
  })

  it.each(PAGES)('%s is the mirror image of the English page', (_name, page) => {
    const english = templateDocument(page, { name: 'House' }, newIds())
    const arabic = templateDocument(page, { ...owner, name: 'House' }, newIds())
    expect(collisions(arabic)).toEqual([])
    expect(checkDocument(arabic, WIDGET_FIELDS)).toEqual({})
    for (const [index, widget] of arabic.widgets.entries()) {
      const twin = english.widgets[index]
      expect(widget.x).toBe(page.width - (twin?.x ?? 0) - widget.width)
      const [own, other] = [widget, twin].map(
        (one) => (one?.settings.fontSettings as { alignment?: string } | undefined)?.alignment,
      )
      if (other === 'left' || other === 'right') expect(own).toBe(other === 'left' ? 'right' : 'left')
    }
  })
})
