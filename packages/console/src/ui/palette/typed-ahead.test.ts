import { expect, test } from 'vitest'
import { typedWith } from './typed-ahead.ts'

const NOTHING = { text: '', entered: false }
const press = (key: string, held: Partial<Record<'ctrlKey' | 'altKey' | 'metaKey', true>> = {}) => ({
  key,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  isComposing: false,
  ...held,
})

test.each([
  ['letters', ['d', 'e', ' ', 'ع'], { text: 'de ع', entered: false }],
  ['a letter taken back', ['d', 'é', 'Backspace'], { text: 'd', entered: false }],
  ['nothing to take back', ['Backspace'], NOTHING],
  ['what follows Enter', ['l', 'o', 'Enter', 'x', 'Enter'], { text: 'lo', entered: true }],
  ['a sign of two code units', ['🍞', 'Backspace', '🥐'], { text: '🥐', entered: false }],
])('keeps %s', (_what, keys, typed) => {
  const after = keys.reduce((before, key) => typedWith(before, press(key)) ?? before, NOTHING)
  expect(after).toEqual(typed)
})

test('letters with Alt Gr are letters; shortcuts and other keys are not kept', () => {
  expect(typedWith(NOTHING, press('@', { ctrlKey: true, altKey: true }))?.text).toBe('@')
  for (const other of [
    press('s', { ctrlKey: true }),
    press('s', { metaKey: true }),
    press('s', { altKey: true }),
  ])
    expect(typedWith(NOTHING, other)).toBeUndefined()
  for (const key of ['Tab', 'ArrowDown', 'Escape', 'F5', 'Shift', 'Dead'])
    expect(typedWith(NOTHING, press(key))).toBeUndefined()
})
