import { expect, test } from 'vitest'
import { isInside } from './addresses.ts'

test.each(['/app/buildings', '/app/buildings/edit/1?q=x', '/app/'])('%s may be returned to', (path) => {
  expect(isInside(path)).toBe(true)
})

test.each([
  'https://evil.example/app/x',
  '//evil.example',
  '/app//evil.example',
  '/auth/login',
  '/app/\\x',
  '',
])('%s may not be returned to', (path) => {
  expect(isInside(path)).toBe(false)
})
