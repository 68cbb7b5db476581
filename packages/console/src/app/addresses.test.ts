import { expect, test } from 'vitest'
import { isInside } from './addresses.ts'

test.each(['/app/buildings', '/app/buildings/edit/1?q=x', '/app/'])('%s is a valid return path', (path) => {
  expect(isInside(path)).toBe(true)
})

test.each([
  'https://evil.example/app/x',
  '//evil.example',
  '/app//evil.example',
  '/auth/login',
  '/app/\\x',
  '',
])('%s is not a valid return path', (path) => {
  expect(isInside(path)).toBe(false)
})
