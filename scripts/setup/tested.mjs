import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './root.mjs'

const RECORD = path.join(root, '.cache', 'tested-tree')

/** Runs git and returns what it printed, or undefined if it failed. */
export function git(...args) {
  const { status, stdout } = spawnSync('git', ['-c', 'safe.directory=*', ...args], {
    cwd: root,
    encoding: 'utf8',
  })
  return status === 0 ? stdout.trim() : undefined
}

/** The hash of the checked-out tree; undefined with uncommitted changes, or without git. */
export const cleanTree = () =>
  git('status', '--porcelain') === '' ? git('rev-parse', 'HEAD^{tree}') : undefined

/** Records that every check passed on this tree: a commit with the same content can be released without another run. */
export function recordTested(tree) {
  mkdirSync(path.dirname(RECORD), { recursive: true })
  writeFileSync(RECORD, tree)
}

export const wasTested = (tree) => existsSync(RECORD) && readFileSync(RECORD, 'utf8') === tree
