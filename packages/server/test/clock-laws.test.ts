import { describe, expect, it } from 'vitest'
import { createLog } from '#lib/log.ts'
import { RateLimit } from '#lib/rate-limit.ts'
import { Refreshed } from '#lib/refreshed.ts'
import { TestClock, useServer } from './harness.ts'

const MINUTE = 60_000
const YEAR = 365 * 24 * 60 * MINUTE

// A machine that starts with a wrong date, until somebody sets it: nothing may wait for the wrong one to come.
describe('a clock that is set back by a year', () => {
  const server = useServer()

  it('does not keep what is done again and again from being done', async () => {
    const { clock, services } = server()
    clock.advance(YEAR)
    await services.jobs.look()
    clock.advance(-YEAR + MINUTE)
    await services.jobs.look()
    const areRunning = () => ['backup', 'check', 'mend-files'].some((name) => services.jobs.isRunning(name))
    await expect.poll(areRunning, { timeout: 30_000 }).toBe(false)
    const { jobs } = await (await server().signIn()).api.jobs.list()
    const times = jobs.flatMap(({ startedAt, nextAt }) => [startedAt, nextAt])
    expect(times.filter((at) => Date.parse(at ?? '') > clock.now() + YEAR / 2)).toEqual([])
    await services.jobs.look()
    expect((await (await server().signIn()).api.jobs.list()).jobs).toEqual(jobs)
  })

  it('does not keep a message from being sent', async () => {
    const { clock, services } = server()
    const { database, outbox } = services
    const text = { channel: 'mail', recipient: 'a@b.test', subject: '', text: '', error: '' } as const
    await database
      .insertInto('outbox')
      .values({
        ...text,
        id: 'm',
        status: 'waiting',
        attempts: 1,
        nextAt: clock.now() + YEAR,
        createdAt: '2026',
      })
      .execute()
    await outbox.wake()
    const { messages } = await (await server().signIn()).api.outbox.list({ query: { search: 'a@b.test' } })
    expect(messages).toMatchObject([{ status: 'kept' }])
  })

  it('locks nobody out', () => {
    const limit = new RateLimit(2, MINUTE)
    for (const at of [YEAR, YEAR]) limit.hit('ada', at)
    expect(limit.isReached('ada', YEAR)).toBe(true)
    expect(limit.wait('ada', MINUTE)).toBe(0)
  })

  it('leaves no value from elsewhere as it was', async () => {
    const clock = new TestClock()
    let loads = 0
    const load = async () => ++loads
    const values = new Refreshed({ load, every: MINUTE, max: 9, clock, log: createLog('silent') })
    clock.advance(YEAR)
    await values.get('weather')
    clock.advance(-YEAR)
    await values.refresh()
    expect(await values.get('weather')).toBe(2)
    values.close()
  })
})
