import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { expect, test } from 'vitest'
import { importsOf } from '../rules/imports.mjs'
import { isInstalled } from './install.mjs'
import { ensurePortsFree, freePort, freePorts } from './ports.mjs'
import { run } from './processes.mjs'
import { root } from './root.mjs'
import { countPlaywright, countVitest } from './test-counts.mjs'

const lock = (packages) => ({ packages })

test('installed is what npm recorded with the same version and checksum', () => {
  const wanted = lock({
    '': { name: 'root' },
    'packages/a': { version: '0.1.0' },
    'node_modules/b': { version: '1.0.0', integrity: 'x' },
    'node_modules/for-another-system': { version: '1.0.0', optional: true },
  })
  expect(isInstalled(wanted, lock({ 'node_modules/b': { version: '1.0.0', integrity: 'x' } }))).toBe(true)
  expect(isInstalled(wanted, lock({ 'node_modules/b': { version: '1.0.1', integrity: 'x' } }))).toBe(false)
  expect(isInstalled(wanted, lock({ 'node_modules/b': { version: '1.0.0', integrity: 'y' } }))).toBe(false)
  expect(isInstalled(wanted, lock({}))).toBe(false)
})

test('what only building and testing need may be missing when nothing is to be built', () => {
  const wanted = lock({
    'node_modules/a': { version: '1.0.0', integrity: 'x' },
    'node_modules/builder': { version: '1.0.0', integrity: 'y', dev: true },
  })
  const production = lock({ 'node_modules/a': { version: '1.0.0', integrity: 'x' } })
  expect(isInstalled(wanted, production)).toBe(false)
  expect(isInstalled(wanted, production, { dev: false })).toBe(true)
  expect(isInstalled(wanted, lock({}), { dev: false })).toBe(false)
})

test('a taken port is named with its setting', async () => {
  const other = net.createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address()
  const free = { PORT: await freePort(), CONTENT_PORT: await freePort() }
  const settings = { HOST: '127.0.0.1', ...free, PLAYER_PORT: String(port) }
  await expect(ensurePortsFree(settings)).rejects.toThrow(new RegExp(`Port ${port} .*PLAYER_PORT=`))
  other.close()
  await once(other, 'close')
  await expect(ensurePortsFree(settings)).resolves.toBeUndefined()
})

test('processes that look for ports at the same time never get the same one', async () => {
  const search = `import { freePorts } from ${JSON.stringify(new URL('./ports.mjs', import.meta.url).href)}
    console.log(JSON.stringify(await freePorts(400)))
    process.stdin.resume()`
  const others = [1, 2, 3].map(() => spawn(process.execPath, ['--input-type=module', '-e', search]))
  const found = await Promise.all(others.map(async ({ stdout }) => JSON.parse(await once(stdout, 'data'))))
  const all = [...found.flat(), ...(await freePorts(400))]
  for (const other of others) other.kill()
  expect(new Set(all).size).toBe(1600)
})

test('a taken port stops the start before anything else, with one sentence', async () => {
  const other = net.createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address()
  const env = { ...process.env, HOST: '127.0.0.1', PORT: String(port) }
  const { code, output } = await run(process.execPath, [path.join(root, 'scripts', 'start.mjs')], { env })
  other.close()
  expect(code).toBe(1)
  expect(output.trim()).toMatch(new RegExp(`^Port ${port} is in use by another program.*$`))
})

test('a file that does not load counts as one failed test', () => {
  const report = {
    numPassedTests: 5,
    numFailedTests: 1,
    testResults: [
      {
        status: 'passed',
        assertionResults: [{ status: 'passed', fullName: 'zero', failureMessages: [] }],
      },
      {
        name: 'a.test.ts',
        status: 'failed',
        assertionResults: [{ status: 'failed', fullName: 'one', failureMessages: ['1 is not 2'] }],
      },
      { name: 'b.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
    ],
  }
  const failures = [
    { title: 'one', said: '1 is not 2' },
    { title: 'b.test.ts', said: 'no such module' },
  ]
  expect(countVitest(report)).toEqual({
    counted: true,
    passed: 5,
    failed: 2,
    failures,
  })
  expect(countVitest(undefined)).toMatchObject({ counted: true, passed: 0, failed: 0 })
})

test('no test is repeated, which would hide that it depends on another one or on speed', () => {
  const { stdout } = spawnSync('git', ['-c', 'safe.directory=*', 'ls-files'], { cwd: root, encoding: 'utf8' })
  const configured = stdout
    .split('\n')
    .filter((file) => /(config|\.test|\.spec)\.(ts|tsx|mjs)$|^scripts\/test\.mjs$/.test(file))
    .filter((file) => existsSync(path.join(root, file)))
  expect(configured.length).toBeGreaterThan(100)
  const repeats = /^\s*(retry|retries): (?!0)|\{ (retry|retries): |--retr(y|ies)/m
  expect(configured.filter((file) => repeats.test(readFileSync(path.join(root, file), 'utf8')))).toEqual([])
})

test('an error that no test caught is a failure', () => {
  const output = [
    ' ✓ a.test.ts (1 test) 5ms',
    '⎯⎯⎯ Unhandled Errors ⎯⎯⎯',
    'Vitest caught 2 unhandled errors during the test run.',
    '⎯⎯⎯ Unhandled Rejection ⎯⎯⎯',
    'Error: left alone',
    ' ❯ a.test.ts:2:38',
    '⎯⎯⎯ Uncaught Exception ⎯⎯⎯',
    '\u001b[31mError: thrown late\u001b[39m',
    '⎯⎯⎯⎯⎯⎯',
  ].join('\n')
  const counted = countVitest({ numPassedTests: 1, testResults: [] }, output)
  expect(counted).toMatchObject({
    failed: 2,
    failures: [
      { title: 'Unhandled Rejection', said: 'Error: left alone\n ❯ a.test.ts:2:38' },
      { title: 'Uncaught Exception', said: 'Error: thrown late' },
    ],
  })
})

test('a failed test in the browser is named with its error', () => {
  const tried = (status, ...results) => ({ title: status, tests: [{ status, results }] })
  const failed = { status: 'failed', error: { message: 'too late' } }
  const report = {
    stats: { expected: 8, unexpected: 1, flaky: 0, skipped: 3 },
    suites: [
      {
        file: 'a.spec.ts',
        specs: [tried('expected', { status: 'passed' })],
        suites: [
          {
            file: 'a.spec.ts',
            specs: [tried('expected', { status: 'passed' }), tried('unexpected', failed)],
          },
        ],
      },
    ],
  }
  const { passed, failed: lost, failures } = countPlaywright(report)
  expect({ passed, lost }).toEqual({ passed: 8, lost: 1 })
  expect(failures).toMatchObject([{ title: 'a.spec.ts: unexpected', said: 'too late' }])
})

test('start and test run before anything is installed: they import Node and each other only', () => {
  const folder = path.join(root, 'scripts')
  const files = [
    'start.mjs',
    'test.mjs',
    ...readdirSync(path.join(folder, 'setup'), { recursive: true })
      .filter((name) => name.endsWith('.mjs') && !name.endsWith('.test.mjs'))
      .map((name) => `setup/${name}`),
  ]
  const imported = files.flatMap((file) => importsOf(readFileSync(path.join(folder, file), 'utf8')))
  expect(imported.length).toBeGreaterThan(10)
  expect(imported.filter((spec) => !/^(node:|\.\.?\/)/.test(spec))).toEqual([])
})
