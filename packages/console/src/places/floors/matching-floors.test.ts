import type { BuildingWithDevices, FloorDevice } from '@vitrine/contract/api/places/floors'
import { Truth } from '@vitrine/contract/api/screens/truth'
import { expect, test } from 'vitest'
import { sample } from '#test/samples.ts'
import { matchingFloors } from './matching-floors.ts'

const device = (name: string): FloorDevice => ({
  id: name,
  name,
  type: 0,
  screenSize: 1,
  connection: 'online',
  content: 'up-to-date',
  truth: sample(Truth, { value: 'right', because: 'scheduled' }),
  playing: null,
  screen: null,
  place: null,
})
const floor = (name: string, ...devices: string[]) => ({
  id: name,
  name,
  planId: null,
  plan: null,
  devices: devices.map(device),
})
const building = (name: string, ...floors: ReturnType<typeof floor>[]): BuildingWithDevices => ({
  id: name,
  name,
  location: 'Market square',
  coordinates: '',
  organizationId: 'o',
  floors,
})
const TREE = [
  building('East', floor('Ground', 'Lobby', 'Bar'), floor('First', 'Stairs')),
  building('West', floor('Ground'), floor('Roof', 'Bar')),
]
const drawn = (search: string) =>
  matchingFloors(TREE, search).map(({ name, floors }) => [
    name,
    ...floors.map((each) => [each.name, ...each.devices.map((one) => one.name)].join(' ')),
  ])

test.each([
  ['', TREE.length],
  ['market', TREE.length],
  ['nothing', 0],
])('“%s” leaves %i buildings', (search, count) => {
  expect(matchingFloors(TREE, search)).toHaveLength(count)
})

test('a matching building keeps all its floors, a matching floor all its devices', () => {
  expect(drawn('west')).toEqual([['West', 'Ground', 'Roof Bar']])
  expect(drawn('Ground')).toEqual([
    ['East', 'Ground Lobby Bar'],
    ['West', 'Ground'],
  ])
})

test('a matching device keeps only its floor', () => {
  expect(drawn(' BAR ')).toEqual([
    ['East', 'Ground Bar'],
    ['West', 'Roof Bar'],
  ])
})
