import { createHmac } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import path from 'node:path'
import { inTransaction } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { erasing } from '#db/secrets/erase.ts'
import { resealStored, sealStored } from '#db/secrets/sealed.ts'
import { type Settings, StartError } from '#lib/env.ts'
import { newSecret } from '#lib/ids.ts'
import type { Log } from '#lib/log.ts'
import { Seal } from '#lib/security/seal.ts'
import { equalHashes } from '#lib/security/tokens.ts'

/** Rows of `secrets`: the key itself, as earlier versions stored it, and a fingerprint to recognize it. */
const LEGACY_KEY = 'tokens'
const FINGERPRINT = 'key-fingerprint'

const KEY_FILE = 'secret.key'
/** Written before a rotation commits, so a crash at any point leaves the key that the database needs. */
const NEXT_KEY_FILE = 'secret.key.next'

type KeySettings = Pick<
  Settings,
  'DATA_DIR' | 'SECRET_KEY' | 'SECRET_KEY_FILE' | 'DATABASE_URL' | 'S3_BUCKET'
>

const keyFile = ({ DATA_DIR }: KeySettings) => path.join(DATA_DIR, KEY_FILE)
const nextKeyFile = ({ DATA_DIR }: KeySettings) => path.join(DATA_DIR, NEXT_KEY_FILE)

/** Servers that share database and files may run on several machines, so DATA_DIR can't hold their common key. */
const isShared = ({ DATABASE_URL, S3_BUCKET }: KeySettings) => Boolean(DATABASE_URL && S3_BUCKET)

/** Reveals nothing about the key, which has at least 32 characters. */
const fingerprintOf = (secret: string) => createHmac('sha256', secret).update('fingerprint').digest('hex')

/**
 * The installation's key: from SECRET_KEY or SECRET_KEY_FILE, else from a file in DATA_DIR, which the first start
 * creates. A key stored in the database by an earlier version moves to the file, and sessions stay valid. Seals values
 * that the database stores in the clear. Throws a StartError if the key is missing or belongs to another database.
 */
export async function openSecretKey(db: Db, settings: KeySettings, log: Log): Promise<string> {
  const legacy = await readRow(db, LEGACY_KEY)
  const mark = await readRow(db, FINGERPRINT)
  const configured = configuredKey(settings)
  if (!configured) finishRotation(settings, mark)
  const found = configured ?? readKeyFile(settings)
  if (!found && legacy && isShared(settings)) {
    log.warn(
      'The key that signs sessions is in the database. Set SECRET_KEY or SECRET_KEY_FILE to the same value on all servers to move it out; no one is logged out.',
    )
    await sealStored(db, new Seal(legacy))
    return legacy
  }
  const secret = found ?? createKey(settings, legacy, mark)
  refuseOtherKey(settings, secret, mark)
  const store = async (tx: Db) => {
    await tx
      .insertInto('secrets')
      .values({ name: FINGERPRINT, value: fingerprintOf(secret) })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute()
    if (legacy) await resealStored(tx, new Seal(legacy), new Seal(secret))
    await tx.deleteFrom('secrets').where('name', '=', LEGACY_KEY).execute()
  }
  if (legacy) await erasing(db, () => inTransaction(db, store))
  else await inTransaction(db, store)
  // Another server may have stored another key first.
  refuseOtherKey(settings, secret, await readRow(db, FINGERPRINT))
  await sealStored(db, new Seal(secret))
  return secret
}

/**
 * The key file of a database, or null if a setting holds the key. Throws a StartError if it is another database's key.
 */
export function locateKey(settings: KeySettings, mark: string): string | null {
  const configured = configuredKey(settings)
  const key = configured ?? readKeyFile(settings)
  if (key === undefined) throw keyIsMissing(settings)
  refuseOtherKey(settings, key, mark)
  return configured === undefined ? keyFile(settings) : null
}

/** Throws a StartError if the key is missing or another database's. An interrupted rotation decides that later. */
export function refuseWrongKey(settings: KeySettings, mark: string): void {
  if (!existsSync(nextKeyFile(settings))) locateKey(settings, mark)
}

/** The key of a setting if it is the key of the database with this fingerprint. */
export function configuredKeyFor(settings: KeySettings, mark: string): string | undefined {
  const key = configuredKey(settings)
  return key !== undefined && equalHashes(fingerprintOf(key), mark) ? key : undefined
}

export interface Rotation {
  /** The key that the stored values are sealed with; undefined if it is lost. */
  from: string | undefined
  to: string
  /** Call after the commit. */
  finish(): void
}

/**
 * Prepares another key: a key file gets a new one; for SECRET_KEY, the operator must already have changed it, and
 * `oldKey` is the previous value. Throws a StartError.
 */
export async function beginRotation(
  db: Db,
  settings: KeySettings,
  oldKey: string | undefined,
): Promise<Rotation> {
  const mark = await readRow(db, FINGERPRINT)
  const legacy = await readRow(db, LEGACY_KEY)
  const configured = configuredKey(settings)
  const fits = (key: string | undefined) =>
    key !== undefined && mark !== undefined && equalHashes(fingerprintOf(key), mark)
  if (oldKey !== undefined && !fits(oldKey)) throw new StartError("The old key doesn't match this database.")
  if (configured) {
    if (fits(configured))
      throw new StartError(
        'SECRET_KEY still has the old value. Set it to a new secret of at least 32 characters, then run this command again with the old key.',
      )
    return { from: oldKey ?? legacy, to: configured, finish: () => {} }
  }
  finishRotation(settings, mark)
  const present = readKeyFile(settings)
  const to = newSecret()
  writeKey(nextKeyFile(settings), to)
  return {
    from: oldKey ?? (fits(present) ? present : legacy),
    to,
    finish: () => finishRotation(settings, fingerprintOf(to)),
  }
}

/** Call within the transaction of a rotation. */
export async function replaceFingerprint(tx: Db, secret: string): Promise<void> {
  await tx.deleteFrom('secrets').where('name', 'in', [LEGACY_KEY, FINGERPRINT]).execute()
  await tx
    .insertInto('secrets')
    .values({ name: FINGERPRINT, value: fingerprintOf(secret) })
    .execute()
}

const readRow = async (db: Db, name: string): Promise<string | undefined> =>
  (await db.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirst())?.value

function configuredKey({ SECRET_KEY, SECRET_KEY_FILE }: KeySettings): string | undefined {
  if (SECRET_KEY) return SECRET_KEY
  if (!SECRET_KEY_FILE) return undefined
  const key = readKey(SECRET_KEY_FILE, 'SECRET_KEY_FILE')
  if (key === undefined)
    throw new StartError(`SECRET_KEY_FILE is set to ${SECRET_KEY_FILE}, which doesn't exist.`)
  return key
}

const readKeyFile = (settings: KeySettings) => readKey(keyFile(settings), keyFile(settings))

function readKey(file: string, name: string): string | undefined {
  let key: string
  try {
    key = readFileSync(file, 'utf8').trim()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    throw new StartError(`Can't read the key in ${name}: ${message}.`)
  }
  if (key.length >= 32) return key
  throw new StartError(`The key in ${name} is too short: it needs at least 32 characters.`)
}

function createKey(settings: KeySettings, legacy: string | undefined, mark: string | undefined): string {
  if (mark) throw keyIsMissing(settings)
  if (!legacy && isShared(settings))
    throw new StartError(
      'Servers that share a database and an S3 bucket need the same key. Set SECRET_KEY or SECRET_KEY_FILE to the same secret of at least 32 characters on all of them.',
    )
  const secret = legacy ?? newSecret()
  writeKey(keyFile(settings), secret)
  return secret
}

const keyIsMissing = (settings: KeySettings) =>
  new StartError(
    `The key of this database is missing: ${keyFile(settings)} doesn't exist and SECRET_KEY isn't set. Restore the file from a backup, or set SECRET_KEY to the same value as on the other servers. If the key is lost, run "npm run vitrine -- rotate-keys" for a new one: everyone logs in again and kiosk pages need their new keys.`,
  )

function refuseOtherKey(settings: KeySettings, secret: string, mark: string | undefined): void {
  if (mark === undefined || equalHashes(fingerprintOf(secret), mark)) return
  const { SECRET_KEY, SECRET_KEY_FILE } = settings
  const name = SECRET_KEY ? 'SECRET_KEY' : (SECRET_KEY_FILE ?? keyFile(settings))
  throw new StartError(
    `The key in ${name} doesn't match this database. Put the right key there, or run "npm run vitrine -- rotate-keys" to use another one: everyone logs in again.`,
  )
}

/** Completes or rolls back a rotation that a crash interrupted, depending on the database. */
function finishRotation(settings: KeySettings, mark: string | undefined): void {
  const next = nextKeyFile(settings)
  if (!existsSync(next)) return
  const key = readFileSync(next, 'utf8').trim()
  if (mark && equalHashes(fingerprintOf(key), mark)) {
    renameSync(next, keyFile(settings))
    syncFolder(settings.DATA_DIR)
  } else rmSync(next)
}

/** Flushed to disk before the database relies on it. */
function writeKey(file: string, secret: string): void {
  rmSync(file, { force: true })
  const handle = openSync(file, 'wx', 0o600)
  try {
    writeSync(handle, `${secret}\n`)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  syncFolder(path.dirname(file))
}

function syncFolder(folder: string): void {
  // Windows can't open folders.
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
