import type { DeviceGroup } from '@vitrine/contract/api/screens/device-groups'
import { describe, expect, test } from 'vitest'
import { planOf } from './plan.ts'

const at = (time: string) => Date.parse(`2026-11-21T${time}:00Z`)
const delivery = {
  activateAt: null as number | null,
  screens: 1,
  online: 1,
  held: 1,
  shown: 1,
  right: 1,
  differs: 0,
  unknown: 0,
}
const group = (slots: DeviceGroup['schedule']['slots'], activateAt: number | null = null) => ({
  schedule: { timezone: 'Etc/GMT', defaultStoryboardId: 'welcome', slots },
  delivery: { ...delivery, activateAt },
})
const lunch = { from: '11:00 AM', to: '02:00 PM', storyboardId: 'lunch' }
const screen = { storyboardId: null, playing: null }

describe('what a screen plays', () => {
  test('says what plays before, in, and after a slot', () => {
    expect(planOf(screen, group([lunch]), at('10:00'))).toEqual({
      now: 'welcome',
      byDefault: 'welcome',
      next: { at: at('11:00'), storyboardId: 'lunch' },
    })
    expect(planOf(screen, group([lunch]), at('11:00'))).toMatchObject({
      now: 'lunch',
      next: { at: at('14:00'), storyboardId: 'welcome' },
    })
  })

  test('a manual switch holds until the next boundary', () => {
    expect(planOf({ ...screen, storyboardId: 'alarm' }, group([lunch]), at('12:00'))).toEqual({
      now: 'alarm',
      byDefault: 'welcome',
      next: { at: at('14:00'), storyboardId: 'welcome' },
    })
  })

  test('while a schedule settles, the report is current and the saved schedule is next', () => {
    const settling = group([lunch], at('12:01'))
    const playing = {
      storyboardId: 'old',
      reason: 'slot' as const,
      pageId: null,
      since: 0,
      storyboardName: 'Old',
    }
    expect(planOf({ ...screen, playing }, settling, at('12:00'))).toEqual({
      now: 'old',
      byDefault: 'welcome',
      next: { at: at('12:01'), storyboardId: 'lunch' },
    })
    expect(planOf(screen, settling, at('12:01')).now).toBe('lunch')
  })

  test('without slots the default stays; without a group only manual switches play', () => {
    expect(planOf(screen, group([]), at('12:00'))).toMatchObject({ now: 'welcome', next: null })
    expect(planOf(screen, undefined, at('12:00'))).toEqual({ now: null, byDefault: null, next: null })
    expect(planOf({ ...screen, storyboardId: 'alarm' }, undefined, at('12:00')).now).toBe('alarm')
  })
})
