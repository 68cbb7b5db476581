import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { OPEN_FONTS } from '../../packages/contract/src/fields/font-families.ts'

const modules = new URL('../../node_modules/', import.meta.url)
const source = readFileSync(
  new URL('../../packages/widgets/src/lib/fonts/families.ts', import.meta.url),
  'utf8',
)
const files = new Map(
  [...source.matchAll(/import (\w+) from '([^?']+)\?inline'/g)].map(([, name = '', file = '']) => [
    name,
    readFileSync(new URL(file, modules), 'utf8'),
  ]),
)

/** The rules that are served under each name. */
const served = new Map(
  [...source.matchAll(/served\(\s*'([^']+)',([^)]*)\)/g)].map(([, name = '', parts = '']) => [
    name,
    parts
      .split(',')
      .map((part) => files.get(part.trim()) ?? '')
      .join('\n'),
  ]),
)

/** A character of each script that formulas do not have, in a range of its rules. */
const SAMPLES = { cyrillic: 0x416, greek: 0x3ac, hebrew: 0x5d0, arabic: 0x628 }

const hasCharacter = (rules, code) =>
  [...rules.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)].some(
    ([, from = '', to = from]) => Number.parseInt(from, 16) <= code && code <= Number.parseInt(to, 16),
  )

test('every open family is served, and no other', () => {
  expect([...served.keys()].sort()).toEqual(OPEN_FONTS.map(({ name }) => name).sort())
})

test.each(OPEN_FONTS.map((family) => [family.name, family]))(
  '%s draws the weights, italics, and scripts that it says',
  (name, { weights, italic, scripts }) => {
    const rules = served.get(name) ?? ''
    const numbers = [...rules.matchAll(/font-weight: (\d+)(?: (\d+))?/g)].flatMap(([, from, to = from]) => [
      Number(from),
      Number(to),
    ])
    // The lookup of weights ends at 900.
    expect([Math.min(...numbers), Math.min(900, Math.max(...numbers))]).toEqual([...weights])
    expect(/font-style: italic/.test(rules)).toBe(italic)
    const drawn = Object.entries(SAMPLES).flatMap(([script, code]) =>
      hasCharacter(rules, code) ? [script] : [],
    )
    expect(drawn.sort()).toEqual([...scripts].sort())
  },
)
