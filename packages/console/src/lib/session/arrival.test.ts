import { afterEach, expect, test } from 'vitest'
import { arrival } from './arrival.ts'

afterEach(() => arrival.keepPlace(null))

test.each(['/app/buildings', '/app/buildings/edit/1?q=x'])('a login offers the way back to %s', (path) => {
  arrival.keepPlace(path)
  expect(arrival.place()).toBe(path)
})

test.each([
  'https://evil.example/app/x',
  '//evil.example',
  '/app//evil.example',
  '/auth/login',
  '/app/\\x',
  '/app/',
  '/app/dashboard',
  '',
])('a login offers no way back to %s', (path) => {
  arrival.keepPlace('/app/buildings')
  arrival.keepPlace(path)
  expect(arrival.place()).toBeNull()
})
