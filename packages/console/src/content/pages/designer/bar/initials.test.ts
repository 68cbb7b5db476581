import { expect, test } from 'vitest'
import { initialsOf } from './initials.ts'

test.each([
  ['Mona Hassan', 'MH'],
  ['mona', 'M'],
  ['Ana María de la Cruz', 'AC'],
  ['منى حسن', 'مح'],
  ['mona@nilehouse.example', 'M'],
  ['  ', ''],
  ['E\u0301va', 'E\u0301'],
])('%s has the initials %s', (name, initials) => expect(initialsOf(name)).toBe(initials))
