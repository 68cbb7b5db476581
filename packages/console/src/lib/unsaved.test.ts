import { afterEach, describe, expect, test } from 'vitest'
import { STORED, type StoredKey, type TextStore } from './browser/storage.ts'
import { clock } from './clock.ts'
import { session } from './session/session.ts'
import {
  holdForm,
  holdUnsaved,
  isAnythingKept,
  isAnythingUnsaved,
  KEPT_MS,
  keepUnsaved,
  takeKept,
} from './unsaved.ts'

function memory(): TextStore {
  const texts = new Map<StoredKey, string>()
  return {
    get: (key) => texts.get(key) ?? null,
    set: (key, text) => void (text === null ? texts.delete(key) : texts.set(key, text)),
  }
}

let release = () => {}
afterEach(() => release())
const typing = (values: unknown, key = '#/app/buildings/create') => {
  release = holdForm({ key: () => key, values: () => values })
}

describe('UPG-07: unsaved input', () => {
  test('is restored for the same user and form, once', () => {
    const store = memory()
    typing({ name: 'Annex', floors: [{ name: 'Ground' }] })
    keepUnsaved('mona', store)
    expect(isAnythingKept('mona', store)).toBe(true)
    expect(takeKept('another form', 'mona', store)).toBeUndefined()
    expect(takeKept('#/app/buildings/create', 'mona', store)).toEqual({
      name: 'Annex',
      floors: [{ name: 'Ground' }],
    })
    expect(takeKept('#/app/buildings/create', 'mona', store)).toBeUndefined()
    expect(store.get(STORED.unsaved)).toBeNull()
  })

  test('is dropped when another user logs in', () => {
    const store = memory()
    typing({ name: 'Annex' })
    keepUnsaved('mona', store)
    expect(isAnythingKept('karim', store)).toBe(false)
    expect(isAnythingKept('mona', store)).toBe(false)
  })

  test('expires after a day', () => {
    const store = memory()
    const { now } = clock
    typing({ name: 'Annex' })
    keepUnsaved('mona', store)
    clock.now = () => now() + KEPT_MS + 1
    expect(isAnythingKept('mona', store)).toBe(false)
    clock.now = now
  })

  test('contains no password', () => {
    const store = memory()
    typing({
      email: 'a@b.example',
      password: 'first-sign-in-1',
      admin: { repeatPassword: 'first-sign-in-1' },
    })
    keepUnsaved('mona', store)
    expect(store.get(STORED.unsaved)).not.toContain('first-sign-in-1')
    expect(store.get(STORED.unsaved)).toContain('a@b.example')
  })

  test('unchanged forms are not stored', () => {
    const store = memory()
    typing(undefined)
    keepUnsaved('mona', store)
    expect(store.get(STORED.unsaved)).toBeNull()
  })

  test('is stored automatically when the session ends', () => {
    session.signIn({
      token: 't',
      refreshToken: 'r',
      profile: { id: 'mona', role: '1', organizationId: 'o' } as never,
    })
    typing({ name: 'Annex' })
    session.end('expired')
    expect(takeKept('#/app/buildings/create', 'mona')).toEqual({ name: 'Annex' })
  })
})

test('the open screen decides whether leaving would lose something', () => {
  const done = holdUnsaved(() => true)
  expect(isAnythingUnsaved()).toBe(true)
  done()
  expect(isAnythingUnsaved()).toBe(false)
})
