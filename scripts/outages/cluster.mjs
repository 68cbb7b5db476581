import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createDatabase } from '../../packages/server/test/databases.ts'
import { startS3 } from '../../packages/server/test/faults/s3-server.ts'
import { ORIGINS, programOf, startNginx, writeNginxConfig } from '../project/nginx.mjs'
import { PlainFailure } from '../setup/plain-failure.mjs'
import { freePort } from '../setup/ports.mjs'
import { startPostgres } from '../setup/postgres.mjs'
import { root } from '../setup/root.mjs'

const BUILT = path.join(root, 'dist/server/main.js')
const START_MS = 60_000
const SECRET_KEY = 'only-for-tests-'.repeat(4)

/**
 * Starts the shared stores of several servers, on free ports of 127.0.0.1 for this run only: PostgreSQL and an
 * S3-compatible storage. Returns { postgres, settings, stop }. Needs Debian's swift-proxy, swift-account,
 * swift-container, swift-object, and memcached.
 */
export async function startStores({ durable = false } = {}) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-stores-'))
  const files = await startS3(folder)
  if (!files)
    throw new PlainFailure(
      'Install the storage: sudo apt-get install swift-proxy swift-account swift-container swift-object memcached',
    )
  const postgres = await startPostgres({ durable })
  return {
    postgres,
    settings: { ...files.env, DATABASE_URL: postgres.url, SECRET_KEY },
    async stop() {
      await postgres.stop()
      files.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Prepares servers of a build behind nginx with the example in deploy/, as a new installation in the stores. Returns {
 * urls, nodes, start, stop }: the URLs of the three origins at nginx, and servers with `start(main, options)`,
 * `stop(signal)`, `env`, `child`, and `output()`. Starts none of them.
 */
export async function startCluster({ stores, env, servers = 2 }) {
  if (!programOf('nginx')) throw new PlainFailure('Install nginx: sudo apt-get install nginx-light')
  const folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-cluster-'))
  const database = await createDatabase(stores.DATABASE_URL)
  const portsOf = async () =>
    Object.fromEntries(await mapSlowly(ORIGINS, async (name) => [name, await freePort()]))
  const front = await portsOf()
  const ports = await mapSlowly(Array.from({ length: servers }), portsOf)
  const addressOf = (node, origin) => `127.0.0.1:${ports[node % servers][origin]}`
  const config = writeNginxConfig(folder, { addressOf, portOf: (origin) => front[origin] })
  const nginx = await startNginx(config, front.console)
  const urls = Object.fromEntries(ORIGINS.map((origin) => [origin, `http://localhost:${front[origin]}`]))
  const nodes = ports.map((own, index) => {
    const data = path.join(folder, `node-${index}`)
    mkdirSync(data)
    return clusterNode({
      url: `http://127.0.0.1:${own.console}`,
      env: {
        ...{ HOST: '127.0.0.1', TRUSTED_PROXIES: '127.0.0.1', DATA_DIR: data },
        ...{ PORT: `${own.console}`, PLAYER_PORT: `${own.player}`, CONTENT_PORT: `${own.content}` },
        ...{ PUBLIC_URL: urls.console, PLAYER_URL: urls.player, CONTENT_URL: urls.content },
        ...{ ...stores, DATABASE_URL: database.url, S3_PREFIX: `${database.name}/` },
        ...env,
      },
    })
  })
  return {
    urls,
    nodes,
    async start(main, options) {
      const [first, ...others] = nodes
      await first.start(main, options)
      await Promise.all(others.map((node) => node.start(main)))
    },
    async stop() {
      await Promise.all(nodes.map((node) => node.stop('SIGKILL')))
      await nginx.stop()
      await database.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function clusterNode({ url, env }) {
  let output = ''
  const node = {
    env,
    child: undefined,
    /** All output so far. */
    output: () => output,
    /** Resolves once it is ready for people and screens. */
    async start(main = BUILT, options = []) {
      if (!existsSync(main)) throw new PlainFailure('There is no built server: run npm run build first.')
      const child = spawn(process.execPath, [main, ...options], {
        env: { ...process.env, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      node.child = child
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (output += piece))
      const latest = performance.now() + START_MS
      while (!(await fetch(`${url}/api/ready`).catch(() => undefined))?.ok) {
        if (child.exitCode !== null) throw new Error(`A server has ended: ${output}`)
        if (performance.now() > latest) throw new Error(`A server isn't ready after a minute: ${output}`)
        await setTimeout(50)
      }
    },
    async stop(signal) {
      const { child } = node
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const exited = once(child, 'exit')
      child.kill(signal)
      await exited
    },
  }
  return node
}

/** In sequence, because concurrent calls could find the same free port. */
async function mapSlowly(all, work) {
  const done = []
  for (const each of all) done.push(await work(each))
  return done
}
