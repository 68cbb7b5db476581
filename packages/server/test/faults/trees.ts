import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import path from 'node:path'

/** Every name below a folder or file with its mode, owner, and the hash of its bytes, to compare. */
export function treeOf(folder: string): Record<string, string> {
  const found: Record<string, string> = {}
  const visit = (place: string) => {
    const { mode, uid, gid } = lstatSync(place)
    const kind = mode & 0o170000
    const isFolder = kind === 0o040000
    const content =
      kind === 0o100000
        ? createHash('sha256').update(readFileSync(place)).digest('hex')
        : kind === 0o120000
          ? readlinkSync(place)
          : ''
    found[path.relative(path.dirname(folder), place)] = `${mode.toString(8)} ${uid}:${gid} ${content}`
    if (isFolder) for (const name of readdirSync(place)) visit(path.join(place, name))
  }
  visit(folder)
  return found
}
