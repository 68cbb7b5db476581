import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { run } from '../processes.mjs'
import { cachedFolder } from './npm-cache.mjs'

const DOWNLOAD_MS = 120_000

/**
 * Path of promtool: the installed one, or one unpacked from Debian's package without installing its server. Undefined
 * where neither is possible.
 */
export async function findPromtool() {
  if ((await run('promtool', ['--version']).catch(() => undefined))?.code === 0) return 'promtool'
  const folder = cachedFolder('prometheus')
  const program = path.join(folder, 'usr', 'bin', 'promtool')
  if (existsSync(program)) return program
  mkdirSync(path.dirname(folder), { recursive: true })
  const incomplete = mkdtempSync(`${folder}-`)
  try {
    const options = { cwd: incomplete, timeout: DOWNLOAD_MS }
    const download = () => run('apt-get', ['download', 'prometheus'], options)
    let got = await download()
    // A new machine has no lists of packages yet.
    if (got.code !== 0) {
      await run('apt-get', ['update'], options)
      got = await download()
    }
    const [archive] = readdirSync(incomplete).filter((name) => name.endsWith('.deb'))
    if (!archive) return undefined
    const unpacked = await run('dpkg-deb', ['-x', archive, '.'], options)
    if (unpacked.code !== 0) return undefined
    if (!existsSync(folder)) renameSync(incomplete, folder)
    return program
  } catch {
    return undefined
  } finally {
    rmSync(incomplete, { recursive: true, force: true })
  }
}
