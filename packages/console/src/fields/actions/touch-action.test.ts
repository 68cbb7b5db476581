import { ACTION_TYPES, type ActionEntry, isAction, VERBS } from '@vitrine/contract/fields/actions'
import { expect, test } from 'vitest'
import { type ActionsHost, NO_ACTIONS } from './actions-host.ts'
import { type TouchTarget, touchAction } from './touch-action.ts'

const HOST: ActionsHost = {
  ...NO_ACTIONS,
  storyboards: [{ id: 's1', name: 'Lunch' }],
  layouts: [
    { id: '', name: 'Here' },
    { id: 'l2', name: 'Rooms' },
  ],
  zones: () => [
    { id: 'z1', name: 'Zone', entries: [undefined] },
    { id: 'z2', name: 'Empty', entries: [] },
  ],
  devices: [{ id: 'd1', name: 'Door', online: true }],
}
const TARGETS: readonly TouchTarget[] = [
  { verb: 'LOAD_STORYBOARD', storyboardId: 's1' },
  { verb: 'LOAD_NEXT_LAYOUT' },
  { verb: 'LOAD_PREVIOUS_LAYOUT' },
  { verb: 'LOAD_LAYOUT_BY_NAME', layoutName: 'Rooms' },
  { verb: 'LOAD_NEXT_MEDIA', mediaZoneId: 'z1' },
  { verb: 'LOAD_PREVIOUS_MEDIA', mediaZoneId: 'z1' },
  { verb: 'LOAD_MEDIA_BY_ORDER', mediaZoneId: 'z1', mediaOrder: '1' },
]

test.each(TARGETS)('one press makes a complete action of $verb', (target) => {
  const action = touchAction(target, HOST) as ActionEntry
  expect(isAction(action)).toBe(true)
  expect(action).toMatchObject({ event: 'CLICK_TOUCH', verb: target.verb, target: '' })
})

test('every function is a choice, except an order, which has no picture', () => {
  const known = ACTION_TYPES.flatMap((type): readonly string[] => VERBS[type])
  expect(TARGETS.map(({ verb }) => verb).sort()).toEqual(
    known.filter((verb) => verb !== 'LOAD_LAYOUT_BY_ORDER').sort(),
  )
})

test.each([
  { verb: 'LOAD_STORYBOARD', storyboardId: 'gone' },
  { verb: 'LOAD_NEXT_MEDIA', mediaZoneId: 'gone' },
  { verb: 'LOAD_MEDIA_BY_ORDER', mediaZoneId: 'z1', mediaOrder: '2' },
  { verb: 'LOAD_MEDIA_BY_ORDER', mediaZoneId: 'z2', mediaOrder: '1' },
] as const)('%j has no target', (target) => expect(touchAction(target, HOST)).toBeUndefined())

test('a replaced action keeps its device', () => {
  const elsewhere = { ...touchAction({ verb: 'LOAD_NEXT_LAYOUT' }, HOST), target: 'd1' }
  expect(touchAction({ verb: 'LOAD_LAYOUT_BY_NAME', layoutName: 'Rooms' }, HOST, elsewhere)?.target).toBe(
    'd1',
  )
})
