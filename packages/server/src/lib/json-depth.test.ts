import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isTooDeep } from './json-depth.ts'

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0

it('tells how deep a value is by its text, whatever stands in strings', () => {
  const brackets = fc.string({ unit: fc.constantFrom('[', '{', ']', '}', '"', '\\', 'a') })
  const leaf = fc.oneof(brackets, fc.integer(), fc.constant([]), fc.dictionary(brackets, brackets))
  fc.assert(
    fc.property(leaf, fc.array(fc.boolean(), { minLength: 90, maxLength: 110 }), (inside, levels) => {
      const deep = levels.reduce<unknown>(
        (value, isList) => (isList ? [[], value] : { a: [], '[{': value }),
        inside,
      )
      expect(isTooDeep(JSON.stringify(deep))).toBe(depthOf(deep) > 100)
      expect(isTooDeep(JSON.stringify([JSON.stringify(deep)]))).toBe(false)
    }),
  )
})

it('ends at the end of what is no JSON', () => {
  for (const text of ['"', '"\\', `${'['.repeat(500)}"`, `${']'.repeat(500)}`])
    isTooDeep(text.padEnd(300, '"'))
  expect(isTooDeep(`${' '.repeat(300)}"\\`)).toBe(false)
})
