// Which test files import a source file, directly or through others.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../setup/root.mjs'

const IMPORT = /(?:from|import)\s*\(?\s*'([^']+)'/g
const TYPES_ONLY = /import type [^']*'[^']*'/g
const ENDS = ['', '.ts', '.tsx']

/** Opens a whole server or console. */
export const isLong = (file) => /^packages\/(console\/test|server)\//.test(file)

export const packageOf = (file) => file.split('/').slice(0, 2).join('/')
const manifest = (folder) => JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8'))

/** `files`: paths from the root, with slashes. Returns a function of a source file: its tests, nearest first. */
export function relatedTests(files) {
  const known = new Set(files)
  const importers = new Map()
  for (const file of files) {
    const text = readFileSync(path.join(root, file), 'utf8').replace(TYPES_ONLY, '')
    for (const [, name] of text.matchAll(IMPORT)) {
      const found = resolve(file, name, known)
      if (found) importers.set(found, [...(importers.get(found) ?? []), file])
    }
  }
  return (source) => {
    const near = new Map([[source, 0]])
    const queue = [source]
    for (const file of queue)
      for (const importer of importers.get(file) ?? [])
        if (!near.has(importer)) {
          near.set(importer, near.get(file) + 1)
          queue.push(importer)
        }
    const own = packageOf(source)
    // Every test of a whole server imports all of it: those in the folders of the file are about it.
    const far = (file) =>
      near.get(file) -
      (isLong(file) ? 4 * sharedFolders(file, source) : 0) +
      (packageOf(file) === own ? 0 : 100) +
      (isLong(file) ? 200 : 0)
    const tests = queue.filter((file) => /\.test\.tsx?$/.test(file))
    return tests.sort((one, other) => far(one) - far(other) || one.localeCompare(other))
  }
}

function sharedFolders(one, other) {
  const [folders, others] = [one, other].map((file) => file.split('/').slice(0, -1))
  const differs = folders.findIndex((folder, depth) => folder !== others[depth])
  return differs < 0 ? folders.length : differs
}

function resolve(file, name, known) {
  const folder = packageOf(file)
  if (name.startsWith('./')) return found(path.posix.join(path.posix.dirname(file), name), known)
  if (name.startsWith('#')) return byTable(folder, manifest(folder).imports, name, known)
  const [, own, rest] = /^@vitrine\/([^/]+)(.*)$/.exec(name) ?? []
  return own && byTable(`packages/${own}`, manifest(`packages/${own}`).exports, `.${rest}`, known)
}

function byTable(folder, table = {}, name, known) {
  if (!existsSync(path.join(root, folder))) return
  for (const [pattern, target] of Object.entries(table)) {
    const [before, after] = pattern.split('*')
    if (after === undefined ? pattern !== name : !name.startsWith(before)) continue
    const middle = after === undefined ? '' : name.slice(before.length)
    const match = found(path.posix.join(folder, target.replace('*', middle)), known)
    if (match) return match
  }
}

const found = (place, known) => ENDS.map((end) => place + end).find((each) => known.has(each))
