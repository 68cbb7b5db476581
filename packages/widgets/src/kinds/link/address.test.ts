import { expect, it } from 'vitest'
import { webAddress } from './address.ts'

it.each([
  ['example.org', 'https://example.org/'],
  [' http://example.org/a?b ', 'http://example.org/a?b'],
  ['localhost:8080/x', 'https://localhost:8080/x'],
  ['', undefined],
  ['javascript:alert(1)', undefined],
  ['data:text/html,<script>', undefined],
  ['file:///etc/passwd', undefined],
  ['blob:https://example.org/1', undefined],
])('%s leads to %s', (typed, address) => expect(webAddress(typed)).toBe(address))
