import type { JobName } from '@vitrine/contract/api/operations/jobs'
import { describe, expect, it } from 'vitest'
import { useServer } from '#test/harness.ts'
import { type Job, JobRunner } from './runner.ts'

describe('jobs', () => {
  const server = useServer()

  it('yield to other work when many are due at the same time', async () => {
    const order: string[] = []
    const job = (name: JobName): Job => ({
      name,
      every: 3_600_000,
      run: async () => {
        order.push(name)
        // A request that arrives now, while the job works for longer than a turn.
        if (name === 'forget-edits') setImmediate(() => order.push('request'))
        for (const until = performance.now() + 20; performance.now() < until; );
        return {}
      },
    })
    const runner = new JobRunner(server().services, [job('forget-edits'), job('forget-trash')], {
      idle: true,
    })
    await runner.look()
    await runner.close()
    expect(order).toEqual(['forget-edits', 'request', 'forget-trash'])
  })

  it('that no longer run are forgotten, with their failures', async () => {
    const { database, clock } = server().services
    const of = (id: string) => ({
      ...{ id, nextAt: clock.now() + 60_000, startedAt: null, finishedAt: clock.now(), result: null },
      ...{ error: 'ClickHouse is away', succeededAt: null },
    })
    await database
      .insertInto('jobs')
      .values([of('sum-plays'), of('of-an-earlier-version')])
      .execute()
    const names = async () => (await database.selectFrom('jobs').select('id').execute()).map(({ id }) => id)
    expect(await names()).toContain('sum-plays')
    await server().services.jobs.look()
    expect(await names()).not.toContain('sum-plays')
    expect(await names()).not.toContain('of-an-earlier-version')
    expect(await names()).toContain('forget-trash')
  })
})
