import { sql } from 'kysely'
import { openCurrentDatabase } from '#app/start/stores.ts'
import { isPostgres } from '#db/database.ts'
import { systemClock } from '#lib/clock.ts'
import type { Settings } from '#lib/env.ts'
import { createLog } from '#lib/log.ts'
import { systemFacts } from '#operations/system/queries.ts'
import { bad, type Finding, good } from './finding.ts'

const NAMES = { sqlite: 'SQLite', postgresql: 'PostgreSQL' }
/** Seconds of difference above which the server reports not ready. */
const CLOCK_MOST = 5

/** Whether the database opens with this version's schema, and agrees about the time. */
export async function checkDatabase(settings: Settings): Promise<Finding[]> {
  const database = await openCurrentDatabase(settings, createLog('silent'))
  try {
    const { kind, version, bytes } = (await systemFacts(database, settings)).database
    const found = [good(`${NAMES[kind]} ${version}, ${Math.ceil(bytes / 1_000_000)} MB.`)]
    if (!isPostgres(database)) return found
    const { rows } = await sql<{ now: number }>`select extract(epoch from clock_timestamp()) as now`.execute(
      database,
    )
    const off = Math.round(Math.abs(Number(rows[0]?.now) - systemClock.now() / 1000))
    if (off > CLOCK_MOST)
      found.push(bad(`The clock of the database differs by ${off} seconds. Set up NTP on both machines.`))
    return found
  } finally {
    await database.destroy()
  }
}
