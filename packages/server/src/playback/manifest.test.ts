import type { ManifestStoryboard } from '@vitrine/contract/api/playback/manifest'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { page } from '#test/content.ts'
import { collectContent, contentOf, type Sources, STORYBOARDS_MAX } from './manifest.ts'

const IDS = ['a', 'b', 'c', 'd', 'e', 'f']
const some = fc.uniqueArray(fc.constantFrom(...IDS))

const storyboard = (id: string, pageIds: string[]): ManifestStoryboard => ({
  id,
  name: id,
  type: 'designed',
  mode: 'AUTO',
  width: 1920,
  height: 1080,
  items: pageIds.map((pageId) => ({ pageId, duration: 5 })),
})
const linked = (id: string, media: string[], storyboards: string[]) => ({
  page: { ...page(), id, name: id, version: 1 },
  media,
  storyboards,
})
const medium = (id: string) => ({
  medium: {
    sha256: id.repeat(64),
    name: id,
    mimetype: 'image/png',
    width: 1,
    height: 1,
    duration: null,
  },
  files: new Map([[id.repeat(64), { size: 7, mimetype: 'image/png' }]]),
})

/** Storyboards, pages, and media with arbitrary references, also circular and dangling ones. */
const graphs = fc.record({
  storyboards: fc.dictionary(fc.constantFrom(...IDS), some),
  pages: fc.dictionary(fc.constantFrom(...IDS), fc.record({ media: some, storyboards: some })),
  media: some,
  roots: some,
})

const sourcesOf = ({
  storyboards,
  pages,
  media,
}: typeof graphs extends fc.Arbitrary<infer G> ? G : never) => {
  const sources: Sources = { storyboards: new Map(), pages: new Map(), media: new Map() }
  for (const id of IDS) {
    sources.storyboards.set(id, storyboards[id] && storyboard(id, storyboards[id]))
    sources.pages.set(id, pages[id] && linked(id, pages[id].media, pages[id].storyboards))
    sources.media.set(id, media.includes(id) ? medium(id) : undefined)
  }
  return sources
}

describe('the manifest', () => {
  it('holds all that can be reached and exists, and nothing else, in one order', () => {
    fc.assert(
      fc.property(graphs, (graph) => {
        const sources = sourcesOf(graph)
        const content = contentOf(collectContent(graph.roots, sources), sources)
        for (const { items } of Object.values(content.storyboards))
          for (const { pageId } of items)
            expect(pageId in content.pages).toBe(sources.pages.get(pageId) !== undefined)
        for (const id of Object.keys(content.pages)) {
          const { media = [], storyboards = [] } = sources.pages.get(id) ?? {}
          for (const each of media) expect(each in content.media).toBe(graph.media.includes(each))
          for (const each of storyboards) expect(each in content.storyboards).toBe(each in graph.storyboards)
        }
        const needed = new Set(
          Object.values(content.storyboards).flatMap(({ items }) => items.map((i) => i.pageId)),
        )
        expect(Object.keys(content.pages).every((id) => needed.has(id))).toBe(true)
        expect(Object.keys(content.files)).toEqual(
          Object.values(content.media)
            .map(({ sha256 }) => sha256)
            .sort(),
        )
        const backwards = contentOf(collectContent([...graph.roots].reverse(), sources), sources)
        expect(JSON.stringify(backwards)).toBe(JSON.stringify(content))
      }),
    )
  })

  it('holds the pages of cards that media zones show, and what those show, also in circles', () => {
    const card = (id: string, pageId: string) => ({
      medium: { ...medium(id).medium, sha256: '', pageId },
      files: new Map(),
    })
    const sources: Sources = {
      storyboards: new Map([['s', storyboard('s', ['a'])]]),
      pages: new Map([
        ['a', linked('a', ['m'], [])],
        ['b', linked('b', ['m', 'n', 'o'], [])],
      ]),
      media: new Map([
        ['m', card('m', 'b')],
        ['n', card('n', 'a')],
        ['o', medium('o')],
      ]),
    }
    const content = contentOf(collectContent(['s'], sources), sources)
    expect(Object.keys(content.pages)).toEqual(['a', 'b'])
    expect(Object.keys(content.media)).toEqual(['m', 'n', 'o'])
    expect(Object.keys(content.files)).toEqual(['o'.repeat(64)])
  })

  it('does not follow actions without end', () => {
    const sources: Sources = { storyboards: new Map(), pages: new Map(), media: new Map() }
    for (let n = 0; n < 1000; n++) {
      sources.storyboards.set(`s${n}`, storyboard(`s${n}`, [`p${n}`]))
      sources.pages.set(`p${n}`, linked(`p${n}`, [], [`s${n + 1}`]))
    }
    expect(collectContent(['s0'], sources).storyboards.size).toBe(STORYBOARDS_MAX)
  })
})
