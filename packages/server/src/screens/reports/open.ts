import type { Db } from '#db/schema.ts'
import type { Clock } from '#lib/clock.ts'
import type { Log } from '#lib/log.ts'
import type { Publisher } from '#playback/publisher.ts'
import { newsOfReports } from './news-of-reports.ts'
import { endVouching } from './presence.ts'
import { Reports } from './reports.ts'

/** The reports that this process gets, of which consoles hear through the publisher. */
export async function openReports({
  database,
  clock,
  log,
  publisher,
}: {
  database: Db
  clock: Clock
  log: Log
  publisher: Publisher
}): Promise<Reports> {
  if (!publisher.isShared) await endVouching(database, clock.now())
  const reports = new Reports({
    database,
    clock,
    log,
    onWritten: (some) => publisher.notifyAll(newsOfReports(some)),
  })
  publisher.onUnpaired((deviceId) => reports.forget(deviceId))
  return reports
}
