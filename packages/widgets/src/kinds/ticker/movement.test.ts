import { defaultsOf } from '@vitrine/contract/fields/values'
import { DEFINITIONS, type SettingsOf } from '@vitrine/widgets/definitions'
import { hostWith } from '@vitrine/widgets/host'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { movement } from './movement.ts'
import { Ticker } from './ticker.tsx'

const strip = { width: 1000, height: 100 }

test('a strip scrolls at a speed that depends on its height', () => {
  expect(movement(1300, strip, false)).toEqual({ seconds: 10, easing: 'linear' })
})

test.each([
  [790, 1],
  [800, 1],
  [801, 2],
  [4000, 5],
])(
  'with reduced motion %i pixels of text show in %i steps of six seconds, without a gap',
  (length, steps) => {
    const { seconds, easing } = movement(length, strip, true)
    expect({ seconds, easing }).toEqual({ seconds: steps * 6, easing: `steps(${steps}, end)` })
    expect(length / steps).toBeLessThan(strip.width)
  },
)

test.each([
  [10, 50],
  [38, 50],
  [200, 260],
  [230, 299],
  [231, 300],
  [900, 300],
])('a strip of %i pixels scrolls %i pixels per second', (height, speed) => {
  const { seconds } = movement(1000, { width: 1000, height }, false)
  expect(Math.round(1000 / seconds)).toBe(speed)
})

test.each([
  [0, 16],
  [1, 32],
  [3, 64],
])('spacing %i keeps sentences of 40 pixels %i pixels from their dots', (tickerSpacing, gap) => {
  const settings = {
    ...(defaultsOf(DEFINITIONS.ticker.fields) as SettingsOf<'ticker'>),
    tickerSentence1: { text: 'Open', size: 40, isBold: false, isItalic: false },
    tickerSpacing,
  }
  const size = { width: 1000, height: 100 }
  const html = renderToString(createElement(Ticker, { settings, size, host: hostWith({}) } as never))
  expect(html).toContain(`margin:0 ${gap}px`)
})
