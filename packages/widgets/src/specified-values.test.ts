import {
  DEFAULT_LAYOUT_HEIGHT,
  DEFAULT_LAYOUT_WIDTH,
  SCREEN_SIZES,
} from '@vitrine/contract/api/content/layouts'
import {
  PlaybackMode,
  STANDARD_HEIGHT,
  STANDARD_WIDTH,
  StoryboardType,
} from '@vitrine/contract/api/content/storyboards'
import { DEVICE_TYPES } from '@vitrine/contract/api/screens/devices'
import { contrastText } from '@vitrine/contract/fields/color'
import { DURATIONS, defaultDuration } from '@vitrine/contract/fields/durations'
import { FONT_SIZES } from '@vitrine/contract/fields/fonts'
import { FULL_VIDEO, MEDIA_ZONE_MAX, ZONE_INTERVAL } from '@vitrine/contract/fields/kinds/media-zone'
import { ROLES } from '@vitrine/contract/permissions'
import { GMT_ZONES, isTimeZone } from '@vitrine/contract/schedule/time-zone'
import { expect, test } from 'vitest'
import { DEFINITIONS } from './definitions.ts'

test('B-001, V-040: a media zone accepts 30 files', () => {
  expect(MEDIA_ZONE_MAX).toBe(30)
  expect(DEFINITIONS['media-looper'].fields.media).toMatchObject({ type: 'media-zone' })
})
test('B-002, V-041: a feed accepts one background file', () => {
  expect(DEFINITIONS.rss.fields.media).toMatchObject({ type: 'attachment', max: 1 })
})
test('B-008: an empty layout is full HD', () => {
  expect([DEFAULT_LAYOUT_WIDTH, DEFAULT_LAYOUT_HEIGHT]).toEqual([1920, 1080])
})
test('B-009, B-010: 25 time zones with inverted signs, each supported by the clock', () => {
  const hours = Array.from({ length: 25 }, (_, index) => index - 12)
  expect(GMT_ZONES).toEqual(
    hours.map((hour) => ({
      label: hour < 0 ? `GMT${hour}` : `GMT+${hour}`,
      value: hour === 0 ? 'Etc/GMT' : `Etc/GMT${hour > 0 ? '-' : '+'}${Math.abs(hour)}`,
    })),
  )
  expect(GMT_ZONES.every(({ value }) => isTimeZone(value))).toBe(true)
})
test('B-011, B-012: 14 prayer methods in the order 0 to 14 without 6, by default 5', () => {
  const { options, default: first } = DEFINITIONS.prayer.fields.prayerCalcMethod
  const values = options.map(({ value }) => value)
  expect(values).toEqual([0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14])
  expect(first).toBe(5)
})
test('B-013: five papers for notes, starting with yellow', () => {
  const { options, default: first } = DEFINITIONS['sticky-note'].fields.colorSwatches
  expect(new Set(options).size).toBe(5)
  expect([options[0], first]).toEqual(['#f5cc76', '#f5cc76'])
})
test('B-014, B-015: the second duration for a video, the first for everything else', () => {
  expect(DURATIONS[0]?.value).toBe(ZONE_INTERVAL)
  expect(DURATIONS[1]?.value).toBe(FULL_VIDEO)
  expect(defaultDuration('video/mp4')).toBe(DURATIONS[1]?.value)
  for (const mimetype of ['image/png', 'application/zip', ''])
    expect(defaultDuration(mimetype)).toBe(DURATIONS[0]?.value)
})
test('B-016: a zone changes every 5 seconds', () => {
  expect(DEFINITIONS['media-looper'].fields.interval.default).toBe(5)
})
test('B-020: black on colors brighter than 125, otherwise white', () => {
  for (const [ground, text] of [
    ['#f5cc76', 'black'],
    ['#000', 'white'],
    ['rgb(125, 125, 125)', 'white'],
    ['rgb(126, 126, 126)', 'black'],
  ] as const)
    expect(contrastText(ground), ground).toBe(text)
})
test('V-046: font sizes of 10 to 30 in steps of 2', () => {
  expect(FONT_SIZES).toEqual([10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30])
})
test('V-047: a ticker has a spacing of 0 to 9', () => {
  expect(DEFINITIONS.ticker.fields.tickerSpacing.options.map(({ value }) => value)).toEqual([
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
  ])
})
test('E-004, E-005, E-006: roles are strings', () => {
  expect(ROLES).toEqual({ superAdmin: '0', admin: '1', user: '2' })
})
test('E-020: device types are numbers', () => {
  expect(DEVICE_TYPES).toEqual({ tv: 0, mobile: 1, touch: 2 })
})
test('E-021, E-022, E-023: the three screen sizes', () => {
  expect(SCREEN_SIZES).toEqual({
    1: { width: 1920, height: 1080 },
    2: { width: 1080, height: 1920 },
    3: { width: 7560, height: 2160 },
  })
})
test('E-024, E-025, E-026: storyboards', () => {
  expect([STANDARD_WIDTH, STANDARD_HEIGHT]).toEqual([1920, 1080])
  expect(StoryboardType.options).toEqual(['standard', 'designed'])
  expect(PlaybackMode.options).toEqual(['DEFAULT', 'AUTO'])
})
