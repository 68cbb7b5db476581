import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { api } from '#lib/api.ts'
import { STORED, storage } from '#lib/browser/storage.ts'
import { fileUrl } from '#lib/files.ts'
import { session } from '#lib/session/session.ts'
import { applyConfig } from './config.ts'

const sent: { url: string; headers: Record<string, string> }[] = []
const PROFILE = { id: 'u', role: '1', organizationId: 'o', mediaToken: 'media' } as never

beforeEach(() => {
  sent.length = 0
  vi.stubGlobal('fetch', async (url: string, { headers }: { headers: Record<string, string> }) => {
    sent.push({ url, headers })
    return new Response('{"users":[]}', { headers: { 'content-type': 'application/json' } })
  })
  session.signIn({ token: 'first', refreshToken: 'r', profile: PROFILE })
})
afterEach(() => {
  vi.unstubAllGlobals()
  applyConfig({ apiBase: '/api' })
})

describe('every call', () => {
  test('C-001, B-025: goes to the configured base, by default our own origin', async () => {
    await api.users.list()
    applyConfig({ apiBase: 'https://signage.example/api/' })
    await api.users.list()
    expect(sent.map(({ url }) => url)).toEqual(['/api/user', 'https://signage.example/api/user'])
  })

  test('C-001: an invalid configuration changes nothing', async () => {
    for (const config of [null, {}, { apiBase: '' }, { apiBase: 5 }, '<html>']) applyConfig(config)
    await api.users.list()
    expect(sent[0]?.url).toBe('/api/user')
  })

  test('C-002: carries the token as a bearer token', async () => {
    await api.users.list()
    expect(sent[0]?.headers.authorization).toBe('Bearer first')
  })

  test('C-003: carries the token in local storage, even if it was replaced there', async () => {
    await api.users.list()
    storage.set(STORED.token, 'second')
    await api.users.list()
    expect(sent.map(({ headers }) => headers.authorization)).toEqual(['Bearer first', 'Bearer second'])
    expect(session.get().token).toBe('second')
  })

  test('C-003: is not sent once the token was removed from local storage', async () => {
    storage.set(STORED.token, null)
    await expect(api.users.list()).rejects.toMatchObject({ status: 401 })
    expect(sent).toEqual([])
    expect(session.get().ended).toBe('left')
  })

  test('C-004, C-005: file and thumbnail URLs include the token', () => {
    expect(fileUrl('/media/file/1', 'a b')).toBe('/api/media/file/1?token=a%20b')
    expect(fileUrl('thumbnail/download/2?v=1', 't')).toBe('/api/thumbnail/download/2?v=1&token=t')
    expect(fileUrl('/api/media/file/1', 't')).toBe('/api/media/file/1?token=t')
  })
})
