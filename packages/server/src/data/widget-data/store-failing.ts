import type { LiveLoad } from '@vitrine/contract/document/live-loads'
import { z } from 'zod'
import type { Db } from '#db/schema.ts'
import type { Clock } from '#lib/clock.ts'
import { AppError } from '#lib/errors.ts'
import { EgressRefused } from '#lib/http/egress/refused.ts'
import { newId } from '#lib/ids.ts'
import type { Log } from '#lib/log.ts'
import type { Failure } from './refreshed.ts'
import { Unloadable } from './unloadable.ts'

const HOUR = 3_600_000
/** A failure that no screen or person has asked for since isn't listed. */
export const STALE = 3 * HOUR
/** Maximum rows per organization. */
export const ROWS_MAX = 100
/** Organizations per statement. */
const AT_ONCE = 500

interface Dependencies {
  database: Db
  clock: Clock
  log: Log
}

/** Stores which live data fails to load, for every organization that asks for it. Never fails itself. */
export class FailingLoads {
  readonly #parts: Dependencies

  constructor(parts: Dependencies) {
    this.#parts = parts
  }

  failed = (load: LiveLoad, { owners, since, error }: Failure): Promise<void> =>
    this.#try(async (db, now) => {
      await this.#deleteStale(db, now)
      const values = { since: Math.min(since, now), checkedAt: now, error: reasonOf(error).slice(0, 300) }
      for (let start = 0; start < owners.length; start += AT_ONCE)
        await this.#save(db, load, values, owners.slice(start, start + AT_ONCE))
    })

  works = (load: LiveLoad): Promise<void> =>
    this.#try(async (db, now) => {
      await db
        .deleteFrom('failing_loads')
        .where('kind', '=', load.kind)
        .where('address', '=', load.address)
        .execute()
      await this.#deleteStale(db, now)
    })

  async #save(
    db: Db,
    { kind, address }: LiveLoad,
    values: { since: number; checkedAt: number; error: string },
    owners: readonly string[],
  ): Promise<void> {
    const { since: _since, ...news } = values
    await db
      .updateTable('failing_loads')
      .set(news)
      .where('kind', '=', kind)
      .where('address', '=', address)
      .where('organizationId', 'in', owners)
      .execute()
    const counts = await db
      .selectFrom('organizations')
      .leftJoin('failing_loads', 'failing_loads.organizationId', 'organizations.id')
      .select('organizations.id')
      .select(({ fn }) => fn.count<number>('failing_loads.id').as('count'))
      .where('organizations.id', 'in', owners)
      .groupBy('organizations.id')
      .execute()
    const rows = counts
      .filter(({ count }) => Number(count) < ROWS_MAX)
      .map(({ id }) => ({ id: newId(), organizationId: id, kind, address, ...values }))
    if (rows.length === 0) return
    await db
      .insertInto('failing_loads')
      .values(rows)
      .onConflict((there) => there.columns(['organizationId', 'kind', 'address']).doNothing())
      .execute()
  }

  #deleteStale = (db: Db, now: number) =>
    db
      .deleteFrom('failing_loads')
      .where('checkedAt', '<', now - STALE)
      .execute()

  async #try(act: (db: Db, now: number) => Promise<void>): Promise<void> {
    const { database, clock, log } = this.#parts
    await act(database, clock.now()).catch((error: unknown) =>
      log.warn({ err: error }, 'Storing failing live data failed'),
    )
  }
}

/** Details of other errors name internals. */
function reasonOf(error: unknown): string {
  if (error instanceof EgressRefused || error instanceof Unloadable || error instanceof AppError)
    return error.message
  if (error instanceof SyntaxError || error instanceof z.ZodError)
    return 'The response is in an unexpected format'
  return "This address isn't responding"
}
