import { describe, expect, it } from 'vitest'
import { manifestTag, spreadMs } from '#player/manifest.ts'
import { DevicePart, GroupPart, Manifest } from './manifest.ts'

const none = { storyboards: {}, pages: {}, media: {}, files: {} }
const group = { ...none, groupId: null, current: null, next: null }
const device = {
  ...none,
  deviceId: 'd',
  name: 'Lobby',
  organization: { id: 'o', name: 'Acme' },
  override: null,
}

describe('a manifest', () => {
  it('has a tag that changes exactly when a part does', () => {
    const tags = [manifestTag('a', 'b'), manifestTag('b', 'a'), manifestTag('a', 'a'), manifestTag('ab', '')]
    expect(new Set(tags).size).toBe(tags.length)
    expect(manifestTag('a', 'b')).toBe(manifestTag('a', 'b'))
    for (const tag of tags) expect(tag).toMatch(/^"[^"]*"$/)
  })

  it('survives a round trip', () => {
    expect(GroupPart.parse(JSON.parse(JSON.stringify(group)))).toEqual(group)
    expect(DevicePart.parse(JSON.parse(JSON.stringify(device)))).toEqual(device)
    const part = { version: 1, hash: 'h', body: '{}' }
    expect(Manifest.parse({ group: part, device: part, serverTime: 1 })).toBeTruthy()
  })

  it('is no manifest without its parts', () => {
    const part = { version: 1, hash: 'h', body: '{}' }
    expect(Manifest.safeParse({ group: part, serverTime: 1 }).success).toBe(false)
    expect(GroupPart.safeParse({ ...group, current: { timezone: 'Etc/GMT' } }).success).toBe(false)
    expect(DevicePart.safeParse({ ...device, override: { storyboardId: '../x', since: 1 } }).success).toBe(
      false,
    )
  })
})

describe('requests after a notice', () => {
  it('are spread by the number of screens, at most over five seconds', () => {
    expect(spreadMs(0)).toBe(0)
    expect(spreadMs(1)).toBeLessThanOrEqual(1)
    expect(spreadMs(1000)).toBe(300)
    expect(spreadMs(1_000_000)).toBe(5000)
    for (let players = 1; players < 20_000; players *= 2)
      expect(spreadMs(players * 2)).toBeGreaterThanOrEqual(spreadMs(players))
  })
})
