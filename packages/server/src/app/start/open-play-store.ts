import type { Db } from '#db/schema.ts'
import type { Clock } from '#lib/clock.ts'
import type { Settings } from '#lib/env.ts'
import type { Log } from '#lib/log.ts'
import type { PlayStore } from '#screens/plays/store/play-store.ts'
import { SqlPlayStore } from '#screens/plays/store/sql/sql-play-store.ts'

interface Parts {
  database: Db
  reader: Db
  clock: Clock
  log: Log
  settings: Settings
}

/** Where plays are stored. Only servers that use ClickHouse load its client. */
export async function openPlayStore(parts: Parts): Promise<PlayStore> {
  const url = parts.settings.CLICKHOUSE_URL
  if (!url) return new SqlPlayStore(parts)
  const { ClickhousePlayStore } = await import('#screens/plays/store/clickhouse/clickhouse-play-store.ts')
  return ClickhousePlayStore.open({ ...parts, url })
}
