import type { Command } from '@vitrine/contract/player/commands'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Signal } from '#lib/signal.ts'
import { Clock } from '#lib/time/clock.ts'
import { CommandRunner } from './commands.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function setUp() {
  const clock = new Clock()
  const did: string[] = []
  const answered: unknown[] = []
  const identifying = new Signal(false)
  const runner = new CommandRunner({
    clock,
    identifying,
    api: {
      commandDone: async ({ params, body }) => {
        answered.push([params.commandId, body.ok, body.text])
        return {}
      },
    },
    report: (problem) => did.push(`reported ${problem}`),
    screenshot: async (width) => {
      did.push(`picture ${width}`)
      return undefined
    },
    clearCache: async () => {
      throw new Error('The disk is gone')
    },
    repair: async () => {
      did.push('repair')
      return did.includes('reload') ? "The server's files can't be read" : undefined
    },
    sendFile: async (sha256) => {
      did.push(`file ${sha256}`)
      return undefined
    },
    move: async (address) => {
      did.push(`move ${address}`)
      return undefined
    },
    neighbor: async () => "This screen can't give the file",
    machine: async ({ kind, id }) => {
      did.push(`${kind} ${id}`)
      return undefined
    },
    action: () => {
      did.push('action')
      return undefined
    },
    reload: () => did.push('reload'),
  })
  const command = (order: object, id = 'c1', expiresAt = clock.now() + 10_000) =>
    ({ ...order, id, expiresAt }) as Command
  return { runner, identifying, did, answered, command, clock }
}

describe('a command', () => {
  it('runs and reports its result, even if it fails', async () => {
    const { runner, did, answered, command } = setUp()
    await runner.take(command({ kind: 'screenshot', width: 480 }, 'a'))
    await runner.take(command({ kind: 'clear-cache' }, 'b'))
    await runner.take(command({ kind: 'dance' }, 'c'))
    await runner.take(command({ kind: 'send-file', sha256: 'abc' }, 'd'))
    expect(did).toEqual([
      'picture 480',
      'reported clear-cache: The disk is gone',
      expect.stringContaining('dance'),
      'file abc',
    ])
    expect(answered).toMatchObject([
      ['a', true, ''],
      ['b', false, 'The disk is gone'],
      ['c', false, expect.any(String)],
      ['d', true, ''],
    ])
  })

  it('ACT-04 P0: runs once however often it arrives, and not if it arrives too late', async () => {
    const { runner, did, answered, command, clock } = setUp()
    const once = command({ kind: 'action' })
    await Promise.all([runner.take(once), runner.take(once), runner.take({ ...once })])
    await runner.take(command({ kind: 'action' }, 'late', clock.now() - 1))
    expect(did).toEqual(['action'])
    expect(answered).toHaveLength(1)
  })

  it('to reload responds before the page unloads', async () => {
    const { runner, did, answered, command } = setUp()
    await runner.take(command({ kind: 'reload' }))
    expect([did, answered.length]).toEqual([[], 1])
    await vi.advanceTimersByTimeAsync(1000)
    expect(did).toEqual(['reload'])
  })

  it('to repair itself restarts it, unless the server has no files', async () => {
    const { runner, did, answered, command } = setUp()
    await runner.take(command({ kind: 'repair' }, 'a'))
    await vi.advanceTimersByTimeAsync(1000)
    expect(did).toEqual(['repair', 'reload'])
    await runner.take(command({ kind: 'repair' }, 'b'))
    await vi.advanceTimersByTimeAsync(1000)
    expect(did.slice(2)).toEqual(['repair', expect.stringContaining("can't be read")])
    expect(answered).toMatchObject([
      ['a', true, ''],
      ['b', false, expect.any(String)],
    ])
  })

  it('to identify itself ends automatically', async () => {
    const { runner, command, identifying } = setUp()
    await runner.take(command({ kind: 'identify' }))
    expect(identifying.get()).toBe(true)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(identifying.get()).toBe(false)
  })
})
