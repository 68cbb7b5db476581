import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Fields } from '#fields/field.ts'
import { type ReadDocument, readDocument, writeDocument } from './layout-document.ts'
import { changedLockedParts } from './locked-parts.ts'
import { languageAt, languageFor, localeIn, type PageLanguages } from './page-languages.ts'
import { mirroredPage, missingTexts, pageIn, textsIn, withoutUnused } from './translated-page.ts'

const FIELDS: Readonly<Record<string, Fields>> = {
  board: {
    font: { type: 'font-settings', label: 'Font' },
    title: { type: 'textbox', label: 'Title' },
    link: { type: 'textbox', format: 'url', label: 'Link' },
    icon: { type: 'textbox', format: 'icon', label: 'Icon' },
    line: { type: 'cellData', label: 'Line' },
    rows: {
      type: 'group',
      label: 'Rows',
      item: {
        label: { type: 'textbox', label: 'Name' },
        value: { type: 'textbox', label: 'Value', fixed: true },
      },
    },
  },
}
const settings = {
  font: { isBold: false, isItalic: false, alignment: 'left', font: 'Arial', size: 20 },
  title: 'Welcome',
  link: 'https://example.org/welcome',
  icon: '',
  line: { text: 'Today', isBold: false, isItalic: false, size: 20 },
  rows: [
    { label: 'Soup', value: 'Soup' },
    { label: '4.50 €', value: '' },
    { label: '{Menu: Price | 5}', value: '' },
    { label: 'Welcome', value: '' },
  ],
}
const languages: PageLanguages = {
  own: 'en',
  others: [
    { language: 'de', texts: [{ of: 'Welcome', to: 'Willkommen' }] },
    {
      language: 'ar',
      texts: [
        { of: 'Soup', to: 'شوربة' },
        { of: 'Gone', to: 'ذهب' },
      ],
    },
  ],
}
const place = { x: 100, y: 50, width: 300, height: 200, zIndex: 1 }
const page = (given: PageLanguages | null = languages): ReadDocument => ({
  ...{ width: 1000, height: 500 },
  ...(given && { languages: given }),
  widgets: [{ id: 'w', type: 'board', name: 'Board', ...place, known: true, settings }],
})
const settingsIn = (shown: ReadDocument) => shown.widgets[0]?.settings as typeof settings

describe('a page in several languages', () => {
  test('finds every text that people read, whatever the widget', () => {
    expect(textsIn(page(), FIELDS)).toEqual(['Welcome', 'Today', 'Soup', '4.50 €', '{Menu: Price | 5}'])
  })
  test('shows what is translated, and the own text of what is not', () => {
    const shown = settingsIn(pageIn(page(), FIELDS, 'de'))
    expect(shown).toEqual({
      ...settings,
      title: 'Willkommen',
      rows: [...settings.rows.slice(0, 3), { label: 'Willkommen', value: '' }],
    })
    // The answers stay the same in all languages.
    expect(settingsIn(pageIn(page(), FIELDS, 'ar')).rows[0]).toEqual({ label: 'شوربة', value: 'Soup' })
  })
  test('lists what a language lacks, without prices, addresses, and values', () => {
    expect(missingTexts(page(), FIELDS, 'de')).toEqual(['Today', 'Soup'])
    expect(missingTexts(page(), FIELDS, 'en')).toEqual([])
    expect(missingTexts(page(), FIELDS, 'fr')).toEqual([])
    const marked = settingsIn(pageIn(page(), FIELDS, 'de', (text) => `? ${text}`))
    expect([marked.title, marked.line.text, marked.rows[1]?.label]).toEqual([
      'Willkommen',
      '? Today',
      '4.50 €',
    ])
  })
  test('is the same object in its own language, and in one that it lacks', () => {
    const one = page()
    expect(pageIn(one, FIELDS, 'en')).toBe(one)
    expect(pageIn(one, FIELDS, 'fr')).toBe(one)
    const plain = readDocument({ width: 1, height: 1, widgets: [], config: { inputs: [] } }, FIELDS)
    expect(Object.keys(plain)).not.toContain('languages')
  })
  test('is mirrored where its author says so, and only in the other direction', () => {
    const mirror = page({ ...languages, mirror: true })
    const shown = pageIn(mirror, FIELDS, 'ar')
    expect(shown.widgets[0]).toMatchObject({ x: 600, y: 50, width: 300 })
    expect(settingsIn(shown).font.alignment).toBe('right')
    expect(pageIn(mirror, FIELDS, 'de').widgets[0]?.x).toBe(100)
    expect(pageIn(page(), FIELDS, 'ar').widgets[0]?.x).toBe(100)
  })
  test('mirrored twice, a page is the same', () => {
    const box = fc.record({
      x: fc.integer({ min: -500, max: 2000 }),
      width: fc.integer({ min: 1, max: 2000 }),
      frame: fc.option(fc.record({ rotation: fc.integer({ min: -180, max: 180 }) }), { nil: undefined }),
      alignment: fc.constantFrom('left', 'center', 'right'),
    })
    fc.assert(
      fc.property(fc.array(box, { maxLength: 5 }), (boxes) => {
        const widgets = boxes.map(({ x, width, frame, alignment }, index) => ({
          ...{ id: `w${index}`, type: 'board', name: '', known: true, ...place, x, width },
          ...(frame && { frame }),
          settings: { ...settings, font: { ...settings.font, alignment } },
        }))
        const one = { width: 1000, height: 500, widgets }
        expect(mirroredPage(mirroredPage(one, FIELDS), FIELDS)).toEqual(one)
      }),
    )
  })
  test('is stored as it is read, byte for byte', () => {
    const stored = writeDocument(page({ ...languages, every: 10, mirror: true }), FIELDS)
    const again = writeDocument(readDocument(JSON.parse(JSON.stringify(stored)), FIELDS), FIELDS)
    expect(JSON.stringify(again)).toBe(JSON.stringify(stored))
    expect(Object.keys(writeDocument(page(null), FIELDS).config)).toEqual(['inputs'])
  })
  test('loses translations of texts that it no longer has', () => {
    expect(withoutUnused(page(), FIELDS).languages?.others[1]?.texts.map(({ of }) => of)).toEqual(['Soup'])
  })
  test('with locked widgets, only designers change what these say', () => {
    const locked = (given: PageLanguages | null) => {
      const one = page(given)
      return { ...one, widgets: one.widgets.map((widget) => ({ ...widget, locked: true })) }
    }
    const to = (of: string, text: string): PageLanguages => ({
      ...languages,
      others: [{ language: 'de', texts: [...(languages.others[0]?.texts ?? []), { of, to: text }] }],
    })
    const changed = (after: PageLanguages | null) =>
      changedLockedParts(locked(to('x', 'y')), locked(after)).length
    expect(changed(to('Other', 'Anderes'))).toBe(0)
    expect(changed(to('Soup', 'Suppe'))).toBe(1)
    expect(changed(null)).toBe(1)
  })
})

describe('the language of a page', () => {
  test.each([
    ['de-AT-u-hc-h23', 'de'],
    ['ar-EG', 'ar'],
    ['en-GB', 'en'],
    ['fr-FR', 'en'],
    ['', 'en'],
  ])('on a screen with %j is %s', (locale, language) => {
    expect(languageFor(languages, locale)).toBe(language)
  })
  test('is one in the same letters', () => {
    const others = ['zh-Hans', 'zh-Hant', 'no'].map((language) => ({ language, texts: [] }))
    const found = ['zh-TW', 'zh-CN', 'nb-NO'].map((locale) => languageFor({ own: 'en', others }, locale))
    expect(found).toEqual(['zh-Hant', 'zh-Hans', 'no'])
  })
  test('takes turns on all screens together', () => {
    const turns = { ...languages, every: 10 }
    const shown = [0, 9999, 10_000, 20_000, 30_000].map((now) => languageAt(turns, 'de', now))
    expect(shown).toEqual(['en', 'en', 'de', 'ar', 'en'])
  })
  test('keeps the formats of the screen', () => {
    expect(localeIn('de', 'de-AT-u-hc-h23')).toBe('de-AT-u-hc-h23')
    expect(localeIn('ar', 'de-AT-u-hc-h23')).toBe('ar-u-hc-h23')
    expect(localeIn('fr', 'en-us')).toBe('fr')
  })
})
