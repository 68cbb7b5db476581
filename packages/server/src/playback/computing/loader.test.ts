import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { BATCH_SIZE, Loader } from './loader.ts'

/** Loads from `rows` and records the ids of each read. */
function recordingLoader(rows: Map<string, number>) {
  const reads: string[][] = []
  let running = 0
  const loader = new Loader(async (ids) => {
    expect(++running).toBe(1)
    reads.push([...ids])
    const found = new Map(ids.flatMap((id) => (rows.has(id) ? [[id, rows.get(id)] as const] : [])))
    await sleep(1)
    running--
    return found
  })
  return { loader, reads }
}

describe('Loader', () => {
  it('LOAD-01: batches requests that arrive over time, loads every id, and limits each read', async () => {
    const ids = Array.from({ length: 2 * BATCH_SIZE + 100 }, (_, n) => `${n}`)
    const { loader, reads } = recordingLoader(new Map(ids.map((id) => [id, Number(id)])))
    const requested = []
    for (const [n, id] of ids.entries()) {
      requested.push(loader.get(id))
      if (n % 10 === 0) await new Promise(setImmediate)
    }
    expect(await Promise.all(requested)).toEqual(ids.map(Number))
    expect(reads.flat().sort()).toEqual(ids.toSorted())
    expect(Math.max(...reads.map((read) => read.length))).toBeLessThanOrEqual(BATCH_SIZE)
    expect(reads.length).toBeLessThan(ids.length / 10)
  })

  it('reads after the request: earlier writes are in the answer', async () => {
    const rows = new Map([['a', 1]])
    const { loader } = recordingLoader(rows)
    const first = loader.get('a')
    expect(await first).toBe(1)
    rows.set('a', 2)
    const second = loader.get('a')
    expect(await loader.get('b')).toBeUndefined()
    expect(await second).toBe(2)
    // Requested during a read: the next read answers it.
    const third = loader.get('a')
    await new Promise(setImmediate)
    await sleep(25)
    rows.set('a', 3)
    const fourth = loader.get('a')
    expect(await third).toBe(2)
    expect(await fourth).toBe(3)
  })

  it('rejects the whole batch when a read fails, and recovers', async () => {
    let broken = true
    const loader = new Loader(async (ids) => {
      if (broken) throw new Error('Disk failure')
      return new Map(ids.map((id) => [id, id]))
    })
    const both = await Promise.allSettled([loader.get('a'), loader.get('b')])
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    broken = false
    expect(await loader.get('a')).toBe('a')
  })
})
