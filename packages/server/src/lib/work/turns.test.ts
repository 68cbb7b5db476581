import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '#lib/errors.ts'
import { type Turn, Turns } from './turns.ts'

const LIMITS = {
  atOnce: 2,
  slowAfter: 1000,
  slowAtOnce: 1,
  stopAfter: 3000,
  waitingEach: 1000,
  waitingTogether: 1000,
}

/** Work that ends when the test says so. An owner is `organization` or `organization/person`. */
function bench(turns: Turns) {
  const order: string[] = []
  const ends: (() => void)[] = []
  const running = new Map<string, Turn>()
  const add = (owner: string) => {
    const [organizationId = '', person = 'only'] = owner.split('/')
    return turns.run({ organizationId, userId: `${organizationId}/${person}` }, (turn) => {
      order.push(owner)
      running.set(owner, turn)
      return new Promise<void>((resolve, reject) => {
        ends.push(resolve)
        turn.signal.addEventListener('abort', () => reject(turn.signal.reason))
      })
    })
  }
  const end = async () => {
    await settled()
    ends.shift()?.()
    await settled()
  }
  return { order, running, add, end }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))
const failure = (work: Promise<unknown>) => work.then(() => undefined).catch((error: AppError) => error)

describe('RATE-03: taking turns', () => {
  beforeEach(() => {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'],
    })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('runs one piece of an organization at a time, and one with a single piece goes before the rest of a thousand', async () => {
    const { order, add, end } = bench(new Turns(LIMITS))
    const all = Array.from({ length: 100 }, () => add('many'))
    all.push(add('one'), add('other'), add('one'))
    await settled()
    expect(order).toEqual(['many', 'one'])
    for (let n = 0; n < 4; n++) await end()
    expect(order).toEqual(['many', 'one', 'other', 'many', 'one', 'many'])
    for (let n = 0; n < 110; n++) await end()
    await Promise.all(all)
    expect(order).toHaveLength(103)
  })

  it('lets the people of an organization alternate', async () => {
    const { order, add, end } = bench(new Turns(LIMITS))
    const all = ['a/ann', 'a/ann', 'a/ann', 'a/bob', 'a/bob'].map(add)
    for (let n = 0; n < 5; n++) await end()
    await Promise.all(all)
    expect(order).toEqual(['a/ann', 'a/bob', 'a/ann', 'a/bob', 'a/ann'])
  })

  it('moves slow pieces aside, and stops the greediest when another organization would wait', async () => {
    const { order, running, add } = bench(new Turns(LIMITS))
    const slow = ['a', 'b', 'c'].map((owner) => failure(add(owner)))
    await settled()
    expect(order).toEqual(['a', 'b'])
    await vi.advanceTimersByTimeAsync(1100)
    expect(order).toEqual(['a', 'b', 'c'])
    void add('honest').catch(() => {})
    await vi.advanceTimersByTimeAsync(2000)
    expect(await slow[0]).toMatchObject({ errKey: 'TOO_MANY_REQUESTS', retryAfter: 30 })
    await settled()
    expect(order).toEqual(['a', 'b', 'c', 'honest'])
    expect(running.get('b')?.signal.aborted).toBe(false)
  })

  it('spares a piece that a busy machine gave no time to, for a while', async () => {
    const { running, add } = bench(new Turns({ ...LIMITS, atOnce: 1, slowAtOnce: 0 }))
    const work = failure(add('starved'))
    await settled()
    running.get('starved')?.measure(() => 500)
    void add('other')
    await vi.advanceTimersByTimeAsync(11_000)
    expect(running.has('other')).toBe(false)
    await vi.advanceTimersByTimeAsync(5000)
    expect(await work).toMatchObject({ errKey: 'TOO_MANY_REQUESTS' })
    expect(running.has('other')).toBe(true)
  })

  it('leaves a slow piece alone while no call waits', async () => {
    const { running, add } = bench(new Turns(LIMITS))
    void add('a')
    await settled()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(running.get('a')?.signal.aborted).toBe(false)
  })

  it('refuses only an owner whose work ran into its limit, longer each time', async () => {
    const { running, add, end } = bench(new Turns(LIMITS))
    const refusals: (number | undefined)[] = []
    for (let n = 0; n < 4; n++) {
      const work = add('a/mallory')
      const waiting = failure(add('a/mallory'))
      await settled()
      running.get('a/mallory')?.penalize()
      await end()
      await work
      refusals.push((await waiting)?.retryAfter)
      if (n < 3) {
        const honest = add('a/honest')
        await end()
        await honest
      }
      await vi.advanceTimersByTimeAsync(1000 * (refusals[n] ?? 0) + 1)
    }
    expect(refusals).toEqual([5, 10, 20, 40])
    for (const n of [1, 2]) {
      const work = add('a/mallory')
      await settled()
      running.get('a/mallory')?.penalize()
      await end()
      await work
      if (n === 1) await vi.advanceTimersByTimeAsync(80_001)
    }
    // Too often for one organization: its other people wait as well, those of others don't.
    expect(await failure(add('a/honest'))).toMatchObject({ errKey: 'TOO_MANY_REQUESTS' })
    const other = add('b')
    await end()
    await other
  })

  it('keeps a place free of organizations whose work ran into limits', async () => {
    const { order, running, add, end } = bench(new Turns(LIMITS))
    for (const owner of ['a/1', 'b/1']) {
      const work = add(owner)
      await settled()
      running.get(owner)?.penalize()
      await end()
      await work
    }
    order.length = 0
    const all = ['a/2', 'b/2', 'b/3'].map(add)
    await settled()
    expect(order).toEqual(['a/2'])
    all.push(add('honest'))
    await settled()
    expect(order).toEqual(['a/2', 'honest'])
    for (let n = 0; n < 4; n++) await end()
    await Promise.all(all)
    expect(order).toHaveLength(4)
  })

  it('refuses excess work of a person or an organization, continues after failures, and forgets finished owners', async () => {
    const turns = new Turns({ ...LIMITS, atOnce: 1, waitingEach: 2, waitingTogether: 3 })
    const { add, end } = bench(turns)
    const kept = ['a/x', 'a/x', 'a/x', 'a/y'].map(add)
    for (const owner of ['a/x', 'a/y', 'a/z']) {
      const refused = await failure(add(owner))
      expect(refused).toBeInstanceOf(AppError)
      expect(refused).toMatchObject({ errKey: 'TOO_MANY_REQUESTS', retryAfter: 30 })
    }
    kept.push(add('b'))
    for (let n = 0; n < 5; n++) await end()
    await Promise.all(kept)
    const c = { organizationId: 'c', userId: 'c' }
    await expect(turns.run(c, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    await expect(turns.run(c, async () => 'done')).resolves.toBe('done')
    expect(turns.size).toBe(0)
  })

  it('runs work of several in the turn of the first who may, whatever the others have waiting', async () => {
    const turns = new Turns({ ...LIMITS, atOnce: 3, waitingEach: 2, waitingTogether: 2 })
    const { add, order, running } = bench(turns)
    for (let n = 0; n < 3; n += 1) void add('busy').catch(() => {})
    const busy = { organizationId: 'busy', userId: 'busy/only' }
    const calm = { organizationId: 'calm', userId: 'calm/only' }
    const shared = (name: string, owners: (typeof busy)[]) =>
      turns.run(owners, async ({ signal }) => {
        order.push(name)
        signal.throwIfAborted()
      })
    expect(await failure(shared('refused', [busy]))).toMatchObject({ errKey: 'TOO_MANY_REQUESTS' })
    await shared('both', [busy, calm])
    running.get('busy')?.penalize()
    await shared('penalized', [busy, calm])
    expect(order).toEqual(['busy', 'both', 'penalized'])
  })

  it('waiting work runs in the turn of one who joins', async () => {
    const turns = new Turns(LIMITS)
    const { add, order } = bench(turns)
    void add('busy')
    void add('busy')
    const owners = [{ organizationId: 'busy', userId: 'busy/only' }]
    const shared = turns.run(owners, async () => order.push('shared'))
    await settled()
    expect(order).toEqual(['busy'])
    owners.push({ organizationId: 'calm', userId: 'calm/only' })
    turns.joined()
    await shared
    expect(order).toEqual(['busy', 'shared'])
  })
})
