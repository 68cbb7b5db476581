import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { page } from '#test/content.ts'
import { everyRow } from '#test/rows.ts'
import { form, picture } from '#test/uploads.ts'
import { bundled, ServerProcess } from './server-process.ts'

/** One command, as `npm run vitrine --` runs it. */
function vitrine(args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, ['--no-warnings', bundled('cli'), ...args], {
    env: { ...process.env, INIT_CWD: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      said += text
    })
  return new Promise<{ code: number | null; said: string }>((resolve) =>
    child.on('close', (code) => resolve({ code, said })),
  )
}

describe('the commands beside a real server', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-commands-'))
  const data = path.join(folder, 'data')
  const kept = path.join(folder, 'kept')
  const env = { DATA_DIR: data }
  let server: ServerProcess
  let call: Awaited<ReturnType<ServerProcess['signIn']>>
  beforeAll(async () => {
    server = await ServerProcess.start(data)
    call = await server.signIn()
    await call('POST', '/media', form([{ name: 'a.png', content: await picture() }]))
  })
  afterAll(async () => {
    await server.kill()
    rmSync(folder, { recursive: true, force: true })
  })
  const save = (name: string) => call('POST', '/layout', { ...page(name), name })
  const names = () => {
    const database = new Sqlite(path.join(data, 'vitrine.db'), { readonly: true })
    try {
      return database.prepare("select name from pages where kind = 'layout' order by name").pluck().all()
    } finally {
      database.close()
    }
  }

  it('explains itself, and refuses what it does not know with exit code 2', async () => {
    const help = await vitrine(['--help'], env)
    expect([help.code, help.said]).toEqual([0, expect.stringContaining('restore')])
    for (const name of [
      'backup',
      'restore',
      'check',
      'move',
      'reset-password',
      'create-admin',
      'rotate-keys',
    ]) {
      const each = await vitrine([name, '--help'], env)
      expect([each.code, each.said]).toEqual([0, expect.stringContaining(`npm run vitrine -- ${name}`)])
    }
    for (const args of [['nonsense'], ['restore', '--force'], ['backup', 'a', 'b']])
      expect((await vitrine(args, env)).code, args.join(' ')).toBe(2)
  })

  it('a backup completes while the server keeps writing, and contains everything saved before it began', async () => {
    await save('Before')
    let isOver = false
    const writing = (async () => {
      for (let n = 0; !isOver; n++) expect((await save(`During ${n}`)).status).toBe(201)
    })()
    const { code, said } = await vitrine(['backup', kept], env)
    isOver = true
    await writing
    expect([code, said]).toEqual([0, expect.stringMatching(/Backup \S+-manual is in /)])
  })

  it('a restore is refused while the server runs', async () => {
    const { code, said } = await vitrine(['restore', kept], env)
    expect([code, said]).toEqual([1, expect.stringContaining('Another Vitrine server')])
  })

  it('a restore over a crashed folder never replays its log, and keeps the old data readable', async () => {
    await save('After')
    await server.kill()
    expect(statSync(path.join(data, 'vitrine.db-wal')).size).toBeGreaterThan(0)
    expect((await vitrine(['restore', kept], env)).code).toBe(0)
    expect(existsSync(path.join(data, 'vitrine.db-wal'))).toBe(false)
    const elsewhere = path.join(folder, 'elsewhere')
    const key = readFileSync(path.join(data, 'secret.key'), 'utf8')
    expect((await vitrine(['restore', kept, '--into', elsewhere], env)).code).toBe(0)
    expect(await everyRow({ file: path.join(data, 'vitrine.db') })).toEqual(
      await everyRow({ file: path.join(elsewhere, 'vitrine.db') }),
    )
    expect(readFileSync(path.join(elsewhere, 'secret.key'), 'utf8')).toBe(key)
    expect(names()).toContain('Before')
    expect(names()).not.toContain('After')
    const aside = readdirSync(data).find((name) => /^vitrine-before-restore-.*\.db$/.test(name)) ?? ''
    const old = new Sqlite(path.join(data, aside))
    expect(old.prepare("select count(*) from pages where name = 'After'").pluck().get()).toBe(1)
    expect(old.pragma('integrity_check', { simple: true })).toBe('ok')
    old.close()
    await server.start()
    call = await server.signIn()
    expect((await save('Restored')).status).toBe(201)
  })

  it('gives people access beside the running server, and rotates keys without it', async () => {
    const signIn = (email: string, password: string) =>
      fetch(`${server.url}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password }),
      })
    const printed = (said: string) => /^ {2}(\S+)$/m.exec(said)?.[1] ?? ''
    const created = await vitrine(['create-admin', 'second@vitrine.local'], env)
    expect(created.code, created.said).toBe(0)
    expect((await signIn('second@vitrine.local', printed(created.said))).status).toBe(200)
    const reset = await vitrine(['reset-password', 'second@vitrine.local'], env)
    expect((await signIn('second@vitrine.local', printed(created.said))).status).toBe(401)
    expect((await signIn('second@vitrine.local', printed(reset.said))).status).toBe(200)
    expect((await vitrine(['reset-password', 'nobody@vitrine.local'], env)).code).toBe(1)
    expect((await vitrine(['reset-password'], env)).code).toBe(2)
    expect((await vitrine(['rotate-keys'], env)).code).toBe(1)
    await server.kill()
    expect((await vitrine(['rotate-keys'], env)).code).toBe(0)
    await server.start()
    expect((await call('GET', '/auth/profile')).status).toBe(401)
    call = await server.signIn()
  }, 120_000)

  it('check finds a damaged file and repairs it from the backup', async () => {
    const files = readdirSync(path.join(data, 'files'), { recursive: true, withFileTypes: true })
    const blob = files.find((entry) => /^[0-9a-f]{62}$/.test(entry.name))
    const file = path.join(blob?.parentPath ?? '', blob?.name ?? '')
    const bytes = readFileSync(file)
    writeFileSync(file, 'damaged')
    const lost = await vitrine(['check'], { ...env, BACKUP_TO: path.join(folder, 'nothing') })
    expect([lost.code, lost.said]).toEqual([1, expect.stringContaining('Damaged: a.png')])
    const repaired = await vitrine(['check'], { ...env, BACKUP_TO: kept })
    expect([repaired.code, repaired.said]).toEqual([0, expect.stringContaining('1 damaged file repaired')])
    expect(readFileSync(file).equals(bytes)).toBe(true)
  }, 120_000)

  it('a restore that is killed at any moment leaves the old data or the new, never a mixture', async () => {
    await save('Latest')
    await server.kill()
    for (const ms of [150, 300, 400, 500, 600]) {
      const child = spawn(process.execPath, ['--no-warnings', bundled('cli'), 'restore', kept], {
        env: { ...process.env, ...env },
        stdio: 'ignore',
      })
      const gone = new Promise((resolve) => child.on('close', resolve))
      await setTimeout(ms)
      child.kill('SIGKILL')
      await gone
      await server.start()
      const found = names()
      expect(found.includes('Latest') || !found.includes('Restored')).toBe(true)
      expect(found).toContain('Before')
      await server.kill()
    }
  }, 120_000)
})
