import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { aptInstall, canInstall } from './apt.mjs'
import { PlainFailure } from './plain-failure.mjs'
import { freePort } from './ports.mjs'
import { run } from './processes.mjs'

const OLDEST = 15
/** Data needn't survive a run, and copying databases is quicker without a write-ahead log of their pages. */
const QUICK =
  '-c fsync=off -c full_page_writes=off -c wal_level=minimal -c max_wal_senders=0 -c autovacuum=off'
const DEBIAN_FOLDER = '/usr/lib/postgresql'
const ASK = 'sudo apt-get install -y postgresql (version 15 or newer)'

/**
 * Starts an empty PostgreSQL: a cluster in a temporary folder, on a free port of 127.0.0.1, for this run only. Returns
 * { url, connections, restart, crash, processes, stop }. `durable`: waits for the disk at every commit, which other
 * tests don't need. `folder`: kept at the end; an existing cluster in it is started as after a crash.
 */
export async function startPostgres({ folder: given, durable = false } = {}) {
  const bin = await ensurePrograms()
  const folder = given ?? mkdtempSync(path.join(os.tmpdir(), 'vitrine-postgres-'))
  const remove = () => {
    if (!given) rmSync(folder, { recursive: true, force: true })
  }
  try {
    // PostgreSQL refuses to run as root, so root hands the folder to the user that Debian created for it.
    const asRoot = process.getuid?.() === 0
    if (asRoot) await must('chown', ['postgres:', folder])
    const as = (program, args) =>
      asRoot
        ? must('runuser', ['-u', 'postgres', '--', path.join(bin, program), ...args], { cwd: '/' })
        : must(path.join(bin, program), args, { cwd: '/' })

    const port = await freePort()
    const data = path.join(folder, 'data')
    if (existsSync(path.join(data, 'PG_VERSION'))) rmSync(path.join(data, 'postmaster.pid'), { force: true })
    else {
      const cluster = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8']
      await as('initdb', [...cluster, ...(durable ? [] : ['--no-sync'])])
    }
    const settings = `-p ${port} -c listen_addresses=127.0.0.1 -k ${folder} ${durable ? '-c max_wal_size=128MB' : QUICK} -c max_connections=300 -c log_connections=on`
    const log = path.join(folder, 'log')
    const start = () => as('pg_ctl', ['-D', data, '-o', settings, '-l', log, '-w', 'start'])
    await start()
    const postgres = {
      url: `postgres://postgres@127.0.0.1:${port}/postgres`,
      /** Number of sessions opened so far: 0 after a test run means that the run never used it. */
      connections: () => readFileSync(log, 'utf8').split('connection authorized').length - 1,
      /** An immediate shutdown: no session may finish. */
      restart: () =>
        as('pg_ctl', ['-D', data, '-o', settings, '-l', log, '-m', 'immediate', '-w', 'restart']),
      /** Kills all its processes with SIGKILL, and starts it again. */
      async crash() {
        const processes = await postgres.processes()
        for (const id of processes) kill(id, 'SIGKILL')
        while (processes.some((id) => kill(id, 0))) await setTimeout(10)
        await start()
      },
      /** Process ids of the server and its sessions. */
      async processes() {
        const [parent = ''] = readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')
        const { output } = await run('ps', ['-o', 'pid=', '--ppid', parent])
        return [parent, ...output.trim().split(/\s+/)].filter(Boolean).map(Number)
      },
      async stop() {
        await as('pg_ctl', ['-D', data, '-m', 'immediate', '-w', 'stop']).finally(remove)
      },
    }
    return postgres
  } catch (error) {
    remove()
    throw error
  }
}

/** False if the process doesn't exist any more; sessions may end while others are killed. */
function kill(id, signal) {
  try {
    return process.kill(id, signal)
  } catch {
    return false
  }
}

async function ensurePrograms() {
  const found = programs()
  if (found) return found
  if (canInstall()) {
    await aptInstall('postgresql-common')
    // Keep Debian from starting its own cluster; only the programs are needed.
    const noCluster = '/etc/postgresql-common/createcluster.d/vitrine.conf'
    mkdirSync(path.dirname(noCluster), { recursive: true })
    writeFileSync(noCluster, 'create_main_cluster = false\n')
    await aptInstall('postgresql')
    rmSync(noCluster)
    const installed = programs()
    if (installed) return installed
  }
  throw new PlainFailure(`The tests need PostgreSQL. Install it with: ${ASK}`)
}

/**
 * The folder with initdb and pg_ctl, which Debian keeps off the PATH. The oldest supported version is the strictest.
 */
function programs() {
  const versions = existsSync(DEBIAN_FOLDER) ? readdirSync(DEBIAN_FOLDER).map(Number) : []
  const onDebian = versions
    .filter((version) => version >= OLDEST)
    .sort((a, b) => a - b)
    .map((version) => path.join(DEBIAN_FOLDER, String(version), 'bin'))
  const onPath = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean)
  return [...onDebian, ...onPath].find((folder) => existsSync(path.join(folder, 'initdb')))
}

async function must(command, args, options) {
  const { code, output } = await run(command, args, options)
  if (code !== 0) throw new PlainFailure(`${path.basename(command)} failed:\n${output}`)
}
