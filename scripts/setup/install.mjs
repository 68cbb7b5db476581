import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { PlainFailure } from './plain-failure.mjs'
import { root } from './root.mjs'

/**
 * Whether node_modules matches the lockfile; `dev: false` ignores packages that only build and test. npm keeps its own
 * record of installed packages, so manual `npm ci` and `npm install` both count. An optional package may be missing: it
 * is for another platform.
 */
export function isInstalled(wanted, installed, { dev = true } = {}) {
  return Object.entries(wanted.packages).every(([place, entry]) => {
    if (!place.includes('node_modules/')) return true // the workspaces themselves
    if (entry.dev && !dev) return true
    const found = installed.packages[place]
    if (!found) return Boolean(entry.optional || entry.devOptional)
    return found.version === entry.version && found.integrity === entry.integrity
  })
}

/** Installs the dependencies unless they are already installed. None of them needs its install script. */
export function ensureInstalled({ dev = true } = {}) {
  const wanted = readJson('package-lock.json')
  const installed = readJson('node_modules/.package-lock.json')
  if (!wanted) throw new PlainFailure('package-lock.json is missing. Download the project again.')
  if (installed && isInstalled(wanted, installed, { dev })) return
  console.error('Installing dependencies (first start only) …')
  const { status, error } = npm([
    'ci',
    dev ? '--include=dev' : '--omit=dev',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ])
  if (status !== 0)
    throw new PlainFailure(
      `npm ci failed${error ? ` (${error.message})` : ''}. See the message above. It needs a network connection and a writable folder.`,
    )
}

function npm(args) {
  const options = { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] }
  const { npm_execpath: cli, npm_node_execpath: node } = process.env
  // The Node that runs npm, because ours may be in the folder that is about to be replaced.
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
