import { createHash } from 'node:crypto'
import { isPostgres } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { FORGET_MS } from './shared-files.ts'

const HOLDS = ' holds'

interface Asker {
  deviceId: string
  now: number
  until: number
  /** Screens from which this one can't get the file. */
  gone: ReadonlySet<string>
}

/**
 * Lets a screen download a file from the server, unless a screen on another server of the same PostgreSQL is doing so:
 * then returns that screen. An embedded database has one process, which remembers in memory.
 */
export async function claimDownload(
  database: Db,
  key: string,
  { deviceId, now, until, gone }: Asker,
): Promise<{ deviceId: string; holds: boolean } | undefined> {
  if (!isPostgres(database)) return undefined
  const id = idOf(key)
  const free = [deviceId, ...[...gone, deviceId].map((each) => each + HOLDS)]
  const taken = await database
    .insertInto('done_once')
    .values({ id, at: until, result: deviceId })
    .onConflict((there) =>
      there
        .column('id')
        .doUpdateSet({ at: until, result: deviceId })
        .where(({ eb, or }) => or([eb('done_once.at', '<=', now), eb('done_once.result', 'in', free)])),
    )
    .executeTakeFirst()
  if (taken.numInsertedOrUpdatedRows === 1n) return undefined
  const row = await database.selectFrom('done_once').select('result').where('id', '=', id).executeTakeFirst()
  if (!row?.result) return undefined
  const holds = row.result.endsWith(HOLDS)
  return { deviceId: holds ? row.result.slice(0, -HOLDS.length) : row.result, holds }
}

/** Tells the other servers which screen has the file now. */
export async function publishHolder(
  database: Db,
  key: string,
  { deviceId, now }: Pick<Asker, 'deviceId' | 'now'>,
): Promise<void> {
  if (!isPostgres(database)) return
  const values = { at: now + FORGET_MS, result: deviceId + HOLDS }
  await database
    .insertInto('done_once')
    .values({ id: idOf(key), ...values })
    .onConflict((there) => there.column('id').doUpdateSet(values))
    .execute()
}

const idOf = (key: string) => `file ${createHash('sha256').update(key).digest('base64url').slice(0, 24)}`
