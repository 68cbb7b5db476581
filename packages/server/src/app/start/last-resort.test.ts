import { EventEmitter } from 'node:events'
import { beforeEach, describe, expect, it } from 'vitest'
import { surviveErrors } from './last-resort.ts'

describe('an uncaught error', () => {
  const said: string[] = []
  const clock = { time: 0, now: () => clock.time, monotonic: () => clock.time }
  let sound: () => Promise<boolean>
  let fail: (error?: unknown) => Promise<void>
  beforeEach(() => {
    said.length = 0
    sound = async () => true
    const process = new EventEmitter()
    surviveErrors(process, {
      clock,
      log: { error: (details, text) => said.push(`${String((details as { err: unknown }).err)}: ${text}`) },
      isSound: () => sound(),
      giveUp: (why) => said.push(`gave up: ${why}`),
    })
    fail = async (error = new Error('boom')) => {
      process.emit('uncaughtException', error, 'uncaughtException')
      await new Promise(setImmediate)
    }
  })

  it('is logged, and the process continues', async () => {
    await fail()
    await fail('a text')
    expect(said).toEqual([
      'Error: boom: Unexpected error. The server keeps running.',
      'a text: Unexpected error. The server keeps running.',
    ])
  })

  it('ends a process that has stopped working', async () => {
    for (const broken of [async () => false, () => Promise.reject(new Error('no database'))]) {
      sound = broken
      await fail()
      expect(said.at(-1)).toMatch(/^gave up: The server has stopped working/)
    }
  })

  it('ends a process that fails over and over, and not one that fails now and then', async () => {
    for (let n = 0; n < 50; n++) {
      clock.time += 10_000
      await fail()
    }
    expect(said.filter((text) => text.startsWith('gave up'))).toEqual([])
    for (let n = 0; n < 10; n++) await fail()
    expect(said.at(-1)).toBe('gave up: Too many unexpected errors within a minute')
  })
})
