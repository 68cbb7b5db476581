import { describe, expect, test } from 'vitest'
import { contrastText, gradientText, meanColor, parseGradient, solidColor } from './color.ts'
import type { Field } from './field.ts'
import { checkValues, readValues } from './values.ts'

const LINEAR = 'linear-gradient(90deg, #fff 0%, #000 100%)'
const EIGHT = Array.from({ length: 8 }, (_, index) => `#aabbccdd ${index * 10}%`).join(', ')
const STYLE = { isBold: false, isItalic: false, alignment: 'left', font: 'Arial', size: 20 }

interface Case {
  field: Field
  good: readonly unknown[]
  bad: readonly unknown[]
}
const CASES: readonly Case[] = [
  {
    field: { type: 'colorPicker', label: 'Plain' },
    good: ['', '#fff'],
    bad: [LINEAR],
  },
  {
    field: { type: 'colorPicker', label: 'Sky', allowGradient: true },
    good: ['', '#fff', LINEAR, 'radial-gradient(circle at 50% 0%, white 0%, #a1b2c3 40%, black 100%)'],
    bad: [
      'transparent',
      'linear-gradient(90deg, #fff 0%, #0008 100%)',
      'linear-gradient(361deg, #fff 0%, #000 100%)',
      'linear-gradient(90deg, #fff 0%)',
      'linear-gradient(90deg, #fff 50%, #000 20%)',
      'linear-gradient(90deg, #fff 0%, #000 101%)',
      'radial-gradient(circle at 101% 0%, #fff 0%, #000 100%)',
      `linear-gradient(0deg, ${Array(9).fill('#fff 0%').join(', ')})`,
      'linear-gradient(90deg, url(x) 0%, #000 100%)',
      'linear-gradient(90deg, #fff 0%, #000 100%); background: url(x)',
      'linear-gradient(90deg, #fff 0%, #000 100%), url(x)',
      'conic-gradient(#fff 0%, #000 100%)',
    ],
  },
  {
    field: { type: 'colorPicker', label: 'Veil', allowGradient: true, allowTransparent: true },
    good: ['linear-gradient(0deg, #00000000 0%, #000000cc 100%)', `linear-gradient(0deg, ${EIGHT})`],
    bad: [7, {}],
  },
  {
    field: { type: 'font-settings', label: 'Style' },
    good: [
      { ...STYLE, weight: 900, spacing: -20, lineHeight: 300, vertical: 'bottom', letterCase: 'uppercase' },
      { ...STYLE, spacing: 100, lineHeight: 70, decoration: 'underline', shadow: 50, shadowColor: '#0008' },
      { ...STYLE, outline: 15, outlineColor: '#ffffff', minSize: 12, maxSize: 1000 },
    ],
    bad: [
      { weight: 450 },
      ...[-21, 101, '5 em'].map((spacing) => ({ spacing })),
      ...[69, 301].map((lineHeight) => ({ lineHeight })),
      { vertical: 'inherit' },
      { letterCase: 'uppercase; color: red' },
      { decoration: 'blink' },
      ...[-1, 51].map((shadow) => ({ shadow })),
      { shadowColor: 'url(x)' },
      ...[-1, 16].map((outline) => ({ outline })),
      { outlineColor: '#ffffff80' },
      ...[-1, 1001].map((maxSize) => ({ maxSize })),
    ].map((parts) => ({ ...STYLE, ...parts })),
  },
  {
    field: { type: 'font-settings', label: 'Letters', lettersOnly: true },
    good: [{}, { isBold: true }, { font: 'Georgia', weight: 300, spacing: 10 }, { shadow: 20 }],
    bad: ['x', { isBold: 'very' }, { font: 7 }, { shadow: 51 }],
  },
]

describe.each(CASES)('$field.label', ({ field, good, bad }) => {
  test.each(good)('%j is taken, unchanged by reading', (value) => {
    expect(checkValues({ x: field }, { x: value })).toEqual({})
    expect(readValues({ x: field }, { x: value })).toEqual({ x: value })
  })
  test.each(bad)('%j is refused, and read as something that is taken', (value) => {
    expect(checkValues({ x: field }, { x: value })).not.toEqual({})
    const read = readValues({ x: field }, { x: value })
    expect(checkValues({ x: field }, read)).toEqual({})
    expect(JSON.stringify(read)).not.toMatch(/url|;/)
  })
})

test('a style without newer settings stays the same, byte for byte', () => {
  const field = { type: 'font-settings', label: 'Style' } as const
  expect(JSON.stringify(readValues({ x: field }, { x: STYLE }))).toBe(JSON.stringify({ x: STYLE }))
  expect(readValues({ x: field }, { x: { ...STYLE, lineHeight: 130, shadow: 0 } })).toEqual({ x: STYLE })
})

test('a gradient is written from what was read, and its mean is used where one color is needed', () => {
  const gradient = parseGradient(' LINEAR-GRADIENT(45deg,#FFF 0%,black 100%) ')
  expect(gradient && gradientText(gradient)).toBe('linear-gradient(45deg, #fff 0%, black 100%)')
  expect(meanColor(LINEAR)).toEqual({ r: 128, g: 128, b: 128, a: 1 })
  expect([solidColor(LINEAR), solidColor('#abc'), solidColor('')]).toEqual([
    'rgba(128, 128, 128, 1)',
    '#abc',
    '',
  ])
  expect(contrastText('linear-gradient(0deg, #000 0%, #222 100%)')).toBe('white')
})
