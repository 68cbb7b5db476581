import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { PlainFailure } from './plain-failure.mjs'
import { root } from './root.mjs'

/**
 * Whether node_modules holds what the lockfile asks for. npm keeps its own record of what it installed, so
 * `npm ci` and `npm install` by hand both count. A package that is optional may be absent: it is for another
 * machine.
 */
export function isInstalled(wanted, installed) {
  return Object.entries(wanted.packages).every(([place, entry]) => {
    if (!place.includes('node_modules/')) return true // the workspaces themselves
    const found = installed.packages[place]
    if (!found) return Boolean(entry.optional || entry.devOptional)
    return found.version === entry.version && found.integrity === entry.integrity
  })
}

/** Installs the dependencies unless they are there already. None of them needs its install script. */
export function ensureInstalled() {
  const wanted = readJson('package-lock.json')
  const installed = readJson('node_modules/.package-lock.json')
  if (!wanted) throw new PlainFailure('package-lock.json is missing: fetch the project again.')
  if (installed && isInstalled(wanted, installed)) return
  console.error('Installing what is needed (once) …')
  const { status, error } = npm([
    'ci',
    '--include=dev',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ])
  if (status !== 0)
    throw new PlainFailure(
      `npm ci failed${error ? ` (${error.message})` : ''}: see its message above. It needs the network and a writable folder.`,
    )
}

function npm(args) {
  const options = { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] }
  const { npm_execpath: cli, npm_node_execpath: node } = process.env
  // The Node that npm itself runs on: ours may lie in the very folder that is about to be replaced.
  if (cli?.endsWith('.js') && node) return spawnSync(node, [cli, ...args], options)
  return spawnSync('npm', args, { ...options, shell: process.platform === 'win32' })
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(path.join(root, file), 'utf8'))
  } catch {
    return undefined
  }
}
