// A scratch copy of the tree with a Vitest in it, to seed faults in.
import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { PlainFailure } from '../setup/plain-failure.mjs'
import { root } from '../setup/root.mjs'

/** How long a screen's test waits for what a fault keeps from appearing. */
const SCREEN_WAIT_MS = 6000
/** A fault that makes tests run longer is caught: `npm test` would not end. */
const LONGEST_MS = 240_000

/** The files of the working tree, with slashes. */
export function listTree() {
  const listed = spawnSync('git', ['-c', 'safe.directory=*', 'ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  const files = listed.stdout.split('\0').filter(Boolean)
  if (files.length === 0) throw new PlainFailure(`No files to copy. git said: ${listed.stderr}`)
  return files
}

/** Copies the tree and works there; `clean` returns and deletes it. */
export function makeScratch() {
  const scratch = mkdtempSync(path.join(os.tmpdir(), 'vitrine-mutate-'))
  const remove = () => rmSync(scratch, { recursive: true, force: true })
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => {
      remove()
      process.exit(1)
    })
  copyTree(scratch)
  process.chdir(scratch)
  process.env.VITE_SCREEN_WAIT_MS = String(SCREEN_WAIT_MS)
  const clean = () => {
    // Vitest counts every caught fault as a failure.
    process.exitCode = 0
    process.chdir(root)
    remove()
  }
  return { scratch, clean }
}

/** Copies the working tree and links installed packages; our own packages are copies. */
function copyTree(scratch) {
  const files = listTree()
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
export async function openVitest(scratch) {
  const entry = path.join(scratch, 'node_modules', 'vitest', 'dist', 'node.js')
  const { createVitest } = await import(pathToFileURL(entry).href)
  const vitest = await createVitest('test', {
    root: scratch,
    watch: false,
    retry: 0,
    reporters: [{}],
    maxWorkers: 1,
    // Otherwise tests may run a file without the fault, or with an earlier one.
    fsModuleCache: false,
  })
  await vitest.standalone()
  return vitest
}

/** For faults at a place of a file: `catches` returns the test file that fails with the fault and passes without. */
export async function openScratch() {
  const { scratch, clean } = makeScratch()
  let vitest = await openVitest(scratch)
  let all = await vitest.globTestSpecifications()
  const good = new Map()

  /** The first of the files with a failure; `late` if they don't end. */
  async function failing(tests) {
    const specifications = tests.flatMap((test) =>
      all.filter(({ moduleId }) => moduleId.endsWith(`/${test}`)),
    )
    let timer
    const late = new Promise((resolve) => {
      timer = setTimeout(resolve, LONGEST_MS, 'late')
    })
    const ended = await Promise.race([vitest.runTestSpecifications(specifications), late])
    clearTimeout(timer)
    if (ended === 'late') {
      await vitest.close()
      vitest = await openVitest(scratch)
      all = await vitest.globTestSpecifications()
      return 'late'
    }
    // Vitest also returns modules of earlier runs, which may have failed with another fault.
    const failed = ended.testModules.filter((module) => module.state() === 'failed')
    return tests.find((test) => failed.some(({ moduleId }) => moduleId.endsWith(`/${test}`)))
  }

  /** Whether the file passes without a fault, so that its failure says something. */
  async function isGood(test) {
    if (!good.has(test)) good.set(test, (await failing([test])) === undefined)
    return good.get(test)
  }

  async function catches({ file, source, start, end, text }, parts) {
    const place = path.join(scratch, file)
    const write = (content) => {
      writeFileSync(place, content)
      vitest.invalidateFile(place)
    }
    for (const part of parts)
      for (let left = part.filter((test) => good.get(test) !== false); left.length; ) {
        write(source.slice(0, start) + text + source.slice(end))
        const by = await failing(left)
        write(source)
        // On a busy machine, tests may be as late without a fault.
        if (by === 'late') return (await failing(left)) === 'late' ? undefined : by
        if (by && (await isGood(by))) return by
        if (by === undefined) break
        left = left.filter((test) => test !== by)
      }
  }

  const close = async () => {
    await vitest.close()
    clean()
  }
  return { catches, close }
}
