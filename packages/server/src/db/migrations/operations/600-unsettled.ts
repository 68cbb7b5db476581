import { sql } from 'kysely'
import type { Bare } from '#db/migrations/table.ts'

/** Every second, a server looks for groups whose next schedule has begun; most have none that is coming. */
export const up = (db: Bare): Promise<void> =>
  db.schema
    .createIndex('device_groups_unsettled')
    .on('device_groups')
    .column('activateAt')
    .where(sql<boolean>`"activateAt" is not null and ("settledAt" is null or "settledAt" != "activateAt")`)
    .execute()
