import { describe, expect, test } from 'vitest'
import type { StoredKey, TextStore } from '#lib/browser/storage.ts'
import { createSession } from './session.ts'

const storeOf = (entries: Partial<Record<StoredKey, string>>) => {
  const kept = new Map(Object.entries(entries))
  const store: TextStore = {
    get: (key) => kept.get(key) ?? null,
    set: (key, value) => void (value === null ? kept.delete(key) : kept.set(key, value)),
  }
  return { kept, store }
}
const profile = { id: 'u', role: '0', organizationId: 'o', firstName: 'Mona' } as never

describe('local storage', () => {
  test('B-023, E-002, E-028, S-001: login stores both tokens and the profile', () => {
    const { kept, store } = storeOf({})
    createSession(store).signIn({ token: 'a', refreshToken: 'b', profile })
    expect(kept.get('token')).toBe('a')
    expect(kept.get('refreshToken')).toBe('b')
    expect(JSON.parse(kept.get('profile') ?? '')).toEqual(profile)
  })

  test('S-002: the end of a session removes both tokens, the profile and the lookups', () => {
    const { kept, store } = storeOf({ lookups: '{}' })
    const session = createSession(store)
    session.signIn({ token: 'a', refreshToken: 'b', profile })
    session.end('left')
    expect([...kept.keys()]).toEqual(['version'])
  })

  test('S-002: a session ends once: responses after a logout do not report it as expired', () => {
    const session = createSession(storeOf({}).store)
    const kiosk = { id: 'u', role: '2', organizationId: 'o', kiosk: true } as never
    session.signIn({ token: 'a', refreshToken: 'b', profile: kiosk })
    session.end('left')
    session.end('expired')
    expect(session.get()).toMatchObject({ ended: 'left', wasKiosk: true })
    session.signIn({ token: 'a', refreshToken: 'b', profile })
    expect(session.get()).toMatchObject({ ended: null, wasKiosk: false })
  })

  test('a profile that arrives after its session ended, or another user’s started, is dropped', () => {
    const { kept, store } = storeOf({})
    const session = createSession(store)
    session.signIn({ token: 'a', refreshToken: 'b', profile })
    session.end('left')
    session.setProfile(profile)
    expect(kept.has('profile')).toBe(false)
    session.signIn({ token: 'c', refreshToken: 'd', profile: { ...(profile as object), id: 'v' } as never })
    session.setProfile(profile)
    expect(session.get().profile?.id).toBe('v')
  })

  test('another user’s login in another tab applies after this session has ended here', () => {
    const { store } = storeOf({})
    const [here, there] = [createSession(store), createSession(store)]
    here.signIn({ token: 'a', refreshToken: 'b', profile })
    there.reload()
    const seen: (string | undefined)[] = []
    there.state.subscribe(({ token, profile: now }) => seen.push(token ? now?.id : undefined))
    here.end('left')
    here.signIn({ token: 'c', refreshToken: 'd', profile: { ...(profile as object), id: 'v' } as never })
    // A suspended tab receives both changes together.
    there.reload()
    there.reload()
    expect(seen).toEqual([undefined, 'v'])
    expect(there.get()).toMatchObject({ token: 'c', refreshToken: 'd', ended: 'left' })
  })

  test('a logout keeps the user’s storyboard draft and removes those of others', () => {
    for (const [userId, left] of [
      ['u', true],
      ['other', false],
    ] as const) {
      const { kept, store } = storeOf({ version: '1.1.0', storyboardDraft: JSON.stringify({ userId }) })
      const session = createSession(store)
      session.signIn({ token: 'a', refreshToken: 'b', profile })
      session.end('left')
      expect(kept.has('storyboardDraft')).toBe(left)
    }
  })

  test('E-030: another version drops lookups and the draft, and keeps the login', () => {
    const { kept, store } = storeOf({ version: '1.0.9', lookups: '{}', storyboardDraft: '{}', token: 'a' })
    createSession(store)
    expect(Object.fromEntries(kept)).toEqual({ version: '1.1.0', token: 'a' })
  })

  test('the same version drops nothing', () => {
    const { kept, store } = storeOf({ version: '1.1.0', lookups: '{}', storyboardDraft: '{}' })
    createSession(store)
    expect(kept.size).toBe(3)
  })

  test('an invalid profile counts as absent', () => {
    for (const text of ['{', '7', '{"id":1}', 'null'])
      expect(createSession(storeOf({ profile: text, token: 'a' }).store).get().profile).toBeNull()
  })
})

describe('several tabs', () => {
  test('a logout in one tab ends the session in the others', () => {
    const { store } = storeOf({})
    const [one, other] = [createSession(store), createSession(store)]
    one.signIn({ token: 'a', refreshToken: 'b', profile })
    other.reload()
    expect(other.get().token).toBe('a')
    one.end('left')
    other.reload()
    expect(other.get()).toMatchObject({ token: null, profile: null, ended: 'left' })
  })

  test('a new token in one tab applies in the others', () => {
    const { store } = storeOf({})
    const [one, other] = [createSession(store), createSession(store)]
    one.signIn({ token: 'a', refreshToken: 'b', profile })
    one.renew({ token: 'c', refreshToken: 'd', mediaToken: 'm' })
    other.reload()
    expect(other.get()).toMatchObject({ token: 'c', refreshToken: 'd', profile: { mediaToken: 'm' } })
  })
})
