import { checkDocument, type ReadDocument, type ReadWidget } from '@vitrine/contract/document/layout-document'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { DRAWINGS } from '@vitrine/widgets/drawings/names'
import { describe, expect, it } from 'vitest'
import { languageOf } from './language.ts'
import { LANGUAGES } from './languages.ts'
import { contrastRatio, paletteOf } from './palette.ts'
import { PHRASES } from './phrases.ts'
import {
  type Box,
  INDUSTRIES,
  LANDSCAPE,
  type Part,
  PORTRAIT,
  type Template,
  type TemplatePage,
  WALL,
} from './template.ts'
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

/** Settings with visible texts. */
const READ = ['text', 'label', 'heading', 'note', 'price']

const isPlate = ({ type, settings }: ReadWidget) => type === 'tag' && settings.label === ''
const meet = (a: ReadWidget, b: ReadWidget) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
const holds = (outer: ReadWidget, inner: ReadWidget) =>
  outer.x <= inner.x &&
  outer.y <= inner.y &&
  outer.x + outer.width >= inner.x + inner.width &&
  outer.y + outer.height >= inner.y + inner.height

/** Pairs of overlapping parts without a plate between them that makes the overlap intentional. */
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

  it('fits its canvas, without accidental overlaps', () => {
    const document = templateDocument(page, { name: 'House' }, newIds())
    for (const { x, y, width, height, name } of document.widgets)
      expect([x >= 0, y >= 0, x + width <= page.width, y + height <= page.height], name).toEqual(
        Array(4).fill(true),
      )
    expect(collisions(document)).toEqual([])
  })

  it('has unique part names, and locks purely decorative parts', () => {
    const { widgets } = templateDocument(page, { name: 'House' }, newIds())
    const free = widgets.filter(({ locked }) => !locked)
    expect(new Set(free.map(({ name }) => name)).size).toBe(free.length)
    for (const widget of widgets) expect(widget.locked === true, widget.name).toBe(isPlate(widget))
    expect(free.length).toBeGreaterThan(0)
  })
})

/** What a setting of a part says about its look. */
const lookOf = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))

it('each page looks like the one that was checked; after a change, look at it, and run this with --update', async () => {
  const pages = TEMPLATES.flatMap(({ id, industries, pages }) =>
    pages.map(({ width, height, background, parts }) =>
      [
        `${id} ${width} × ${height} on ${background}, for ${industries.join(', ')}`,
        ...parts.map(({ type, name, at, frame, ...rest }) => {
          const settings = Object.entries(('settings' in rest && rest.settings) || rest)
          const look = settings.map(([key, value]) => `${key} ${lookOf(value)}`)
          const box = frame ? ` in ${JSON.stringify(frame)}` : ''
          return `  ${type} at ${at.join(' ')}${box}: ${name}. ${look.join(', ')}`.replaceAll('\n', ' ')
        }),
      ].join('\n'),
    ),
  )
  await expect(`${pages.join('\n\n')}\n`).toMatchFileSnapshot('__snapshots__/pages.txt')
})

it('there are at least forty, each with an industry, in landscape and portrait or for a wall', () => {
  expect(TEMPLATES.length).toBeGreaterThanOrEqual(40)
  expect(new Set(TEMPLATES.map(({ id }) => id)).size).toBe(TEMPLATES.length)
  for (const { id, industries, pages } of TEMPLATES) {
    expect(industries.length, id).toBeGreaterThan(0)
    const widths = pages.map(({ width }) => width)
    expect([`${LANDSCAPE.width},${PORTRAIT.width}`, `${WALL.width}`], id).toContain(`${widths}`)
  }
})

it('every industry has templates, and every drawing is used or can be chosen', () => {
  for (const industry of INDUSTRIES)
    expect(
      TEMPLATES.filter(({ industries }) => industries.includes(industry)).length,
      industry,
    ).toBeGreaterThan(0)
  expect(new Set(DRAWINGS.map(({ name }) => name)).size).toBe(DRAWINGS.length)
})

it('shows the logo if there is one, otherwise the name', () => {
  const first = TEMPLATES[0]?.pages[0]
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

it('buttons target the zone of the same page', () => {
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

it('buttons are read and touched from a distance, beside a large zone', () => {
  const touched = PAGES.filter(([, { parts }]) => parts.some(({ type }) => type === 'button'))
  expect(touched).toHaveLength(2)
  for (const [name, { width, height, parts }] of touched)
    for (const part of parts) {
      const share = { width: part.at[2] / width, height: part.at[3] / height }
      if (part.type === 'media-looper') {
        expect(share.width, name).toBeGreaterThanOrEqual(0.6)
        expect(share.height, name).toBeGreaterThanOrEqual(0.6)
      }
      if (part.type !== 'button') continue
      expect(share.width, name).toBeGreaterThanOrEqual(0.18)
      expect(Number(part.settings?.fontSettings?.size) / height, name).toBeGreaterThanOrEqual(1 / 25)
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
    ['quiet', 'raised', 4.5],
    ['accentOnDeep', 'deep', 4.5],
    ['accentOnDeep', 'raised', 4.5],
    ['onPrimary', 'primary', 4.5],
    ['mild', 'primary', 4.5],
    ['mild', 'shade', 4.5],
    ['accentOnPrimary', 'primary', 4.5],
    ['accentOnPrimary', 'shade', 4.5],
    ['primaryOnPaper', 'mist', 4.5],
    ['faded', 'mist', 4.5],
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
  /** All visible texts: settings of the kinds that contain texts. */
  const read = (value: unknown, key = ''): string[] => {
    if (typeof value === 'string') return READ.includes(key) ? [value] : []
    if (Array.isArray(value)) return value.flatMap((one) => read(one))
    if (typeof value !== 'object' || value === null) return []
    return Object.entries(value).flatMap(([name, one]) => read(one, name))
  }
  /** Queue numbers, which stay as printed on the tickets. */
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

describe('in every language', () => {
  const texts = (value: unknown, key = ''): string[] => {
    if (typeof value === 'string') return READ.includes(key) ? [value] : []
    if (Array.isArray(value)) return value.flatMap((one) => texts(one))
    if (typeof value !== 'object' || value === null) return []
    return Object.entries(value).flatMap(([name, one]) => texts(one, name))
  }
  /** Figures, tickets, and the organization's name are the same in every language. */
  const SAME = /^(\{organization\}|[ABC] \d+|[\d\s.,:%+–-]*)$/

  it('has a phrase for every text and every part’s name', () => {
    const missing = TEMPLATES.flatMap(({ id, pages }) =>
      pages.flatMap(({ parts }) =>
        parts.flatMap((part) => {
          const name = part.name.split(': ')
          const said = [(name[0] ?? '').replace(/ \d+$/, ''), ...name.slice(1), ...texts(part)]
          return said.filter((text) => !SAME.test(text) && !PHRASES.has(text)).map((text) => `${id}: ${text}`)
        }),
      ),
    )
    expect([...new Set(missing)]).toEqual([])
    for (const phrase of PHRASES.values()) expect(phrase.filter(Boolean)).toHaveLength(LANGUAGES.length)
  })

  it('formats prices for the language', () => {
    expect(LANGUAGES.map((code) => languageOf(code).say('4.50'))).toEqual(['4.50', '4,50', '4,50', '4.50'])
  })
})

/** The background directly under a part: the colors of the highest plate that contains it, or why it is unknown. */
function groundsUnder(page: TemplatePage, part: Part): string[] {
  const index = page.parts.indexOf(part)
  const plates = page.parts.slice(0, index).filter((one) => one.type === 'tag' && one.settings?.label === '')
  for (const plate of plates.reverse()) {
    const {
      background = '',
      color = '',
      drawing = '',
    } = (plate.type === 'logo' ? {} : plate.settings) as Record<string, string>
    if (!touches(plate.at, part.at)) continue
    const row = DRAWINGS.find(({ name }) => name === drawing)
    if (row === undefined) {
      if (contains(plate.at, part.at)) return [background]
      return [`half on ${background}`]
    }
    if (row.kind === 'shape' && contains(plate.at, part.at)) return [color]
    // Grounds are translucent.
    if (row.kind === 'ground')
      return [
        color,
        ...groundsUnder({ ...page, parts: [...page.parts.slice(0, page.parts.indexOf(plate)), part] }, part),
      ]
    return [`on the drawing ${drawing}`]
  }
  return [page.background]
}
const contains = ([x, y, w, h]: Box, [a, b, c, d]: Box) =>
  x <= a && y <= b && x + w >= a + c && y + h >= b + d
const touches = ([x, y, w, h]: Box, [a, b, c, d]: Box) => x < a + c && a < x + w && y < b + d && b < y + h

/** The colors of a background: those of a gradient, or itself. */
const rolesIn = (ground: string): string[] =>
  ground.includes('-gradient(') ? [...ground.matchAll(/\$\w+/g)].map(([role]) => role) : [ground]

it.each(OWNERS)('every text of every template is readable on its background, for $name', (owner) => {
  const palette = paletteOf(owner) as unknown as Record<string, string>
  const colourOf = (role: string) => palette[role.replace('$', '')] ?? role
  const poor = TEMPLATES.flatMap(({ id, pages }) =>
    pages.flatMap((page) =>
      page.parts.flatMap((part) => {
        if (part.type !== 'text') return []
        const { color = '', priceColor = color } = part.settings ?? {}
        return groundsUnder(page, part)
          .flatMap(rolesIn)
          .flatMap((ground) => {
            const isReadable = (letters: string) =>
              ground.startsWith('$') && contrastRatio(colourOf(letters), colourOf(ground)) >= 4.5
            const enough = isReadable(color) && isReadable(priceColor)
            return enough ? [] : [`${id} ${page.width}: ${part.name} on ${ground}`]
          })
      }),
    ),
  )
  expect(poor).toEqual([])
})
