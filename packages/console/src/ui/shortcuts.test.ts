import { describe, expect, test } from 'vitest'
import { createSequence, keyOf } from './shortcuts.ts'

const PLAIN = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, repeat: false }

describe('a key', () => {
  test.each([
    [{ code: 'KeyC', key: 'c' }, 'c'],
    [{ code: 'KeyC', key: 'ؤ' }, 'c'],
    [{ code: 'Slash', key: '/' }, '/'],
    [{ code: 'Slash', key: '?', shiftKey: true }, '?'],
    [{ code: 'Slash', key: '؟', shiftKey: true }, '?'],
    [{ code: 'Minus', key: '?', shiftKey: true }, '?'],
    [{ code: 'Digit7', key: '/', shiftKey: true }, '/'],
    [{ code: 'KeyJ', key: 'j', repeat: true }, 'j'],
  ])('%j is the shortcut %s', (event, key) => {
    expect(keyOf({ ...PLAIN, ...event })).toBe(key)
  })

  test.each([
    { code: 'KeyC', key: 'c', ctrlKey: true },
    { code: 'KeyC', key: 'c', metaKey: true },
    { code: 'KeyC', key: 'ç', altKey: true },
    { code: 'KeyC', key: 'C', shiftKey: true },
    { code: 'Enter', key: 'Enter' },
    { code: 'KeyA', key: 'a', repeat: true },
    { code: 'KeyG', key: 'g', repeat: true },
  ])('%j is no shortcut', (event) => {
    expect(keyOf({ ...PLAIN, ...event })).toBeUndefined()
  })
})

describe('key sequences', () => {
  const known = [{ keys: 'g d' }, { keys: 'g g' }, { keys: 'd' }, { keys: 'c' }]

  test('the first of two keys waits for the second', () => {
    const press = createSequence(1000)
    expect(press('g', 0, known)).toBeUndefined()
    expect(press('d', 500, known)?.keys).toBe('g d')
    expect(press('d', 600, known)?.keys).toBe('d')
  })

  test('a sequence times out', () => {
    const press = createSequence(1000)
    press('g', 0, known)
    expect(press('d', 1000, known)?.keys).toBe('d')
  })

  test('the same key twice can be a sequence', () => {
    const press = createSequence(1000)
    press('g', 0, known)
    expect(press('g', 10, known)?.keys).toBe('g g')
  })

  test('a key that continues no sequence counts on its own', () => {
    const press = createSequence(1000)
    press('g', 0, known)
    expect(press('c', 10, known)?.keys).toBe('c')
    expect(press('x', 20, known)).toBeUndefined()
  })
})
