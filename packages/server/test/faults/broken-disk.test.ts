import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it as run } from 'vitest'
import { form, picture } from '#test/uploads.ts'
import { ServerProcess } from './server-process.ts'

/** Whether strace is here and may look into our own processes. */
function mayTrace(): boolean {
  try {
    execFileSync('strace', ['-e', 'trace=none', 'true'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

describe('a disk that fails', () => {
  // Needs strace, which makes system calls of the server fail.
  const it = run.skipIf(!mayTrace())
  const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-broken-'))
  let server: ServerProcess
  beforeAll(async () => {
    server = await ServerProcess.start(folder)
  })
  afterAll(async () => {
    await server.kill()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Runs `work` while these system calls of the server fail. */
  async function whileFailing(calls: string, error: string, work: () => Promise<void>): Promise<void> {
    const words = ['-f', '-qq', '-p', String(server.pid), '-e', `trace=${calls}`]
    const strace = spawn('strace', [...words, '-e', `inject=${calls}:error=${error}`], { stdio: 'ignore' })
    const gone = once(strace, 'exit')
    await setTimeout(1500)
    try {
      await work()
    } finally {
      strace.kill('SIGINT')
      await gone
    }
  }

  it.each([
    ['DUR-06', 'fsync,fdatasync', 'EIO'],
    ['DUR-07', 'fsync,fdatasync', 'ENOSPC'],
    ['DUR-03', 'rename,renameat,renameat2', 'EIO'],
    ['DUR-03', 'writev,pwrite64', 'ENOSPC'],
  ])(
    '%s: %s answers %s: nothing is acknowledged that is not on the disk',
    { timeout: 120_000 },
    async (_row, calls, error) => {
      const call = await server.signIn()
      const upload = async (colour: string) =>
        call('POST', '/media', form([{ name: 'a.png', content: await picture(colour) }]))
      const names = async () => {
        const answer = await (await server.signIn())('GET', '/media')
        return ((await answer.json()) as { media: { media: { id: string }[] } }).media.media.length
      }
      const before = await names()
      await whileFailing(calls, error, async () => {
        const { status } = await upload(`#${(before + 10).toString(16).padStart(6, '0')}`)
        expect(status).toBeGreaterThanOrEqual(500)
      })
      expect(await names()).toBe(before)
      expect(readdirSync(path.join(folder, 'files', 'incoming'))).toEqual([])
      expect((await upload(`#${(before + 99).toString(16).padStart(6, '0')}`)).status).toBe(201)
      expect(await names()).toBe(before + 1)
    },
  )
})
