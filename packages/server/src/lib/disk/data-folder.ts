import { accessSync, constants, existsSync, mkdirSync, readdirSync, rmdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { type Settings, StartError } from '#lib/env.ts'

/** Every data folder that Vitrine has used has one of these. */
const MARKS = ['vitrine.db', 'vitrine.lock', 'secret.key', 'files/vitrine-storage.json']
/** Backups brought from another machine, to restore them. */
const BACKUPS = 'backups'
/** What file systems and volumes put into a new folder. */
const OF_THE_SYSTEM = ['lost+found', '.snapshot', '.zfs', '.DS_Store', '.keep', '.gitkeep']

type FolderSettings = Pick<Settings, 'DATA_DIR'> &
  Partial<Pick<Settings, 'TLS_CERT' | 'TLS_KEY' | 'SECRET_KEY_FILE' | 'BACKUP_TO'>>

/**
 * What a data folder is, without changing it. Throws a StartError for a file, a folder that can't be written, and a
 * folder with other programs' or people's data: Vitrine would take away their access to it.
 */
export function inspectDataFolder(settings: FolderSettings): 'missing' | 'empty' | 'used' {
  const { DATA_DIR } = settings
  const found = statOf(DATA_DIR, DATA_DIR)
  if (!found) {
    mayWrite(nearestFolder(DATA_DIR), DATA_DIR)
    return 'missing'
  }
  if (!found.isDirectory())
    throw new StartError(
      `${DATA_DIR} is a file. Set DATA_DIR to a folder, or to a path that doesn't exist yet.`,
    )
  mayWrite(DATA_DIR, DATA_DIR)
  if (isUsed(DATA_DIR)) return 'used'
  const own = [...OF_THE_SYSTEM, ...placesInside(settings)]
  if (existsSync(path.join(DATA_DIR, BACKUPS, 'snapshots'))) own.push(BACKUPS)
  const other = readdirSync(DATA_DIR).find((name) => !own.includes(name))
  if (other === undefined) return 'empty'
  throw new StartError(
    `The data folder ${DATA_DIR} contains other data (${other}). Set DATA_DIR to an empty folder, or to one that Vitrine has used before.`,
  )
}

/** Whether Vitrine has used a folder for its data before. */
const isUsed = (folder: string): boolean => MARKS.some((name) => existsSync(path.join(folder, name)))

/** Creates a missing data folder. Returns a function that removes it again while it is empty. */
export function createDataFolder(folder: string): () => void {
  if (existsSync(folder)) return () => {}
  // Not recursive if the parent exists: on unusual file systems Node's recursive mkdir never returns.
  const first = mkdirSync(folder, { recursive: !existsSync(path.dirname(folder)) }) ?? folder
  return () => {
    for (let each = folder; each.length >= first.length; each = path.dirname(each)) {
      if (readdirSync(each).length > 0) return
      rmdirSync(each)
    }
  }
}

/** Certificates, keys, and backups that the settings put into the data folder. */
const placesInside = ({ DATA_DIR, TLS_CERT, TLS_KEY, SECRET_KEY_FILE, BACKUP_TO }: FolderSettings) =>
  [TLS_CERT, TLS_KEY, SECRET_KEY_FILE, BACKUP_TO]
    .filter((place) => place !== undefined && !place.startsWith('s3://'))
    .map((place) => path.relative(DATA_DIR, path.resolve(place ?? '')).split(path.sep)[0] ?? '')

function nearestFolder(folder: string): string {
  for (let parent = path.dirname(folder); ; parent = path.dirname(parent)) {
    const found = statOf(parent, folder)
    if (found && !found.isDirectory())
      throw new StartError(`The data folder ${folder} can't be created: ${parent} is a file.`)
    if (found || parent === path.dirname(parent)) return parent
  }
}

function statOf(file: string, folder: string) {
  try {
    return statSync(file, { throwIfNoEntry: false })
  } catch (error) {
    // A part of the path is a file, which a later call finds.
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return undefined
    throw unwritable(folder, error)
  }
}

function mayWrite(place: string, folder: string): void {
  try {
    accessSync(place, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw unwritable(folder, error)
  }
}

function unwritable(folder: string, error: unknown): StartError {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'EACCES' || code === 'EPERM')
    return new StartError(
      `The account that runs Vitrine isn't allowed to use the data folder ${folder}. Give it read and write permission, or set DATA_DIR to another folder.`,
    )
  if (code === 'EROFS')
    return new StartError(
      `The data folder ${folder} is on a disk that is mounted read-only. Mount it for writing, or set DATA_DIR to another folder.`,
    )
  return new StartError(`Can't use the data folder ${folder}: ${message}.`)
}
