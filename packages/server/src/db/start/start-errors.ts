import path from 'node:path'
import { PassingStartError, type Settings, StartError } from '#lib/env.ts'

type Where = Pick<Settings, 'DATA_DIR' | 'DATABASE_URL'>

/** A machine, network, database, or disk that is still starting, too busy, or full. */
const PASSING = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'DATABASE_SILENT',
  'ENOSPC',
  'EDQUOT',
  'EIO',
  'SQLITE_FULL',
  'SQLITE_BUSY',
  'SQLITE_LOCKED',
  'SQLITE_IOERR',
  // PostgreSQL: starting or stopping; no free connections; no disk space; a standby that may be promoted.
  '57P01',
  '57P03',
  '53300',
  '53100',
  '25006',
]

/** Whether the same start may succeed later without a change of the settings. */
export const isPassing = (error: unknown): boolean => {
  const { code, message } = error as Error & { code?: unknown }
  if (error instanceof StartError) return error instanceof PassingStartError
  return (
    PASSING.some((each) => code === each || String(code).startsWith(`${each}_`)) ||
    /timeout|Connection terminated/i.test(message)
  )
}

/** Converts an error of opening a database into one sentence that says what to do; returns other errors unchanged. */
export function startErrorOf(error: unknown, settings: Where): unknown {
  if (!(error instanceof Error) || error instanceof StartError) return error
  const { code, message } = error as Error & { code?: unknown }
  const Kind = isPassing(error) ? PassingStartError : StartError
  const onDisk = fileSentence(String(code), error as NodeJS.ErrnoException, settings.DATA_DIR)
  if (onDisk) return new Kind(onDisk, { cause: error })
  const known = settings.DATABASE_URL
    ? postgresSentence(String(code), message, new URL(settings.DATABASE_URL))
    : sqliteSentence(String(code), message, path.join(settings.DATA_DIR, 'vitrine.db'))
  return known ? new Kind(known, { cause: error }) : error
}

function fileSentence(code: string, { syscall, path: file }: NodeJS.ErrnoException, folder: string) {
  if (!syscall || !file) return undefined
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return `The disk of ${folder} is full. Free some space, then start again.`
  if (code === 'EROFS')
    return `${file} is on a disk that is mounted read-only. Mount it for writing, or set DATA_DIR.`
  if (code === 'EACCES' || code === 'EPERM')
    return `The account that runs Vitrine isn't allowed to ${syscall} ${file}. Give it permission, or set DATA_DIR.`
  if (code === 'EISDIR' || code === 'ENOTDIR')
    return `${file} can't be opened: there is a ${code === 'EISDIR' ? 'folder' : 'file'} where Vitrine needs a ${code === 'EISDIR' ? 'file' : 'folder'}.`
  return undefined
}

function sqliteSentence(code: string, message: string, file: string): string | undefined {
  const is = (name: string) => code === name || code.startsWith(`${name}_`)
  const folder = path.dirname(file)
  if (is('SQLITE_NOTADB'))
    return `${file} is not a Vitrine database: it isn't an SQLite file. Restore a backup, or choose another DATA_DIR.`
  if (is('SQLITE_CORRUPT'))
    return `The database ${file} is damaged. Keep a copy of the folder, then restore the latest backup.`
  if (is('SQLITE_FULL')) return `The disk of ${folder} is full. Free some space, then start again.`
  if (is('SQLITE_READONLY'))
    return `The database ${file} is read-only. Give the account that runs Vitrine write permission for it and its folder.`
  if (is('SQLITE_CANTOPEN') || is('SQLITE_PERM') || is('SQLITE_AUTH'))
    return `Can't open the database ${file}. Check that it's a file, and that the account that runs Vitrine can read and write it and its folder.`
  if (is('SQLITE_IOERR'))
    return `The disk failed while opening the database ${file} (${code}). It may be full or broken. Check it, then start again.`
  if (is('SQLITE_BUSY') || is('SQLITE_LOCKED'))
    return `Another program is using the database ${file}. Close it, then start again.`
  return anotherPrograms(message)
    ? `The database ${file} belongs to another program. Choose another DATA_DIR.`
    : undefined
}

/** The first migration finds existing tables with its names. */
const anotherPrograms = (message: string) => message.includes(' already exists')

function postgresSentence(code: string, message: string, url: URL): string | undefined {
  const at = `PostgreSQL at ${url.hostname}:${url.port || 5432}`
  const user = decodeURIComponent(url.username) || 'of this account'
  const name = decodeURIComponent(url.pathname.slice(1)) || user
  switch (code) {
    case 'ECONNREFUSED':
      return `Nothing is listening on ${url.hostname}:${url.port || 5432}, the address in DATABASE_URL. Start PostgreSQL, or correct the address.`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `Can't find the host ${url.hostname} in DATABASE_URL. Check its name and this machine's DNS.`
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return `Can't reach ${at}. Check the network and any firewalls.`
    case '28P01':
      return `${at} rejected the password of the user ${user} in DATABASE_URL.`
    case '28000':
      return `${at} rejected the user ${user}: ${message}. Check DATABASE_URL and pg_hba.conf.`
    case '3D000':
      return `${at} has no database ${name}. Create it, or correct DATABASE_URL.`
    case 'ECONNRESET':
    case 'EPIPE':
    case '57P01':
    case '57P03':
      return `${at} is starting or stopping. Start Vitrine again in a moment.`
    case '53300':
      return `${at} has no free connections. Raise max_connections, or stop other programs that use it.`
    case '53100':
      return `The disk of ${at} is full. Free up space, then start again.`
    case '42501':
      return `The user ${user} doesn't have enough permissions in the database ${name}: ${message}. Make it the owner.`
    case '25006':
      return `${at} is read-only, such as a standby. Set DATABASE_URL to the primary server.`
  }
  if (anotherPrograms(message)) return `The database ${name} belongs to another program. Choose an empty one.`
  if (/^XX00[12]$/.test(code))
    return `The database ${name} is damaged (${message}). Restore the latest backup.`
  if (/timeout|Connection terminated/i.test(message))
    return `${at} isn't responding. Check the address in DATABASE_URL and any firewalls.`
  if (/SSL|certificate/i.test(message)) return `The encrypted connection to ${at} failed: ${message}.`
  return undefined
}
