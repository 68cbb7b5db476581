import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type FilesRule,
  filesKey,
  filesRulesIn,
  isFilesRule,
  LISTED_KINDS,
  LISTED_MAX,
  LISTED_ORDERS,
  readFilesRule,
  withListed,
} from './files-rule.ts'
import { checkValues, mediaIn, readValues } from './values.ts'

const RUNS = { numRuns: 5000 }
const maybe = <T>(arb: fc.Arbitrary<T>) => fc.option(arb, { nil: undefined })
const ruleArb = fc
  .record({
    tags: maybe(fc.array(fc.constantFrom('Menu', 'MENU', 'Sale', 'Été'), { minLength: 1, maxLength: 3 })),
    folderId: maybe(fc.uuid()),
    kinds: maybe(fc.subarray([...LISTED_KINDS], { minLength: 1 })),
    days: maybe(fc.integer({ min: 1, max: 3650 })),
    name: maybe(fc.constantFrom('menu', 'Sale 20')),
    order: fc.constantFrom(...LISTED_ORDERS),
    most: fc.integer({ min: 1, max: LISTED_MAX }),
  })
  .map((rule): FilesRule => JSON.parse(JSON.stringify(rule)))
const entryArb = fc.oneof(
  fc.record({ mediaId: fc.uuid(), duration: fc.constantFrom(0, 5) }),
  ruleArb.map((files) => ({ mediaId: '', files, duration: 5 })),
)
const listArb = fc.array(entryArb, { maxLength: 12 })
const fields = { media: { type: 'media-zone', label: 'Media', max: 30 } } as const

describe('files by rule in a media zone', () => {
  it('survive reading and saving, and are never taken for a file', () => {
    fc.assert(
      fc.property(listArb, (entries) => {
        expect(checkValues(fields, { media: entries })).toEqual({})
        const read = readValues(fields, { media: entries }).media
        expect(read).toEqual(entries)
        expect(mediaIn(fields, { media: read })).toEqual(
          entries.flatMap(({ mediaId }) => (mediaId ? [mediaId] : [])),
        )
        expect(filesRulesIn(entries)).toHaveLength(entries.filter((entry) => 'files' in entry).length)
      }),
      RUNS,
    )
  })

  it('become the files that they found, in their place, up to what the zone can have', () => {
    fc.assert(
      fc.property(listArb, fc.nat(5), (entries, count) => {
        const found = (rule: FilesRule) =>
          Array.from({ length: Math.min(count, rule.most) }, (_, index) => ({
            id: `${filesKey(rule)} ${index}`,
          }))
        const listed = withListed(entries, found, 10) as { mediaId: string; files?: unknown }[]
        const wanted = entries.flatMap((entry) =>
          'files' in entry ? found(entry.files).map(({ id }) => id) : [entry.mediaId],
        )
        const isUnruled = entries.every((entry) => !('files' in entry))
        expect(listed.map(({ mediaId }) => mediaId)).toEqual(isUnruled ? wanted : wanted.slice(0, 10))
        expect(listed.every((entry) => !('files' in entry))).toBe(true)
      }),
      RUNS,
    )
  })

  it('have one key for one meaning', () => {
    fc.assert(
      fc.property(ruleArb, (rule) => {
        expect(readFilesRule(rule)).toEqual(rule)
        const other = {
          ...rule,
          ...(rule.tags && { tags: [...rule.tags].reverse().map((tag) => tag.toUpperCase()) }),
        }
        expect(filesKey(other)).toBe(filesKey(rule))
        expect(filesKey({ ...rule, most: (rule.most % LISTED_MAX) + 1 })).not.toBe(filesKey(rule))
      }),
      RUNS,
    )
  })

  it('end with the earlier of two dates', () => {
    const files: FilesRule = { days: 1, order: 'newest', most: 5 }
    const until = '2026-05-02T10:00'
    const of = (showUntil?: string) =>
      withListed([{ mediaId: '', files, duration: 5, ...(showUntil && { showUntil }) }], () => [
        { id: 'a', until },
      ])
    expect(of()).toEqual([{ mediaId: 'a', duration: 5, showUntil: until }])
    expect(of('2026-05-01')).toEqual([{ mediaId: 'a', duration: 5, showUntil: '2026-05-01' }])
    expect(of('2026-05-02')).toEqual([{ mediaId: 'a', duration: 5, showUntil: until }])
  })

  it('are refused if they are wrong', () => {
    for (const wrong of [
      {},
      { order: 'newest' },
      { order: 'newest', most: 31 },
      { order: 'newest', most: 0 },
      { order: 'by chance', most: 1 },
      { order: 'name', most: 1, tags: [] },
      { order: 'name', most: 1, kinds: ['audio'] },
      { order: 'name', most: 1, days: 0 },
      { order: 'name', most: 1, folderId: '' },
      { order: 'name', most: 1, name: ' ' },
    ]) {
      expect(isFilesRule(wrong)).toBe(false)
      expect(checkValues(fields, { media: [{ mediaId: '', files: wrong, duration: 5 }] })).not.toEqual({})
    }
  })
})
