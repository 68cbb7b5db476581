import type { Licence } from '@vitrine/contract/api/accounts/licences'
import type { Storyboard } from '@vitrine/contract/api/content/storyboards'
import type { Device } from '@vitrine/contract/api/screens/devices'
import { expect, it } from 'vitest'
import { backOnline, newsOf } from './news.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const NOTHING = {
  storyboards: [],
  devices: [],
  licences: [],
  sources: [],
  mentions: [],
  back: [],
  userId: 'me',
  now: NOW,
}
const device = (change: Partial<Device>) =>
  ({ id: 'd', name: 'Lobby', content: 'up-to-date', playing: null, updatedAt: '', ...change }) as Device
const storyboard = (status: Storyboard['status'], updatedAt: string) =>
  ({ id: 's', name: 'Lunch', status, version: 2, updatedAt }) as Storyboard
const kinds = (facts: Partial<typeof NOTHING>) =>
  newsOf({ ...NOTHING, ...facts } as never).map(({ kind }) => kind)

it('lists requests until they are decided, and decisions for two weeks', () => {
  expect(kinds({ storyboards: [storyboard('pending', '2026-01-01T00:00:00Z')] as never })).toEqual(['asked'])
  expect(kinds({ storyboards: [storyboard('approved', '2026-11-10T00:00:00Z')] as never })).toEqual([
    'approved',
  ])
  expect(kinds({ storyboards: [storyboard('rejected', '2026-11-01T00:00:00Z')] as never })).toEqual([])
})

it('does not ring for your own actions', () => {
  const approved = storyboard('approved', '2026-11-20T00:00:00Z')
  expect(kinds({ storyboards: [{ ...approved, changedBy: 'me' }] as never })).toEqual([])
  expect(kinds({ storyboards: [{ ...approved, changedBy: 'somebody' }] as never })).toEqual(['approved'])
})

it('reports a screen ten minutes after its last request, and one that is showing an older version', () => {
  const silent = device({ connection: 'offline', lastSeenAt: '2026-11-21T11:00:00Z' })
  expect(newsOf({ ...NOTHING, devices: [silent] })).toMatchObject([
    { kind: 'offline', name: 'Lobby', at: Date.parse('2026-11-21T11:10:00Z') },
  ])
  expect(kinds({ devices: [device({ connection: 'online', content: 'behind' })] as never })).toEqual([
    'behind',
  ])
  expect(
    kinds({ devices: [device({ connection: 'never' }), device({ connection: 'online' })] as never }),
  ).toEqual([])
})

it('reports a licence thirty days before it expires, newest first', () => {
  const licence = (expiresAt: string | null) => ({ id: 'l', number: 'L-1', expiresAt }) as Licence
  expect(kinds({ licences: [licence('2026-12-22'), licence(null)] as never })).toEqual([])
  const all = newsOf({
    ...NOTHING,
    licences: [licence('2026-12-10')],
    storyboards: [storyboard('pending', '2026-11-20T00:00:00Z')],
  })
  expect(all.map(({ kind }) => kind)).toEqual(['asked', 'licence'])
})

it('reports screens that reconnect, and no others', () => {
  const before = [device({ id: 'a', connection: 'offline' }), device({ id: 'b', connection: 'never' })]
  const after = [device({ id: 'a', connection: 'online' }), device({ id: 'b', connection: 'online' })]
  expect(backOnline(before, after, NOW).map(({ subjectId }) => subjectId)).toEqual(['a'])
  // Two tabs notice the reconnect at different moments, but report it once.
  const ids = [NOW, NOW + 7].map((now) => backOnline(before, after, now).map(({ id }) => id))
  expect(ids[0]).toEqual(ids[1])
})

it('reports a failing data source once, to the user who saved it, while it fails', () => {
  const at = NOW - 60_000
  const source = { id: 's1', name: 'Menu', savedBy: 'me', failingSince: at }
  const sources = [source, { ...source, savedBy: 'other' }, { ...source, failingSince: null }] as never
  expect(newsOf({ ...NOTHING, sources })).toEqual([
    { id: `source s1 ${at}`, kind: 'source', subjectId: 's1', name: 'Menu', at },
  ])
})
