// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { useDuration } from './duration.ts'

afterEach(() => document.documentElement.removeAttribute('dir'))

test.each([
  ['ltr', '1 min 20 sec'],
  ['', '1 min 20 sec'],
  ['rtl', '\u20681 min 20 sec\u2069'],
])('with the direction “%s” a duration reads %j', (direction, text) => {
  document.documentElement.dir = direction
  expect(useDuration()(80)).toBe(text)
})
