import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { PlainFailure } from './plain-failure.mjs'
import { run } from './processes.mjs'

/** The engine of ClickHouse as an npm package: 550 MB, so it is no dependency, and one copy serves all clones. */
const ENGINE = 'chdb@3.4.0'
const INSTALL_MS = 300_000

/** The folder with the engine; it exists once the engine is installed. */
export function engineFolder() {
  const cache = process.env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache')
  return process.env.CLICKHOUSE_ENGINE || path.join(cache, 'vitrine', ENGINE.replace('@', '-'))
}

/** Installs the engine if it is missing. Throws a PlainFailure where that isn't possible. */
export async function ensureEngine() {
  const folder = engineFolder()
  if (existsSync(folder)) return folder
  const missing = 'The tests of ClickHouse need its engine'
  if (process.platform === 'win32') throw new PlainFailure(`${missing}, which doesn't run on Windows.`)
  mkdirSync(path.dirname(folder), { recursive: true })
  const incomplete = mkdtempSync(`${folder}-`)
  try {
    const args = ['install', '--prefix', incomplete, '--ignore-scripts', '--no-audit', '--no-fund', ENGINE]
    const { code, output } = await run('npm', args, { cwd: incomplete, timeout: INSTALL_MS })
    if (code !== 0) throw new PlainFailure(`${missing}, and npm can't install ${ENGINE}:\n${output}`)
    if (!existsSync(folder)) renameSync(incomplete, folder)
    return folder
  } finally {
    rmSync(incomplete, { recursive: true, force: true })
  }
}
