import { SCREEN_LANGUAGES } from '@vitrine/contract/player/screen-languages'
import { describe, expect, it } from 'vitest'
import { LETTERS, languagesOf } from './keyboard-layouts.ts'

describe('the keyboard on a screen', () => {
  it.each(Object.entries(LETTERS))('has each letter of %s once', (_, rows) => {
    const letters = rows.flat()
    expect(letters.every((letter) => [...letter].length === 1)).toBe(true)
    expect(new Set(letters).size).toBe(letters.length)
  })

  it.each([
    ['de-AT', ['de', 'ar']],
    ['ar-EG', ['ar', 'en']],
    ['he-IL', ['he', 'en']],
    ['ru-RU', ['ru', 'en']],
    ['ja-JP', ['en', 'ar']],
  ])('speaks the language of %s', (locale, languages) => expect(languagesOf(locale)).toEqual(languages))

  it('knows most languages that screens offer', () => {
    const own = SCREEN_LANGUAGES.filter((locale) => languagesOf(locale)[0] === locale.split('-')[0])
    expect(own.length).toBeGreaterThan(SCREEN_LANGUAGES.length * 0.65)
  })
})
