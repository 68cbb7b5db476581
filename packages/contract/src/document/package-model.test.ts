import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Fields } from '#fields/field.ts'
import { readValues, type Values } from '#fields/values.ts'
import { modelMediumPath, packageKey, packageType } from './package-files.ts'
import { modelForPage } from './package-model.ts'

const IDS = ['a1', 'B2', 'c-3']
const fields: Fields = {
  title: { type: 'textbox', label: 'Title' },
  logo: { type: 'attachment', label: 'Logo', max: 5 },
  zone: { type: 'media-zone', label: 'Zone' },
  lines: {
    type: 'group',
    label: 'Lines',
    item: {
      text: { type: 'textbox', label: 'Text' },
      picture: { type: 'attachment', label: 'Picture', max: 5 },
    },
  },
}
const attachments = fc.array(fc.record({ mediaId: fc.constantFrom(...IDS) }), { maxLength: 3 })
const models = fc.record({
  title: fc.string({ maxLength: 20 }),
  logo: attachments,
  zone: fc.array(fc.record({ mediaId: fc.constantFrom(...IDS), duration: fc.integer({ min: 1, max: 60 }) }), {
    maxLength: 3,
  }),
  lines: fc.array(fc.record({ text: fc.string({ maxLength: 9 }), picture: attachments }), {
    minLength: 1,
    maxLength: 3,
  }),
})

const inside = (value: unknown, visit: (entry: Values) => void): void => {
  if (typeof value !== 'object' || value === null) return
  if ('mediaId' in value) visit(value as Values)
  for (const each of Object.values(value)) inside(each, visit)
}

test('a page gets every value, existing media get an address, and the form reads the values back unchanged', () => {
  const there = { name: 'x.png', mimetype: 'image/png' }
  fc.assert(
    fc.property(models, fc.subarray(IDS), (model, known) => {
      const values = readValues(fields, model)
      const page = modelForPage(fields, values, (id) => (known.includes(id) ? there : undefined))
      inside(page, ({ mediaId, url, name }) => {
        expect(known).toContain(mediaId)
        expect([url, name]).toEqual([`_media/${packageKey(String(mediaId))}.png`, 'x.png'])
      })
      const whole = modelForPage(fields, values, () => there)
      expect(readValues(fields, whole)).toEqual(values)
    }),
  )
})

test.each([
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/svg+xml',
  'video/mp4',
  'video/quicktime',
  'video/webm',
  'video/x-matroska',
])('%s, beside a page, is served as what it is', (mimetype) => {
  const path = modelMediumPath('Ab-1', { mimetype }) ?? ''
  expect(packageType(path).split(';')[0]).toBe(mimetype)
  expect(packageKey(path)).toBe(path)
})

test('packages and cards have no file that a page could show', () => {
  for (const mimetype of ['application/zip', 'text/html', ''])
    expect(modelMediumPath('a', { mimetype })).toBeUndefined()
})

test('paths match regardless of case and encoding', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      expect(packageKey(packageKey(name))).toBe(packageKey(name))
      expect(packageKey(name.normalize('NFD'))).toBe(packageKey(name))
    }),
  )
  for (const ending of ['constructor', '__proto__', 'tostring', 'php', ''])
    expect(packageType(`x.${ending}`)).toBe('application/octet-stream')
})
