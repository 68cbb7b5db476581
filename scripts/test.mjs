// The checks of a landing in one command, its set-up included; --quick leaves out PostgreSQL, the build and the
// journeys; --all adds the nightly tests: every browser test, and every test of the server on PostgreSQL, in random
// order. Plain JavaScript without dependencies, because it runs before anything is installed.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { ensureChromium } from './setup/chromium.mjs'
import { ensureEngine } from './setup/clickhouse.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { makeTestFolder, removeTestFolder } from './setup/memory-folder.mjs'
import { findNode, withNodeFirst } from './setup/node.mjs'
import { PlainFailure } from './setup/plain-failure.mjs'
import { startPostgres } from './setup/postgres.mjs'
import { binOf, run } from './setup/processes.mjs'
import { root } from './setup/root.mjs'
import { countPlaywright, countVitest } from './setup/test-counts.mjs'
import { cleanTree, recordTested } from './setup/tested.mjs'

const quick = process.argv.includes('--quick')
const all = process.argv.includes('--all')
/** What runs on PostgreSQL before every landing: the laws of every route, and what is about databases. */
const ON_POSTGRES = ['src/db', 'src/operations/backups', 'test/faults', 'test/laws']
const STEP_MINUTES = 60
const LANES = 2
/**
 * Threads of a type check in one lane. Each computes the types of the libraries separately, so more threads do more
 * work.
 */
const CHECKERS = String(Math.max(1, Math.floor(os.availableParallelism() / LANES)))
/** Characters of each failure's error at the end. */
const SAID_AT_END = 1000
const total = { passed: 0, failed: 0, failures: [] }
let postgres
let reports

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => finish(130))
const tree = cleanTree()
try {
  ensureInstalled()
  const node = findNode()
  reports = makeTestFolder()
  await (quick ? runQuick(node) : runAll(node))
  if (total.passed + total.failed === 0) fail('No tests ran.')
} catch (error) {
  fail(error instanceof PlainFailure ? error.message : (error.stack ?? error))
}
// A release requires this record.
if (all && !quick && total.failed === 0 && tree && tree === cleanTree()) recordTested(tree)
await finish(total.failed ? 1 : 0)

async function runQuick(node) {
  const tool = toolsOf(node)
  await inLanes(staticChecks(tool))
  await step('tests on SQLite', () => vitest(tool, 'sqlite'))
}

async function runAll(node) {
  const tool = toolsOf(node)
  // Packages to install are downloaded while the processor is busy with the rest.
  const browser = step('Chromium', async () => ({ value: await ensureChromium(node, { isTest: true }) }))
  const database = step('PostgreSQL', async () => {
    postgres = await startPostgres()
    return {}
  })
  const engine = engineIfPossible()
  // Two lanes until the end: next to each other, what waits in one leaves no core idle.
  await Promise.all([
    (async () => {
      for (const check of staticChecks(tool)) await check()
      await engine
      // Some tests take pictures of pages with it.
      const found = await browser
      await step('tests on SQLite', () =>
        vitest(tool, 'sqlite', ['run'], found ? { CHROMIUM_PATH: found } : {}),
      )
      if (await database) await step('server tests on PostgreSQL', () => vitestOnPostgres(tool))
    })(),
    (async () => {
      const built = await step('build', () => tool('scripts/build.mjs'))
      const chromium = await browser
      if (!built || !chromium) return
      await step('the player in Chromium', () =>
        playwright(tool, chromium, 'packages/player', 'test/browser'),
      )
      await step('journeys', () => playwright(tool, chromium, 'e2e', 'journeys'))
    })(),
  ])
}

/** Without it, plays are only tested in the database. */
async function engineIfPossible() {
  await ensureEngine().catch((error) => console.log(`skip tests on ClickHouse: ${error.message}`))
}

function staticChecks(tool) {
  const packages = readdirSync(path.join(root, 'packages')).map((name) => `packages/${name}`)
  const workspaces = [...packages, 'e2e', 'bench'].filter(hasSources)
  return [
    () =>
      step('format and lint', () => tool(binOf('@biomejs/biome', 'biome'), ['check', '--error-on-warnings'])),
    ...workspaces.map(
      (folder) => () =>
        step(`types of ${folder}`, () =>
          tool(binOf('typescript', 'tsc'), ['-p', folder, '--checkers', CHECKERS]),
        ),
    ),
    () => step('rules of the house', () => tool('scripts/check-imports.mjs')),
    () => step('words', () => tool('scripts/rules/check-words.mjs')),
    () => step('names of the checklist', () => tool('scripts/checklist.mjs')),
    () => step("the API's description", () => tool('scripts/lint-api.mjs')),
    () => step('nothing unused', () => tool(binOf('knip'), ['--no-progress'])),
  ]
}

function hasSources(folder) {
  const files = readdirSync(path.join(root, folder), { recursive: true })
  return files.some((file) => /\.tsx?$/.test(file) && !file.includes('node_modules'))
}

async function vitest(tool, name, args = ['run'], env = {}) {
  const report = path.join(reports, `${name}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const order = all ? ['--sequence.shuffle.tests'] : []
  const result = await tool(binOf('vitest'), [...args, ...order, ...reporters], { env })
  return { ...result, ...countVitest(readReport(report), result.output) }
}

async function vitestOnPostgres(tool) {
  const folders = all ? [] : ON_POSTGRES.map((folder) => `packages/server/${folder}/`)
  const result = await vitest(tool, 'postgres', ['run', '--project=server', ...folders], {
    TEST_DATABASE_URL: postgres.url,
  })
  if (postgres.connections() > 0) return result
  return { ...result, code: 1, output: `${result.output}\nThese tests never opened the PostgreSQL database.` }
}

/** The tests in `landing`; with --all also those in the folder of nightly ones. */
async function playwright(tool, chromium, folder, landing) {
  const report = path.join(reports, `${path.basename(folder)}.json`)
  const env = { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  const chosen = all ? [] : [`${folder}/${landing}/`]
  const args = ['test', '--reporter=list,json', ...chosen]
  const result = await tool(binOf('@playwright/test', 'playwright'), args, {
    cwd: path.join(root, folder),
    env,
  })
  return { ...result, ...countPlaywright(readReport(report)) }
}

/** Runs a script with our Node; all its child processes find that Node first. */
function toolsOf(node) {
  return (script, args = [], { cwd = root, env = {} } = {}) =>
    run(node, [path.resolve(root, script), ...args], {
      cwd,
      env: { ...withNodeFirst(node), NO_COLOR: '1', TMPDIR: reports, ...env },
      timeout: STEP_MINUTES * 60_000,
    })
}

/**
 * Runs one step, prints its result and adds up its tests. A step that fails without a failed test counts as one
 * failure. Returns the step's value, or whether it passed.
 */
async function step(name, work) {
  const started = performance.now()
  const {
    code = 0,
    output = '',
    passed = 0,
    failed = 0,
    failures = [],
    counted,
    value = true,
  } = await work().catch((error) => ({
    code: 1,
    output: error instanceof PlainFailure ? error.message : error.stack,
  }))
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  const ok = code === 0 && failed === 0 && !(counted && passed === 0)
  total.passed += passed
  total.failed += ok ? 0 : Math.max(failed, 1)
  if (!ok) total.failures.push(...(failures.length > 0 ? failures : [{ title: name, said: output }]))
  console.log(
    `${ok ? 'ok  ' : 'FAIL'} ${name}, ${seconds} s${counted ? `, ${passed} passed, ${failed} failed` : ''}`,
  )
  printTests('failed', failures)
  if (!ok) console.log(`${counted && passed + failed === 0 ? 'No tests ran.\n' : ''}${output.trimEnd()}\n`)
  return ok && value
}

/** Printed before the output of a step and again at the end, because readers may see only a part of a long output. */
function printTests(what, tests) {
  for (const { title, said } of tests)
    console.log(`     ${what}: ${title}\n${stripVTControlCharacters(said).replace(/^/gm, '       ')}`)
}

async function inLanes(tasks) {
  const waiting = tasks[Symbol.iterator]()
  const lane = async () => {
    for (const task of waiting) await task()
  }
  await Promise.all(Array.from({ length: LANES }, lane))
}

function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

function fail(message) {
  total.failed += 1
  console.log(message)
}

async function finish(code) {
  await postgres?.stop().catch((error) => console.log(error.message))
  if (reports) removeTestFolder(reports)
  printTests(
    'failed',
    total.failures.map(({ title, said }) => ({ title, said: said.slice(0, SAID_AT_END) })),
  )
  console.log(`${total.passed} passed, ${total.failed} failed`)
  process.exit(code)
}
