import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { PlainFailure } from '../plain-failure.mjs'
import { run } from '../processes.mjs'

const INSTALL_MS = 300_000

/** The folder of packages that only checks need: one copy serves all clones. `name` contains their version. */
export function cachedFolder(name) {
  const cache = process.env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache')
  return path.join(cache, 'vitrine', name)
}

/**
 * Installs packages (`name@version`) into `folder` unless it exists, and returns it. Throws a PlainFailure that begins
 * with `missing` where that isn't possible.
 */
export async function ensureCached(folder, packages, missing) {
  if (existsSync(folder)) return folder
  mkdirSync(path.dirname(folder), { recursive: true })
  const incomplete = mkdtempSync(`${folder}-`)
  try {
    const args = ['install', '--prefix', incomplete, '--ignore-scripts', '--no-audit', '--no-fund']
    const { code, output } = await run('npm', [...args, ...packages], {
      cwd: incomplete,
      timeout: INSTALL_MS,
    })
    if (code !== 0) throw new PlainFailure(`${missing}, and npm can't install ${packages}:\n${output}`)
    if (!existsSync(folder)) renameSync(incomplete, folder)
    return folder
  } finally {
    rmSync(incomplete, { recursive: true, force: true })
  }
}
