import type { ChildProcess } from 'node:child_process'
import diagnostics from 'node:diagnostics_channel'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { KillablePool } from './killable-pool.ts'
import { Turns } from './turns.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-pool-'))
const script = path.join(folder, 'worker.mjs')
const started: ChildProcess[] = []
const exits = new WeakMap<ChildProcess, Promise<unknown>>()
const note = (message: unknown) => {
  const { process: child } = message as { process: ChildProcess }
  started.push(child)
  // Listen from the start: a process that exits immediately would be missed.
  exits.set(child, new Promise((resolve) => child.once('exit', resolve)))
}
beforeAll(() => {
  writeFileSync(
    script,
    `process.on('message', ({ does }) => {
      if (does === 'answers') process.send({ done: true })
      if (does === 'exits') process.exit(1)
    })
    process.on('disconnect', () => process.exit())`,
  )
  diagnostics.subscribe('child_process', note)
})
afterAll(() => {
  diagnostics.unsubscribe('child_process', note)
  for (const child of started) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const OWNER = { organizationId: 'o', userId: 'u' }
const open = () =>
  new KillablePool<{ does: string }, { done: boolean }>({
    script: pathToFileURL(script),
    heap: 64,
    timeLimit: 1500,
    turns: new Turns({
      ...{ atOnce: 1, slowAfter: 500, slowAtOnce: 1, stopAfter: 60_000 },
      ...{ waitingEach: 10, waitingTogether: 10 },
    }),
  })

test.each([
  ['answers', { done: true }],
  ['exits', 'memory'],
  ['hangs', 'time'],
] as const)(
  'a process that %s keeps the listeners that are not the pool’s, and never ends the server',
  async (does, answer) => {
    const pool = open()
    const before = started.length
    const asked = pool.ask(OWNER, { does })
    await expect.poll(() => started.length).toBe(before + 1)
    const child = started.at(-1) as ChildProcess
    expect(await asked).toEqual(answer)
    // Without a listener this throws, as an undeliverable signal would.
    child.emit('error', new Error('kill EPERM'))
    child.kill('SIGKILL')
    await exits.get(child)
    child.emit('error', new Error('kill EPERM'))
    expect(child.listenerCount('message')).toBe(0)
  },
)

test('an idle process answers again, without collecting listeners', async () => {
  const pool = open()
  const before = started.length
  for (let n = 0; n < 20; n++) expect(await pool.ask(OWNER, { does: 'answers' })).toEqual({ done: true })
  expect(started.length).toBe(before + 1)
  const child = started.at(-1) as ChildProcess
  for (const name of ['message', 'exit', 'error', 'disconnect'])
    expect(child.listenerCount(name), name).toBeLessThan(4)
})

test('a process is ended once it has been idle for 20 seconds, however long ago it was first used', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const pool = open()
    const before = started.length
    for (let n = 0; n < 3; n++) {
      expect(await pool.ask(OWNER, { does: 'answers' })).toEqual({ done: true })
      vi.advanceTimersByTime(15_000)
    }
    const [child] = started.slice(before) as [ChildProcess]
    expect([started.length, child.killed]).toEqual([before + 1, false])
    vi.advanceTimersByTime(5000)
    expect(child.killed).toBe(true)
  } finally {
    vi.useRealTimers()
  }
})
