import type { Media } from '@vitrine/contract/api/content/media'
import { describe, expect, test } from 'vitest'
import { clockLength, kindOf, typeName } from '#pictures/media/media-facts.ts'
import { libraryView } from '#queries/library-view.ts'
import { between } from '#ui/list/use-selection.ts'
import { warningsOf } from './preview/media-warnings.ts'
import { ofDrawing } from './replacing/local-file.ts'
import { looksPlayable } from './upload/looks-playable.ts'
import { shares } from './upload/upload-requests.ts'

const media = (id: string, change: Partial<Media> = {}): Media => ({
  id,
  name: `${id}.png`,
  src: '',
  mimetype: 'image/png',
  size: 100,
  url: `/media/file/${id}`,
  captions: null,
  cardId: null,
  thumbnailId: null,
  folderId: null,
  width: 1920,
  height: 1080,
  duration: null,
  codec: null,
  face: null,
  web: null,
  organizationId: 'o',
  version: 1,
  createdAt: '2026-11-21T12:00:00.000Z',
  updatedAt: '2026-11-21T12:00:00.000Z',
  ...change,
})

describe('the library', () => {
  test('keeps valid view settings in the URL', () => {
    expect(libraryView({ q: 7, sort: 'name', kind: 'video' })).toEqual({
      q: '7',
      sort: 'name',
      kind: 'video',
    })
    expect(libraryView({ q: {}, sort: 'newest', kind: 'x', page: 3, tab: 'x' })).toEqual({})
  })
})

test('describes files in everyday terms', () => {
  const types = ['image/svg+xml', 'video/quicktime', 'video/x-matroska', 'image/jpeg', 'application/zip']
  expect(types.map((mimetype) => typeName({ mimetype }))).toEqual(['SVG', 'MOV', 'MKV', 'JPEG', 'ZIP'])
  expect(types.map((mimetype) => kindOf({ mimetype }))).toEqual([
    'image',
    'video',
    'video',
    'image',
    'package',
  ])
  expect([0, 65, 3605, 59.6].map(clockLength)).toEqual(['0:00', '1:05', '1:00:05', '1:00'])
})

test('warns of files that look or play badly', () => {
  expect(warningsOf(media('a'))).toEqual([])
  expect(warningsOf(media('a', { width: 1280, height: 720 }))).toEqual(['media.warnSoft'])
  expect(warningsOf(media('a', { width: 1080, height: 1920 }))).toEqual([])
  expect(warningsOf(media('a', { width: 10, height: 10, mimetype: 'image/svg+xml' }))).toEqual([])
  expect(warningsOf(media('a', { mimetype: 'video/mp4', codec: 'hvc1.1.6.L93' }))).toEqual(['media.warnHevc'])
})

describe('an upload', () => {
  test('V-013, V-039: accepts pictures, videos and zip files under all their MIME types', () => {
    const offered = ['image/png', 'video/mp4', 'application/zip', 'application/x-zip-compressed']
    for (const type of offered) expect(looksPlayable({ type, name: 'x' })).toBe(true)
    expect(looksPlayable({ type: '', name: 'Menu.ZIP' })).toBe(true)
    for (const name of ['logo.psd', 'notes.txt', 'zip']) expect(looksPlayable({ type: '', name })).toBe(false)
  })
  test(`"computes each file's progress from the total"`, () => {
    expect(shares([100, 300], 0, 500)).toEqual([0, 0])
    expect(shares([100, 300], 150, 500)).toEqual([0.5, 0])
    expect(shares([100, 300], 350, 500)).toEqual([1, 0.5])
    expect(shares([100, 300], 500, 500)).toEqual([1, 1])
    expect(shares([0, 10], 5, 20)).toEqual([0, 0])
  })
})

describe('Shift selection', () => {
  const all = ['a', 'b', 'c', 'd'].map((id) => ({ id }))
  const ids = (from: string, id: string) => between(all, from, { id }).map((item) => item.id)
  test('selects the range from the last item, in either direction', () => {
    expect(ids('b', 'd')).toEqual(['b', 'c', 'd'])
    expect(ids('d', 'b')).toEqual(['b', 'c', 'd'])
  })
  test('selects only this item if the last one is no longer listed', () => {
    expect(ids('x', 'c')).toEqual(['c'])
  })
})

test.each([
  [{ viewBox: '0 0 1600 900' }, 1600, 900],
  [{ viewBox: '0,0,30,90' }, 30, 90],
  [{ width: '100%', height: '100%', viewBox: '0 0 1600 900' }, 1600, 900],
  [{ width: 'auto', height: '50%', viewBox: '0 0 16 9' }, 16, 9],
  [{ width: '200', viewBox: '0 0 1600 900' }, 200, 113],
  [{ height: '90px', viewBox: '0 0 1600 900' }, 160, 90],
  [{ width: '640', height: '480', viewBox: '0 0 1600 900' }, 640, 480],
  [{ width: '20cm', height: '10cm' }, 756, 378],
  [{ width: '100%', height: '100%' }, null, null],
  [{}, null, null],
])('an SVG with %o is %s × %s pixels', (attributes: Record<string, string>, width, height) => {
  expect(ofDrawing((name) => attributes[name] ?? null)).toEqual({ width, height, duration: null })
})
