import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { isPostgres } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { tooManyRequests } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'

/** Milliseconds between two polls while guesses on other servers are pending, and in total. */
const LOOK_MS = 150
const PATIENCE_MS = 12_000
/** Rows further in the future were written before the clock was set back, and would lock people out until then. */
const AHEAD_MS = 60_000

export interface GuessLimit {
  /** The subject of the guesses, such as an account at an address. */
  key: string
  /** Maximum wrong guesses within the window. */
  most: number
  /** Counted, but never refused. */
  isOpen?: boolean
}

/**
 * Counts wrong guesses across all servers on a PostgreSQL: with counts in memory alone, each server would allow as many
 * again. A guess is inserted before it is tried, so concurrent guesses on several servers get no further than
 * sequential ones. An embedded database has one process, whose own counts suffice.
 */
export class SharedGuesses {
  readonly #database: Db

  constructor(database: Db) {
    this.#database = database
  }

  /** Runs one guess; `attempt` returns null for a wrong one. Throws TOO_MANY_REQUESTS. */
  async run<T>(
    limits: readonly GuessLimit[],
    { now, windowMs }: { now: number; windowMs: number },
    attempt: () => Promise<T | null>,
  ): Promise<T | null> {
    if (!isPostgres(this.#database)) return attempt()
    const counted = limits.map((limit) => ({ ...limit, key: digest(limit.key) }))
    const id = await this.#begin(counted, now, windowMs)
    let isWrong = false
    try {
      const result = await attempt()
      isWrong = result === null
      return result
    } finally {
      // A count that stays too high expires with the window; the result of the guess must not depend on it.
      await (isWrong ? this.#keep(id) : this.#undo(id)).catch(() => {})
    }
  }

  /** Deletes wrong guesses, for example after the right password. */
  async forget(key: string): Promise<void> {
    if (!isPostgres(this.#database)) return
    await this.#database
      .deleteFrom('guesses')
      .where('key', '=', digest(key))
      .where('isWrong', '=', 1)
      .execute()
  }

  async #begin(limits: readonly GuessLimit[], now: number, windowMs: number): Promise<string> {
    const end = performance.now() + PATIENCE_MS
    for (;;) {
      const id = newId()
      const rows = limits.map(({ key }, n) => ({
        id: `${id} ${n}`,
        guess: id,
        key,
        at: now,
        isWrong: 0 as const,
      }))
      await this.#database.insertInto('guesses').values(rows).execute()
      const counts = await this.#counts(limits, now - windowMs, now + AHEAD_MS)
      const full = limits.filter(({ key, most, isOpen }) => !isOpen && (counts.get(key)?.all ?? 0) > most)
      if (full.length === 0) return id
      await this.#undo(id)
      const refused = full.flatMap(({ key, most }) => {
        const { wrong = 0, first = now } = counts.get(key) ?? {}
        return wrong >= most ? [first] : []
      })
      if (refused.length) throw tooManyRequests(secondsUntil(Math.max(...refused) + windowMs, now))
      if (performance.now() > end) throw tooManyRequests(1)
      await setTimeout(LOOK_MS * (0.5 + Math.random()))
    }
  }

  async #counts(limits: readonly GuessLimit[], since: number, until: number) {
    const keys = limits.map(({ key }) => key)
    const rows = await this.#database
      .selectFrom('guesses')
      .select(({ fn }) => [
        'key',
        fn.countAll<number>().as('all'),
        sql<number>`coalesce(sum("isWrong"), 0)`.as('wrong'),
        fn.min('at').as('first'),
      ])
      .where('key', 'in', keys)
      .where('at', '>', since)
      .where('at', '<=', until)
      .groupBy('key')
      .execute()
    return new Map(
      rows.map(({ key, all, wrong, first }) => [
        key,
        { all: Number(all), wrong: Number(wrong), first: Number(first) },
      ]),
    )
  }

  async #keep(id: string): Promise<void> {
    await this.#database.updateTable('guesses').set({ isWrong: 1 }).where('guess', '=', id).execute()
  }

  async #undo(id: string): Promise<void> {
    await this.#database.deleteFrom('guesses').where('guess', '=', id).execute()
  }
}

/** Deletes guesses before an instant. Returns the count. */
export async function forgetGuesses(db: Db, before: number): Promise<number> {
  const gone = await db.deleteFrom('guesses').where('at', '<', before).executeTakeFirst()
  return Number(gone.numDeletedRows)
}

/** The table must not reveal addresses or accounts. */
const digest = (key: string) => createHash('sha256').update(key).digest('base64url').slice(0, 24)

const secondsUntil = (instant: number, now: number) => Math.max(1, Math.ceil((instant - now) / 1000))
