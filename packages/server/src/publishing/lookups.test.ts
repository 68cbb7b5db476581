import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { IDS_AT_ONCE, Lookups } from './lookups.ts'

/** Reads what `rows` holds at the moment of the read, and remembers what was asked. */
function watched(rows: Map<string, number>) {
  const reads: string[][] = []
  let running = 0
  const lookups = new Lookups(async (ids) => {
    expect(++running).toBe(1)
    reads.push([...ids])
    const found = new Map(ids.flatMap((id) => (rows.has(id) ? [[id, rows.get(id)] as const] : [])))
    await sleep(1)
    running--
    return found
  })
  return { lookups, reads }
}

describe('many reads of one row each', () => {
  it('LOAD-01: are few, however the askers come; nobody is left out, and none reads too much', async () => {
    const ids = Array.from({ length: 2 * IDS_AT_ONCE + 100 }, (_, n) => `${n}`)
    const { lookups, reads } = watched(new Map(ids.map((id) => [id, Number(id)])))
    const asked = []
    for (const [n, id] of ids.entries()) {
      asked.push(lookups.get(id))
      if (n % 10 === 0) await new Promise(setImmediate)
    }
    expect(await Promise.all(asked)).toEqual(ids.map(Number))
    expect(reads.flat().sort()).toEqual(ids.toSorted())
    expect(Math.max(...reads.map((read) => read.length))).toBeLessThanOrEqual(IDS_AT_ONCE)
    expect(reads.length).toBeLessThan(ids.length / 10)
  })

  it('begin after they were asked for: what was written before is in the answer', async () => {
    const rows = new Map([['a', 1]])
    const { lookups } = watched(rows)
    const first = lookups.get('a')
    expect(await first).toBe(1)
    rows.set('a', 2)
    const second = lookups.get('a')
    expect(await lookups.get('b')).toBeUndefined()
    expect(await second).toBe(2)
    // Asked while a read is under way: the next one answers it.
    const third = lookups.get('a')
    await new Promise(setImmediate)
    await sleep(25)
    rows.set('a', 3)
    const fourth = lookups.get('a')
    expect(await third).toBe(2)
    expect(await fourth).toBe(3)
  })

  it('fail together and not for ever', async () => {
    let broken = true
    const lookups = new Lookups(async (ids) => {
      if (broken) throw new Error('The disk is gone')
      return new Map(ids.map((id) => [id, id]))
    })
    const both = await Promise.allSettled([lookups.get('a'), lookups.get('b')])
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    broken = false
    expect(await lookups.get('a')).toBe('a')
  })
})
