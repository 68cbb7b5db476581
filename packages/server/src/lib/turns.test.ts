import { describe, expect, it } from 'vitest'
import { AppError } from './errors.ts'
import { Turns } from './turns.ts'

/** Work that ends when it is told to. */
function bench(turns: Turns) {
  const order: string[] = []
  const ends: (() => void)[] = []
  const bring = (owner: string) =>
    turns.run(owner, () => {
      order.push(owner)
      return new Promise<void>((resolve) => ends.push(resolve))
    })
  const end = async () => {
    ends.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { order, bring, end }
}

describe('RATE-03: taking turns', () => {
  it('lets somebody with one piece go before the rest of somebody with a thousand', async () => {
    const { order, bring, end } = bench(new Turns({ atOnce: 2, atOnceEach: 2, waitingEach: 1000 }))
    const all = Array.from({ length: 100 }, () => bring('many'))
    all.push(bring('one'), bring('other'), bring('one'))
    await new Promise((resolve) => setImmediate(resolve))
    for (let n = 0; n < 4; n++) await end()
    expect(order).toEqual(['many', 'many', 'one', 'other', 'many', 'one'])
    for (let n = 0; n < 110; n++) await end()
    await Promise.all(all)
    expect(order).toHaveLength(103)
  })

  it('keeps a place free of whoever has one', async () => {
    const { order, bring, end } = bench(new Turns({ atOnce: 2, atOnceEach: 1, waitingEach: 9 }))
    const all = [bring('slow'), bring('slow'), bring('slow'), bring('quick')]
    await new Promise((resolve) => setImmediate(resolve))
    expect(order).toEqual(['slow', 'quick'])
    for (let n = 0; n < 4; n++) await end()
    await Promise.all(all)
    expect(order).toEqual(['slow', 'quick', 'slow', 'slow'])
  })

  it('refuses what is too much of one, goes on after failures, and forgets who is done', async () => {
    const turns = new Turns({ atOnce: 1, atOnceEach: 1, waitingEach: 2 })
    const { bring, end } = bench(turns)
    const kept = [bring('a'), bring('a'), bring('a')]
    const refused = await bring('a').catch((error) => error)
    expect(refused).toBeInstanceOf(AppError)
    expect([refused.errKey, refused.retryAfter]).toEqual(['TOO_MANY_REQUESTS', 30])
    kept.push(bring('b'))
    for (let n = 0; n < 4; n++) await end()
    await Promise.all(kept)
    await expect(turns.run('c', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    await expect(turns.run('c', async () => 'done')).resolves.toBe('done')
    expect(turns.size).toBe(0)
  })
})
