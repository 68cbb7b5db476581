import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Keyboard } from './keyboard.tsx'
import { LETTERS } from './keyboard-layouts.ts'

const nothing = () => undefined

test.each(Object.keys(LETTERS))('the keyboard of %s erases with one key, after the letters', (locale) => {
  const size = { left: 0, top: 0, width: 1600, height: 500 }
  const html = renderToString(
    <Keyboard locale={locale} {...size} onType={nothing} onErase={nothing} onSend={nothing} />,
  )
  const names = [...html.matchAll(/aria-label="([^"]*)"/g)].map(([, name]) => name)
  expect(names.filter((name) => name === 'Backspace')).toHaveLength(1)
  // Shift, where there is one, is in the same row before it.
  expect(names.filter((name) => /^(Shift|Backspace)$/.test(name ?? '')).join()).toMatch(
    /^(Shift,)?Backspace$/,
  )
})
