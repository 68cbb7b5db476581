import type { Call } from '@vitrine/contract/client'
import { expect, test } from 'vitest'
import { SubmissionKeys } from './submission-keys.ts'

const call = (body: unknown, method: 'GET' | 'POST' = 'POST'): Call => ({
  method,
  path: '/buildings/create',
  body,
  route: { method, path: '/buildings/create', summary: '', who: 'public', response: 'file' },
})

test('CONC-04: the same submission keeps its key until the server responds', () => {
  const keys = new SubmissionKeys()
  const first = keys.keyOf(call({ name: 'A' }))
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  expect(keys.keyOf(call({ name: 'A' }))).toBe(first)
  expect(keys.keyOf(call({ name: 'B' }))).not.toBe(first)
  keys.answered(call({ name: 'A' }))
  expect(keys.keyOf(call({ name: 'A' }))).not.toBe(first)
})

test('calls that create nothing have no key, uploads bring their own', () => {
  const keys = new SubmissionKeys()
  expect(keys.keyOf(call({}, 'GET'))).toBeUndefined()
  expect(keys.keyOf(call(new FormData()))).toBeUndefined()
  expect(keys.keyOf({ ...call(new FormData()), key: 'mine' })).toBe('mine')
})

test('only the latest submissions are remembered', () => {
  const keys = new SubmissionKeys()
  const first = keys.keyOf(call({ n: 0 }))
  for (let n = 1; n <= 50; n++) keys.keyOf(call({ n }))
  expect(keys.keyOf(call({ n: 50 }))).toBe(keys.keyOf(call({ n: 50 })))
  expect(keys.keyOf(call({ n: 0 }))).not.toBe(first)
})
