import { chown, mkdtemp, realpath, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Which every account may usually enter. */
const SHARED = ['/tmp', '/var/tmp']

/**
 * Makes a temporary folder for a browser that runs as `account`, or as this process if that is undefined. TMPDIR may be a
 * folder that only root may enter: then the folder is made in the first of `parents` that the account may enter too.
 * Undefined if there is none with room. The caller deletes it.
 */
export async function makeBrowserFolder(
  account: number | undefined,
  parents: readonly string[] = [tmpdir(), ...SHARED],
): Promise<string | undefined> {
  for (const parent of parents) {
    if (account !== undefined && !(await isOpenToAll(parent))) continue
    const folder = await mkdtemp(path.join(parent, 'vitrine-browser-')).catch(() => undefined)
    if (folder === undefined) continue
    if (account === undefined) return folder
    try {
      await chown(folder, account, account)
      return folder
    } catch {
      await rm(folder, { recursive: true, force: true })
    }
  }
  return undefined
}

/** Whether every account may enter a folder, and all those above it. */
async function isOpenToAll(folder: string): Promise<boolean> {
  try {
    let each = await realpath(folder)
    for (;;) {
      const { mode } = await stat(each)
      if ((mode & 0o001) === 0) return false
      const above = path.dirname(each)
      if (above === each) return true
      each = above
    }
  } catch {
    return false
  }
}
