import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findNode } from './node.mjs'
import { freePort } from './ports.mjs'
import { root } from './root.mjs'

const SUPERVISE = pathToFileURL(path.join(root, 'scripts', 'setup', 'supervise.mjs')).href
const TIMES = { first: 100, longest: 400, steady: 1500, patience: 2000 }

let folder
let started = []
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-supervise-'))
})
afterEach(async () => {
  for (const { child, ended } of started) {
    child.kill('SIGTERM')
    await ended
  }
  started = []
  rmSync(folder, { recursive: true, force: true })
})

/** A supervisor in a separate process, over a server that consists of `code`. */
function supervised(code, { args = [], env = process.env } = {}) {
  const [server, main, pids] = ['server.mjs', 'main.mjs', 'pids'].map((name) => path.join(folder, name))
  writeFileSync(pids, '')
  const note = `import { appendFileSync } from 'node:fs'; appendFileSync(${JSON.stringify(pids)}, process.pid + '\\n');`
  if (code !== undefined) writeFileSync(server, `${note}\n${code}`)
  const command = JSON.stringify(code === undefined ? args : [server])
  writeFileSync(
    main,
    `import { spawn } from 'node:child_process'
    import { appendFileSync } from 'node:fs'
    import { supervise } from ${JSON.stringify(SUPERVISE)}
    const start = () => {
      const child = spawn(process.execPath, ${command}, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
      ${code === undefined ? `appendFileSync(${JSON.stringify(pids)}, child.pid + '\\n')` : ''}
      return child
    }
    process.exit(await supervise(start, { times: ${JSON.stringify(TIMES)} }))`,
  )
  const child = spawn(findNode(), [main], { stdio: ['ignore', 'ignore', 'pipe'], env })
  const run = {
    child,
    output: '',
    /** Process ids of the servers so far. */
    servers: () => readFileSync(pids, 'utf8').trim().split('\n').filter(Boolean).map(Number),
    delays: () => [...run.output.matchAll(/Restarting in ([\d.]+) s/g)].map(([, seconds]) => Number(seconds)),
    ended: new Promise((resolve) => child.on('exit', (code, signal) => resolve(code ?? signal))),
  }
  child.stderr.on('data', (text) => {
    run.output += text
  })
  started.push(run)
  return run
}

const REAL = ['--no-warnings', path.join(root, 'packages', 'server', 'src', 'main.ts')]
const realEnv = async () => ({
  ...process.env,
  ...{ HOST: '127.0.0.1', PORT: String(await freePort()), PLAYER_PORT: '0', CONTENT_PORT: '0' },
  ...{ DATA_DIR: path.join(folder, 'data'), LOG_LEVEL: 'silent' },
})

const serve =
  "process.send('ready'); setInterval(() => {}, 1000); process.once('disconnect', () => process.exit(0));"
const isAlive = (pid) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('a server that is killed is started again, and the log says why', async () => {
  const run = supervised(serve)
  await expect.poll(() => run.servers().length).toBe(1)
  await setTimeout(200)
  process.kill(run.servers()[0], 'SIGKILL')
  await expect.poll(() => run.servers().length).toBe(2)
  expect(run.output).toContain('Vitrine stopped unexpectedly (signal SIGKILL). Restarting in 0.1 s.')
  expect(isAlive(run.servers()[1])).toBe(true)
})

test('a server that crashes over and over is started less and less often, for ever', async () => {
  const run = supervised("process.send('ready'); setTimeout(() => process.exit(70), 50)")
  await expect.poll(() => run.delays()).toEqual([0.1, 0.2, 0.4, 0.4, 0.4, 0.4])
})

test('after serving for a while it is started again with the first delay', async () => {
  const run = supervised("process.send('ready'); setTimeout(() => process.exit(70), 1800)")
  await expect.poll(() => run.delays()).toEqual([0.1, 0.1])
})

test('a server that cannot start, and one that exits on its own, are not started again', async () => {
  for (const code of [78, 0]) {
    const run = supervised(`process.exit(${code})`)
    expect(await run.ended).toBe(code)
    expect(run.servers()).toHaveLength(1)
  }
})

test('a server that waits for something to appear is started again as often as it takes', async () => {
  const run = supervised(
    `import { readFileSync } from 'node:fs'
    const starts = readFileSync(${JSON.stringify(path.join(folder, 'pids'))}, 'utf8').trim().split('\\n').length
    if (starts < 8) process.exit(75)
    ${serve}`,
  )
  await expect.poll(() => run.servers().length).toBe(8)
  await setTimeout(300)
  expect(run.servers()).toHaveLength(8)
})

test('what cannot start after it has served is tried again: the database may be away for a while', async () => {
  const run = supervised(
    `import { existsSync, writeFileSync } from 'node:fs'
    const mark = ${JSON.stringify(path.join(folder, 'mark'))}
    if (existsSync(mark)) process.exit(78)
    writeFileSync(mark, '')
    process.send('ready')
    setTimeout(() => process.exit(70), 50)`,
  )
  await expect.poll(() => run.servers().length).toBeGreaterThan(3)
})

test('a server that never gets to serve is given up after five tries', async () => {
  const run = supervised('process.exit(70)')
  expect(await run.ended).toBe(70)
  expect(run.servers()).toHaveLength(5)
})

test('a signal stops the server and is no crash, also between two starts', async () => {
  const run = supervised(`process.on('SIGTERM', () => process.exit(0)); ${serve}`)
  await expect.poll(() => run.servers().length).toBe(1)
  await setTimeout(200)
  run.child.kill('SIGTERM')
  expect(await run.ended).toBe(0)
  expect(run.servers()).toHaveLength(1)

  const crashing = supervised("process.send('ready'); setTimeout(() => process.exit(70), 50)")
  await expect.poll(() => crashing.delays().length).toBeGreaterThan(2)
  crashing.child.kill('SIGINT')
  expect(await crashing.ended).toBe(0)
})

test('a server that does not stop is killed', async () => {
  const run = supervised(`process.on('SIGTERM', () => {}); ${serve}`)
  await expect.poll(() => run.servers().length).toBe(1)
  await setTimeout(200)
  run.child.kill('SIGTERM')
  await run.ended
  expect(isAlive(run.servers()[0])).toBe(false)
})

test('the real server restarts with its data after kill -9, and ends with a killed supervisor', async () => {
  const env = await realEnv()
  const run = supervised(undefined, { args: REAL, env })
  const health = () =>
    fetch(`http://127.0.0.1:${env.PORT}/api/health`).then(
      (answer) => answer.status,
      () => 0,
    )
  await expect.poll(health, { timeout: 60_000 }).toBe(200)
  for (let n = 1; n <= 2; n++) {
    await setTimeout(300)
    process.kill(run.servers().at(-1), 'SIGKILL')
    await expect.poll(() => run.servers().length).toBe(n + 1)
    await expect.poll(health, { timeout: 60_000 }).toBe(200)
  }
  const [server] = run.servers().slice(-1)
  run.child.kill('SIGKILL')
  await expect.poll(() => isAlive(server)).toBe(false)
})

test('the real server ends when its supervisor is killed while it starts', async () => {
  const run = supervised(undefined, { args: REAL, env: await realEnv() })
  await expect.poll(() => run.servers().length).toBe(1)
  run.child.kill('SIGKILL')
  await expect.poll(() => isAlive(run.servers()[0])).toBe(false)
})
