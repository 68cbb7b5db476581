import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { PlainFailure } from './plain-failure.mjs'
import { root } from './root.mjs'

const STAMP = path.join(root, 'dist', 'sources.sha256')
const SKIPPED_FOLDERS = new Set(['node_modules', 'dist', 'test'])
const SKIPPED_FILES = /\.test\.tsx?$|\.md$/

/** SHA-256 over everything a build reads: names and bytes, in a fixed order. */
export function sourcesHash() {
  const hash = createHash('sha256')
  const files = ['package-lock.json', 'tsconfig.base.json', 'scripts/build.mjs', ...walk('packages')]
  for (const file of files) {
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

/** Builds with the given Node unless dist/ was built from exactly these sources. */
export function ensureBuilt(node) {
  const hash = sourcesHash()
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hash) return
  console.error('Building …')
  const { status } = spawnSync(node, [path.join(root, 'scripts', 'build.mjs')], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (status !== 0) throw new PlainFailure('The build failed: see its message above.')
}
