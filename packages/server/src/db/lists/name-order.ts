import { type RawBuilder, sql } from 'kysely'
import { isPostgres } from '#db/database.ts'
import type { Db } from '#db/schema.ts'

/** Digits of a number in `nameOrder`: times in names of files have 14, article numbers 13. */
const DIGITS = 20
/** An index of PostgreSQL takes rows of 2,700 bytes. */
const LENGTH = 400

/** What `nameOrder` is for a `searchKey`, for tables without this column: numbers of the same length. `key`: SQL. */
export const nameOrderOf = (db: Db, key: string): RawBuilder<string> =>
  isPostgres(db) ? sql.raw(orderInPostgres(key)) : orderInSqlite(key)

/** A migration wrote it into a function of the database: it never changes. */
export const orderInPostgres = (key: string): string =>
  `left(regexp_replace(regexp_replace(${key}, '([0-9]+)', '${'0'.repeat(DIGITS)}\\1', 'g'), '[0-9]*([0-9]{${DIGITS}})(?![0-9])', '\\1', 'g'), ${LENGTH})`

/**
 * Neither functions nor regular expressions exist there: a number is copied as a whole, other characters one by one. A
 * migration wrote it into triggers: it never changes.
 */
export function orderInSqlite(key: string): RawBuilder<string> {
  const digits = sql.lit('0123456789')
  const name = sql.raw(key)
  return sql`case when ${name} glob '*[0-9]*' then (
      with recursive step (rest, done) as (
        select ${name}, ''
        union all
        select
          case when rest glob '[0-9]*' then ltrim(rest, ${digits}) else substr(rest, 2) end,
          done || case when rest glob '[0-9]*'
            then substr(${sql.lit('0'.repeat(DIGITS))} || substr(rest, 1, length(rest) - length(ltrim(rest, ${digits}))), ${sql.lit(-DIGITS)})
            else substr(rest, 1, 1) end
        from step where rest <> '' and length(done) < ${sql.lit(LENGTH)}
      )
      select substr(done, 1, ${sql.lit(LENGTH)}) from step order by length(done) desc limit 1
    ) else substr(${name}, 1, ${sql.lit(LENGTH)}) end`
}
