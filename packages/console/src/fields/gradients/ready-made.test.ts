import { contrastText, gradientText, parseColor, parseGradient } from '@vitrine/contract/fields/color'
import { INDUSTRIES } from '@vitrine/widgets/template'
import { expect, test } from 'vitest'
import { readyMadeOf } from './ready-made.ts'

/** Contrast as WCAG 2.2 defines it, of black or white text on a color. */
const contrast = (color: string, text: 'black' | 'white'): number => {
  const { r, g, b } = parseColor(color) ?? { r: 0, g: 0, b: 0 }
  const linear = [r, g, b].map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  const [red = 0, green = 0, blue = 0] = linear
  const ground = 0.2126 * red + 0.7152 * green + 0.0722 * blue
  return text === 'white' ? 1.05 / (ground + 0.05) : (ground + 0.05) / 0.05
}

test('there are 200 different gradients that pages can store', () => {
  const all = INDUSTRIES.flatMap((industry) => readyMadeOf(industry).map(gradientText))
  expect(all).toHaveLength(200)
  expect(new Set(all).size).toBe(200)
  for (const text of all) expect(parseGradient(text), text).toBeDefined()
})

test.each(INDUSTRIES)(
  '%s has three dark gradients for light text to two light ones for dark text',
  (industry) => {
    const texts = readyMadeOf(industry).map((gradient) => contrastText(gradientText(gradient)))
    const dark = (texts.length * 3) / 5
    expect(texts.length % 10).toBe(0)
    expect(texts).toEqual(texts.map((_, index) => (index < dark ? 'white' : 'black')))
  },
)

test.each(INDUSTRIES)('large text is readable on two thirds of each gradient for %s', (industry) => {
  for (const gradient of readyMadeOf(industry)) {
    const text = contrastText(gradientText(gradient))
    const readable = gradient.stops.filter(({ color }) => contrast(color, text) >= 3)
    expect(readable.length, gradientText(gradient)).toBeGreaterThanOrEqual(2)
  }
})
