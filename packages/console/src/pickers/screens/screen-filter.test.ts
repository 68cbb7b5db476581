import type { Building } from '@vitrine/contract/api/places/buildings'
import type { DeviceConfiguration } from '@vitrine/contract/api/screens/device-configurations'
import type { Device } from '@vitrine/contract/api/screens/devices'
import { TRUTH_OF, type TruthReason } from '@vitrine/contract/player/truth'
import { expect, test } from 'vitest'
import { isOfScreens, NO_FILTER, NO_GROUP, type ScreenFilter, screenMatcher } from './screen-filter.ts'

const screen = (id: string, more: Partial<Device> = {}) =>
  ({
    id,
    name: id,
    deviceGroupId: null,
    deviceGroup: null,
    floorId: null,
    connection: 'online',
    content: 'up-to-date',
    playing: { storyboardId: 'menu', reason: 'default' },
    screen: null,
    truth: { value: 'right', because: 'scheduled' },
    ...more,
  }) as Device
const because = (reason: TruthReason, more: Partial<Device> = {}): Partial<Device> => ({
  truth: { value: TRUTH_OF[reason], because: reason } as Device['truth'],
  ...more,
})
const inGroup = (id: string) => ({ deviceGroupId: id, deviceGroup: { id, name: `${id} group` } })
const screens = [
  screen('Window', { floorId: 'ground', ...inGroup('shop') }),
  screen('Kitchen', { floorId: 'upper', connection: 'offline', ...inGroup('shop') }),
  screen('Yard', { connection: 'never' }),
]
const floor = (id: string) => ({ id, name: id, planId: null })
const known = {
  buildings: [{ id: 'house', floors: [floor('ground'), floor('upper')] }] as Building[],
  configurations: [
    { id: 'quiet', devices: ['Window'], deviceGroups: [] as string[] },
    { id: 'loud', devices: [] as string[], deviceGroups: ['shop'] },
  ] as DeviceConfiguration[],
}
const found = (filter: Partial<ScreenFilter>) =>
  screens.filter(screenMatcher({ ...NO_FILTER, ...filter }, known)).map(({ name }) => name)

test('a search matches names of screens and of their groups', () => {
  expect(found({})).toEqual(['Window', 'Kitchen', 'Yard'])
  expect(found({ search: ' kitch' })).toEqual(['Kitchen'])
  expect(found({ search: 'SHOP gr' })).toEqual(['Window', 'Kitchen'])
})

test('a building matches the screens of all of its floors, a floor its own', () => {
  expect(found({ place: 'building house' })).toEqual(['Window', 'Kitchen'])
  expect(found({ place: 'floor upper' })).toEqual(['Kitchen'])
  expect(found({ place: 'building gone' })).toEqual([])
})

test('group, no group, and status filters combine', () => {
  expect(found({ group: 'shop', status: 'offline' })).toEqual(['Kitchen'])
  expect(found({ group: NO_GROUP })).toEqual(['Yard'])
  expect(found({ group: NO_GROUP, status: 'offline' })).toEqual([])
})

test(`"a screen's own configuration overrides its group's"`, () => {
  expect(found({ configuration: 'quiet' })).toEqual(['Window'])
  expect(found({ configuration: 'loud' })).toEqual(['Kitchen'])
})

test('groups are listed until a filter applies to screens only', () => {
  expect(isOfScreens({ ...NO_FILTER, search: 'shop' })).toBe(false)
  expect(isOfScreens({ ...NO_FILTER, status: 'playing' })).toBe(true)
})

test('statuses match those of the screens list', () => {
  const all = [
    screen('Fine'),
    screen('Old', because('behind', { content: 'behind' })),
    screen('Loading', because('downloading', { content: 'updating' })),
    screen('Empty', because('nothing')),
    screen('Blank', because('blank')),
    screen('Alarm', because('takeover')),
    screen('Sent', because('switched')),
    screen('Wrong input', because('panel')),
    screen('Silent', because('silent', { connection: 'late', content: 'behind' })),
    screen('New', because('never', { connection: 'never', content: 'unknown', playing: null })),
  ]
  const of = (status: ScreenFilter['status']) =>
    all.filter(screenMatcher({ ...NO_FILTER, status }, known)).map(({ name }) => name)
  expect(of('problems')).toEqual(['Old', 'Empty', 'Blank', 'Wrong input', 'Silent'])
  expect(of('behind')).toEqual(['Old'])
  expect(of('updating')).toEqual(['Loading'])
  expect(of('offline')).toEqual(['Silent'])
  expect(of('never')).toEqual(['New'])
  expect(of('unassigned')).toEqual(['Empty'])
  expect(of('switched')).toEqual(['Sent'])
  expect(of('unknown')).toEqual(['Silent', 'New'])
  expect(of('differs')).toEqual(['Old', 'Loading', 'Empty', 'Blank', 'Sent', 'Wrong input'])
  expect(of('blank')).toEqual(['Blank'])
  expect(of('panel')).toEqual(['Wrong input'])
  expect(of('playing')).toEqual(['Fine', 'Empty', 'Blank', 'Alarm', 'Sent', 'Wrong input'])
})
