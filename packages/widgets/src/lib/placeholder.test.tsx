import { hostWith, type Mode } from '@vitrine/widgets/host'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { type BuiltInText, builtInText } from './built-in-texts.ts'
import { Placeholder } from './placeholder.tsx'

const WORDS: BuiltInText[] = ['mediaZone', 'text', 'ticker', 'feed', 'weather', 'prayer']
const drawn = (word: BuiltInText, mode: Mode) =>
  renderToString(<Placeholder size={{ width: 300, height: 200 }} host={hostWith({ mode })} word={word} />)

it.each(WORDS)('a widget without content says so in designs alone: %s', (word) => {
  const html = drawn(word, 'design')
  expect(html).toContain(builtInText('en-us', word))
  // A zone may be empty in many ways, so it has a picture besides its name.
  expect(html.includes('<svg')).toBe(word === 'mediaZone')
  expect([drawn(word, 'preview'), drawn(word, 'play')]).toEqual(['', ''])
})
