import { expect, it } from 'vitest'
import { sealed } from './seal.ts'
import { memoryState, mirroredState } from './state.ts'

it('PLAY-09 a screen that lost its database still knows its organization, and forgets it only when disconnected', async () => {
  const texts = memoryState()
  const state = mirroredState(memoryState(), texts)
  await state.set({ token: 'secret', pointer: '{}' })
  expect(await texts.get('pointer')).toBeUndefined()
  const damaged = mirroredState(memoryState(), texts)
  expect([await damaged.get('token'), await damaged.get('pointer')]).toEqual(['secret', undefined])
  await damaged.clear()
  expect(await mirroredState(memoryState(), texts).get('token')).toBeUndefined()
})

it('PAIR-11 data left in a database is unreadable without the deleted key', async () => {
  const [database, keys] = [memoryState(), memoryState()]
  const state = await sealed(database, keys)
  const long = 'Ünïcode 日本 '.repeat(5000)
  await state.set({ token: 'secret', pointer: long, gone: 'x' })
  await state.set({ gone: undefined })
  const again = await sealed(database, keys)
  expect([await again.get('token'), await again.get('pointer'), await again.get('gone')]).toEqual([
    'secret',
    long,
    undefined,
  ])
  expect(await database.get('pointer')).not.toContain('nïcode')
  await keys.clear()
  const later = await sealed(database, keys)
  expect([await later.get('token'), await later.get('pointer')]).toEqual(['secret', undefined])
  await later.set({ pointer: 'new' })
  expect(await later.get('pointer')).toBe('new')
})
