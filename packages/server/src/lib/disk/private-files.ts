import { chmodSync, closeSync, fstatSync, lstatSync, openSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'

const FOLDER = 0o700
const FILE = 0o600
/** Permission bits of the group and of everyone else. */
const OTHERS = 0o077

/** Files that Vitrine creates in DATA_DIR; other files there stay unchanged. */
const OWN_NAMES = /^(vitrine[.-].*|secret\.key.*|files|backups)$/

/**
 * Makes DATA_DIR and everything Vitrine stores there readable only by the server's account. Files of an older
 * installation are changed once; later starts only check the folder. Returns the paths that couldn't be changed, which
 * the caller logs: a mounted volume may belong to another account. Windows has no such modes.
 */
export function tightenDataFolder(folder: string): string[] {
  if (process.platform === 'win32') return []
  const failed: string[] = []
  const wasOpen = (statSync(folder).mode & OTHERS) !== 0
  tighten(folder, FOLDER, failed)
  for (const name of readdirSync(folder))
    if (OWN_NAMES.test(name)) tightenTree(path.join(folder, name), wasOpen, failed)
  return failed
}

function tightenTree(target: string, deep: boolean, failed: string[]): void {
  const status = lstatSync(target, { throwIfNoEntry: false })
  if (!status || status.isSymbolicLink()) return
  const isFolder = status.isDirectory()
  tighten(target, isFolder ? FOLDER : FILE, failed)
  if (isFolder && deep)
    for (const name of readdirSync(target)) tightenTree(path.join(target, name), deep, failed)
}

function tighten(target: string, mode: number, failed: string[]): void {
  try {
    if ((statSync(target).mode & OTHERS) !== 0) chmodSync(target, mode)
  } catch {
    failed.push(target)
  }
}

/**
 * Creates a file that only this account can read, regardless of the umask; keeps an existing file. Returns its inode.
 */
export function createPrivate(file: string): number {
  const handle = openSync(file, 'a', FILE)
  const { ino } = fstatSync(handle)
  closeSync(handle)
  return ino
}
