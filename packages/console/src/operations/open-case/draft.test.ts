import { expect, test } from 'vitest'
import type { StoredKey, TextStore } from '#lib/browser/storage.ts'
import { dropDraft, loadDraft, saveDraft } from './draft.ts'

function memory(): TextStore {
  const texts = new Map<StoredKey, string>()
  return {
    get: (key) => texts.get(key) ?? null,
    set: (key, value) => void (value === null ? texts.delete(key) : texts.set(key, value)),
  }
}
const values = { subject: 'Black', text: 'It is black', kind: 'screen', deviceId: null } as const

test('a draft is restored for its author only', () => {
  const store = memory()
  saveDraft(store, 'ada', values)
  expect(loadDraft(store, 'ada')).toEqual(values)
  expect(loadDraft(store, 'uma')).toBeUndefined()
  dropDraft(store)
  expect(loadDraft(store, 'ada')).toBeUndefined()
})

test('a text without a kind is kept, an empty draft is not', () => {
  const store = memory()
  saveDraft(store, 'ada', { subject: '', text: 'It', deviceId: null })
  expect(loadDraft(store, 'ada')?.text).toBe('It')
  saveDraft(store, 'ada', { subject: ' ', text: '', kind: 'screen', deviceId: 'x' })
  expect(loadDraft(store, 'ada')).toBeUndefined()
})

test.each(['', 'null', '{', '{"userId":"ada","values":{"subject":1}}'])('%s is not a valid draft', (text) => {
  const store = memory()
  store.set('caseDraft', text)
  expect(loadDraft(store, 'ada')).toBeUndefined()
})
