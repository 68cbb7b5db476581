import { describe, expect, it } from 'vitest'
import { useServer } from '#test/harness.ts'
import { type Job, JobRunner } from './runner.ts'

describe('jobs', () => {
  const server = useServer()

  it('yield to other work when many are due at the same time', async () => {
    const order: string[] = []
    const job = (name: string): Job => ({
      name,
      every: 3_600_000,
      run: async () => {
        order.push(name)
        // A request that arrives now.
        if (name === 'test-first') setImmediate(() => order.push('request'))
        return {}
      },
    })
    const runner = new JobRunner(server().services, [job('test-first'), job('test-second')], { idle: true })
    await runner.look()
    await runner.close()
    expect(order).toEqual(['test-first', 'request', 'test-second'])
  })
})
