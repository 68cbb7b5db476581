import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Commands } from '#playback/commands.ts'
import { TestClock } from '#test/harness.ts'

describe('commands while the database is unreachable', () => {
  const unhandled: unknown[] = []
  const note = (error: unknown) => unhandled.push(error)
  beforeEach(() => void process.on('unhandledRejection', note))
  afterEach(() => void process.off('unhandledRejection', note))

  const commands = () =>
    new Commands({
      clock: new TestClock(),
      streams: { of: () => [] } as never,
      relay: () => Promise.reject(new Error('The database is down')),
    })

  it('cause no unhandled error: it would end the server', async () => {
    commands().done('unknown', 'a screen', true, '')
    await setImmediate()
    await setImmediate()
    expect(unhandled).toEqual([])
  })

  it('find a screen offline that this process does not have', async () => {
    expect(await commands().send('a screen', { kind: 'identify' })).toEqual({ state: 'offline', text: '' })
  })
})
