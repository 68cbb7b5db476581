import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { COMMON_PASSWORDS } from './common-passwords.ts'
import { isCommonPassword, OWN_WORDS } from './weak-passwords.ts'

test('docs/security-inventory.md has the words of this program', () => {
  const page = readFileSync(
    path.resolve(import.meta.dirname, '../../../../../docs/security-inventory.md'),
    'utf8',
  )
  const [, words = ''] = /written twice: ([^.]+)\./.exec(page) ?? []
  expect(words.split(/,\s+/).sort()).toEqual([...OWN_WORDS].sort())
})

test('all 10,000 are refused, in capitals and with a digit added too', () => {
  expect(COMMON_PASSWORDS.size).toBe(10_000)
  for (const word of COMMON_PASSWORDS) {
    if (word.length < 4) continue
    for (const variant of [word, word.toUpperCase(), ` ${word} `])
      if (!isCommonPassword(variant)) expect.unreachable(variant)
    if (/^[a-z]+$/.test(word))
      for (const variant of [`${word}1`, `${word}2024!`, `1${word}`])
        if (!isCommonPassword(variant)) expect.unreachable(variant)
  }
})

test.each([
  'password1',
  'Password1!',
  'P@ssw0rd',
  'P@$$w0rd1',
  'qwerty123',
  '12345678',
  'ＰＡＳＳＷＯＲＤ１',
  'iloveyou1',
  'letmein99',
  '11111111',
  'abab1abab1',
  'admin123',
  'Welcome2026',
  'Vitrine2026!',
  'v1tr1ne2026',
  'Digital Signage1',
  'kioskkiosk',
])('%s is refused', (password) => expect(isCommonPassword(password)).toBe(true))

test.each([
  'password-1',
  'first-sign-in-1',
  'correct horse battery staple 7',
  'tR9vkq2Lmw',
  'wintergarten-im-mai-3',
])('%s is accepted', (password) => expect(isCommonPassword(password)).toBe(false))
