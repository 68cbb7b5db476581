import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ensureInstalled } from './install.mjs'
import { findNode } from './node.mjs'
import { PlainFailure } from './plain-failure.mjs'
import { root } from './root.mjs'

const STAMP = path.join(root, 'dist', 'sources.sha256')
const SKIPPED_FOLDERS = new Set(['node_modules', 'dist', 'test'])
const SKIPPED_FILES = /\.test\.tsx?$|\.md$/

/** All inputs of a build in a fixed order: of these packages, or of all. */
export function* sourceFiles(packages) {
  yield* ['package.json', 'package-lock.json', 'tsconfig.base.json', 'scripts/build.mjs', 'LICENSE']
  yield* ['scripts/setup/production.mjs', 'scripts/server-bundle.mjs']
  if (packages) for (const name of packages) yield* walk(`packages/${name}`)
  else yield* walk('packages')
}

/** SHA-256 over names and bytes of all inputs of a build: of these packages, or of all. */
export function sourcesHash(packages) {
  const hash = createHash('sha256')
  for (const file of sourceFiles(packages)) {
    const bytes = readFileSync(path.join(root, file))
    hash.update(`${file}\0${bytes.length}\0`).update(bytes)
  }
  return hash.digest('hex')
}

function* walk(folder) {
  const entries = readdirSync(path.join(root, folder), { withFileTypes: true })
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const file = `${folder}/${entry.name}`
    if (entry.isDirectory()) {
      if (!SKIPPED_FOLDERS.has(entry.name)) yield* walk(file)
    } else if (entry.isFile() && !SKIPPED_FILES.test(entry.name)) yield file
  }
}

/** Whether dist/ was built from exactly these sources, or there are no sources, as in a release. */
function isBuilt() {
  if (!existsSync(path.join(root, 'packages')))
    return existsSync(path.join(root, 'dist', 'server', 'main.js'))
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sourcesHash()
}

/** Builds with the given Node unless dist/ was built from exactly these sources. */
export function ensureBuilt(node) {
  if (isBuilt()) return
  console.error('Building …')
  const { status } = spawnSync(node, [path.join(root, 'scripts', 'build.mjs')], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (status !== 0) throw new PlainFailure('The build failed. See the message above.')
}

/**
 * Installs and builds what is missing to run the server; installs build tools only if a build is needed. Returns the
 * Node to run it with.
 */
export function ensureRunnable() {
  ensureInstalled({ dev: !isBuilt() })
  const node = findNode()
  ensureBuilt(node)
  return node
}
