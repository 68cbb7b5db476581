import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { aptInstall, canInstall } from './apt.mjs'
import { freePort } from './ports.mjs'
import { run } from './processes.mjs'

const PROGRAM = '/usr/sbin/pgbouncer'
const PASSWORD = 'not-a-secret'
const STARTS_MS = 10_000

/**
 * Starts PgBouncer before the PostgreSQL of `url` on a free port of 127.0.0.1; `mode` is a `pool_mode`. Returns
 * { url, stop }, or undefined where it can't be installed.
 */
export async function startPgbouncer(url, mode) {
  if (!(await ensureProgram())) return undefined
  // It refuses to run as root, like PostgreSQL, and its account can't read a folder of tests.
  const asRoot = process.getuid?.() === 0
  const folder = mkdtempSync(path.join(asRoot ? '/tmp' : os.tmpdir(), 'vitrine-pgbouncer-'))
  const target = new URL(url)
  const port = await freePort()
  const [users, file] = [path.join(folder, 'users'), path.join(folder, 'settings')]
  // It asks for this password itself; PostgreSQL trusts its own machine.
  writeFileSync(users, `"${target.username}" "${PASSWORD}"\n`)
  writeFileSync(
    file,
    `[databases]
* = host=${target.hostname} port=${target.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${users}
pool_mode = ${mode}
`,
  )
  if (asRoot) await run('chown', ['-R', 'postgres:', folder])
  const [command, ...args] = [
    ...(asRoot ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups'] : []),
    PROGRAM,
  ]
  const child = spawn(command, [...args, '-q', file], { cwd: '/', stdio: 'ignore' })
  const ended = new Promise((resolve) => child.once('close', resolve))
  const through = new URL(url)
  through.host = `127.0.0.1:${port}`
  through.password = PASSWORD
  for (const end = Date.now() + STARTS_MS; !(await isListening(port)) && Date.now() < end; )
    await new Promise((resolve) => setTimeout(resolve, 20))
  return {
    url: through.href,
    async stop() {
      child.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function ensureProgram() {
  if (!existsSync(PROGRAM) && canInstall()) await aptInstall('pgbouncer')
  return existsSync(PROGRAM)
}

function isListening(port) {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => resolve(true))
    socket.once('error', () => resolve(false)).once('connect', () => socket.destroy())
  })
}
