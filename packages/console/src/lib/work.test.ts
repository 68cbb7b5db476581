// @vitest-environment happy-dom
import { afterEach, describe, expect, test, vi } from 'vitest'
import { blocking, overlay } from './overlay.ts'
import { CHUNK_TIMEOUT_MS, ChunkError, loadChunk } from './server/load-chunk.ts'
import { dismiss, notify, TOAST_MS, toasts } from './toasts.ts'

afterEach(() => vi.useRealTimers())

describe('the loading overlay', () => {
  test('X-022: disappears after success, failure, and a thrown error', async () => {
    await blocking(async () => 1)
    await expect(blocking(() => Promise.reject(new Error('500')))).rejects.toThrow('500')
    const throwing = (): Promise<never> => {
      throw new Error('bug')
    }
    await expect(blocking(throwing)).rejects.toThrow('bug')
    expect(overlay.getState().count).toBe(0)
  })

  test('stays while any of several calls is in progress', async () => {
    let end = () => {}
    const long = blocking(() => new Promise<void>((resolve) => (end = resolve)))
    await blocking(async () => 1)
    expect(overlay.getState().count).toBe(1)
    end()
    await long
    expect(overlay.getState().count).toBe(0)
  })
})

describe('a chunk', () => {
  test('B-006: that hangs fails after 120 seconds', async () => {
    vi.useFakeTimers()
    expect(CHUNK_TIMEOUT_MS).toBe(120_000)
    const hanging = loadChunk(() => new Promise(() => {}))
    const outcome = expect(hanging).rejects.toBeInstanceOf(ChunkError)
    await vi.advanceTimersByTimeAsync(120_000)
    await outcome
  })

  test('that loads leaves no timer behind', async () => {
    vi.useFakeTimers()
    await expect(loadChunk(async () => 'part')).resolves.toBe('part')
    expect(vi.getTimerCount()).toBe(0)
  })

  test('whose request fails is loaded again', async () => {
    let tries = 0
    const load = async () => {
      if (++tries < 3) throw new Error('Connection reset')
      return 'part'
    }
    await expect(loadChunk(load)).resolves.toBe('part')
  })

  test('that cannot be loaded reports it', async () => {
    await expect(loadChunk(() => Promise.reject(new Error('404')))).rejects.toBeInstanceOf(ChunkError)
  })
})

test('B-005: toasts last 5000 ms, are kept for the bell, and can be closed', () => {
  expect(TOAST_MS).toBe(5000)
  toasts.setState({ showing: [], history: [] })
  notify({ kind: 'negative', message: 'x' })
  const [toast] = toasts.getState().showing
  expect(toast).toMatchObject({ kind: 'negative', message: 'x' })
  dismiss(toast?.id ?? 0)
  expect(toasts.getState().showing).toEqual([])
  expect(toasts.getState().history).toHaveLength(1)
})
