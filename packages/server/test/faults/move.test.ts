import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { createDatabase } from '#test/databases.ts'
import { useServer } from '#test/harness.ts'
import { everyRow } from '#test/rows.ts'
import { form, video } from '#test/uploads.ts'
import { startS3 } from './s3-server.ts'
import { bundled, ServerProcess } from './server-process.ts'

const FILES = 12
const ADMIN = { email: 'admin@vitrine.local', password: 'first-sign-in-1' }
const postgres = process.env.TEST_DATABASE_URL
const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-move-command-'))
const s3 = postgres ? await startS3(folder) : undefined
afterAll(() => {
  s3?.stop()
  rmSync(folder, { recursive: true, force: true })
})

// Needs Debian's packages swift-* and memcached.
describe.runIf(postgres && s3)('the command that moves to PostgreSQL and S3', () => {
  useServer()
  const data = path.join(folder, 'data')

  it('is refused beside a server, and when killed again and again moves everything once', async () => {
    const { url, drop } = await createDatabase(postgres ?? '')
    const env = { ...s3?.env, DATABASE_URL: url, DATA_DIR: data }
    const source = await ServerProcess.start(data)
    const call = await source.signIn()
    for (let n = 0; n < FILES; n++)
      await call(
        'POST',
        '/media',
        form([{ name: `film ${n}.mp4`, content: Buffer.concat([video(), Buffer.from(`${n}`)]) }]),
      )
    const { token } = (await (await call('POST', '/auth/login', ADMIN)).json()) as { token: string }
    const library = await (await call('GET', '/media')).text()
    expect((await vitrine(env)).said).toContain('Another Vitrine server is using the data folder')
    await source.kill()

    let kills = 0
    for (const [text, ms] of [
      ['Checking', 1000],
      ['copied', 0],
      ['copied', 800],
    ] as const)
      if ((await vitrine(env, { text, ms })).code === null) kills++
    expect(kills).toBeGreaterThan(1)
    const { code, said } = await vitrine(env)
    expect([code, said]).toEqual([
      0,
      expect.stringContaining(`${FILES} of ${FILES} files copied and compared`),
    ])
    expect(await everyRow({ url })).toEqual(await everyRow({ file: path.join(data, 'vitrine.db') }))

    const SECRET_KEY = readFileSync(path.join(data, 'secret.key'), 'utf8').trim()
    const target = await ServerProcess.start(path.join(folder, 'new'), {
      ...env,
      DATA_DIR: path.join(folder, 'new'),
      SECRET_KEY,
    })
    // With the session of the old server.
    const there = await fetch(`${target.url}/api/media`, { headers: { authorization: `Bearer ${token}` } })
    expect(withoutTokens(await there.text())).toBe(withoutTokens(library))
    await target.kill()
    await drop()
  }, 180_000)
})

const withoutTokens = (text: string) => text.replace(/eyJ[\w.-]+/g, 'TOKEN')

/** Runs the command, until its end or a time after it says something. */
async function vitrine(env: Record<string, string | undefined>, until?: { text: string; ms: number }) {
  const child = spawn(process.execPath, ['--no-warnings', bundled('cli'), 'move'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  const gone = once(child, 'close') as Promise<[number | null]>
  const read = async (text: string) => {
    said += text
    if (!until || !said.includes(until.text)) return
    await setTimeout(until.ms)
    child.kill('SIGKILL')
  }
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => void read(String(text)))
  const [code] = await gone
  return { code, said }
}
