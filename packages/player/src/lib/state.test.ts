import { afterEach, expect, it, vi } from 'vitest'
import { sealed } from './seal.ts'
import { memoryState, mirroredState, openState } from './state.ts'

afterEach(() => void vi.unstubAllGlobals())

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

/** As browsers do, it has its texts as properties. */
class Texts {
  getItem(key: string): string | null {
    return Object.hasOwn(this, key) ? String(Reflect.get(this, key)) : null
  }
  setItem(key: string, value: string): void {
    Reflect.set(this, key, value)
  }
  removeItem(key: string): void {
    Reflect.deleteProperty(this, key)
  }
}

it.each(['localStorage', 'memory'])('a browser without databases keeps texts in its %s', async (where) => {
  const texts = Object.assign(new Texts(), { other: 'stays' })
  if (where === 'localStorage') vi.stubGlobal('localStorage', texts)
  const state = openState(undefined)
  await state.set({ token: 'secret', pointer: '{}', gone: 'x' })
  await state.set({ gone: undefined, pointer: 'new' })
  const values = async (from: typeof state) =>
    Promise.all(['token', 'pointer', 'gone', 'never'].map((key) => from.get(key)))
  expect(await values(state)).toEqual(['secret', 'new', undefined, undefined])
  const again = where === 'localStorage' ? openState(undefined) : state
  expect(await values(again)).toEqual(['secret', 'new', undefined, undefined])
  if (where === 'localStorage')
    expect(Object.keys(texts)).toEqual(['other', 'vitrine-player.token', 'vitrine-player.pointer'])
  await again.clear()
  expect(await values(again)).toEqual([undefined, undefined, undefined, undefined])
  expect(Object.keys(texts)).toEqual(['other'])
})
