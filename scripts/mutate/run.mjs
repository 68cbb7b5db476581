// Seeds one fault after another in a scratch copy of the tree, and runs the tests that must catch it.
import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { PlainFailure } from '../setup/plain-failure.mjs'
import { root } from '../setup/root.mjs'
import { FAULTS } from './faults.mjs'

/** How long a screen's test waits for what a fault keeps from appearing. */
const SCREEN_WAIT_MS = 6000

/** `rows`: only their faults; all of them where none is named. Throws when one survives. */
export async function mutate(rows) {
  const faults = FAULTS.filter(({ row }) => rows.length === 0 || rows.includes(row))
  const started = Date.now()
  const scratch = mkdtempSync(path.join(os.tmpdir(), 'vitrine-mutate-'))
  const clean = () => rmSync(scratch, { recursive: true, force: true })
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => {
      clean()
      process.exit(1)
    })
  let vitest
  try {
    copyTree(scratch)
    process.chdir(scratch)
    process.env.VITE_SCREEN_WAIT_MS = String(SCREEN_WAIT_MS)
    vitest = await openVitest(scratch)
    await checkBefore(vitest, faults)
    const survived = []
    for (const fault of faults) {
      const caught = await tryFault(vitest, scratch, fault)
      console.log(
        `${caught ? 'caught  ' : 'SURVIVED'} ${fault.row} ${fault.kind}: ${fault.file}: ${fault.replace.trim()}`,
      )
      if (!caught) survived.push(fault)
    }
    const seconds = Math.round((Date.now() - started) / 1000)
    console.log(`\n${faults.length - survived.length} of ${faults.length} faults caught, ${seconds} s`)
    if (survived.length) throw new PlainFailure(`Survived: ${survived.map(({ row }) => row).join(', ')}`)
  } finally {
    await vitest?.close()
    // Vitest counts every caught fault as a failure.
    process.exitCode = 0
    process.chdir(root)
    clean()
  }
}

/** Copies the working tree and links installed packages; our own packages are copies. */
function copyTree(scratch) {
  const listed = spawnSync('git', ['-c', 'safe.directory=*', 'ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  const files = listed.stdout.split('\0').filter(Boolean)
  if (files.length === 0) throw new PlainFailure(`No files to copy. git said: ${listed.stderr}`)
  for (const file of files) {
    mkdirSync(path.dirname(path.join(scratch, file)), { recursive: true })
    try {
      copyFileSync(path.join(root, file), path.join(scratch, file))
    } catch (error) {
      // Listed, but deleted and not committed yet.
      if (error.code !== 'ENOENT') throw error
    }
  }
  const modules = path.join(scratch, 'node_modules')
  mkdirSync(path.join(modules, '@vitrine'), { recursive: true })
  for (const name of readdirSync(path.join(root, 'node_modules')))
    if (name !== '@vitrine') link(path.join(root, 'node_modules', name), path.join(modules, name))
  for (const name of readdirSync(path.join(root, 'packages'))) {
    link(path.join(scratch, 'packages', name), path.join(modules, '@vitrine', name))
    const own = path.join('packages', name, 'node_modules')
    try {
      readdirSync(path.join(root, own))
      link(path.join(root, own), path.join(scratch, own))
    } catch (error) {
      if (error.code !== 'ENOENT') throw error
    }
  }
}

const link = (target, place) => symlinkSync(target, place, 'junction')

/** One Vitest for all faults: what a fault did not change stays transformed. */
async function openVitest(scratch) {
  const entry = path.join(scratch, 'node_modules', 'vitest', 'dist', 'node.js')
  const { createVitest } = await import(pathToFileURL(entry).href)
  const vitest = await createVitest('test', { root: scratch, watch: false, retry: 0, reporters: [{}] })
  await vitest.standalone()
  return vitest
}

/** A test that fails already would catch everything. */
async function checkBefore(vitest, faults) {
  const results = await run(
    vitest,
    [...new Set(faults.map(({ test }) => test))],
    faults.map(({ row }) => row),
  )
  const wrong = faults.flatMap(({ row, test }) => {
    const found = results.filter(({ name, file }) => name.includes(row) && file.endsWith(test))
    if (found.length === 0) return [`${test} has no test titled ${row}`]
    return found.filter(({ state }) => state !== 'passed').map(({ name }) => `fails without a fault: ${name}`)
  })
  if (wrong.length) throw new PlainFailure([...new Set(wrong)].join('\n'))
}

async function tryFault(vitest, scratch, { row, file, find, replace, test }) {
  const place = path.join(scratch, file)
  const source = readFileSync(place, 'utf8')
  if (source.split(find).length !== 2) throw new PlainFailure(`${file} does not have this text once: ${find}`)
  const write = (text) => {
    writeFileSync(place, text)
    vitest.invalidateFile(place)
  }
  write(source.replace(find, () => replace))
  try {
    const results = await run(vitest, [test], [row])
    return results.some(({ name, state }) => name.includes(row) && state === 'failed')
  } finally {
    write(source)
  }
}

async function run(vitest, files, rows) {
  vitest.setGlobalTestNamePattern(new RegExp(rows.join('|')))
  const all = await vitest.globTestSpecifications()
  const specifications = all.filter(({ moduleId }) => files.some((file) => moduleId.endsWith(file)))
  const { testModules } = await vitest.runTestSpecifications(specifications)
  return testModules.flatMap((module) =>
    [...module.children.allTests()].map((one) => ({
      name: one.fullName,
      file: module.moduleId,
      state: one.result().state,
    })),
  )
}
