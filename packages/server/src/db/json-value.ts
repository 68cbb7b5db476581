import { type RawBuilder, sql } from 'kysely'
import { isPostgres } from './database.ts'
import type { Db } from './schema.ts'

/** A member of a column's JSON as text, for sorting and filtering: `jsonText(db, 'device_states.playing', 'storyboardId')`. */
export const jsonText = (db: Db, column: string, key: string): RawBuilder<string | null> =>
  isPostgres(db)
    ? sql`(${sql.ref(column)}::json ->> ${sql.lit(key)})`
    : sql`(${sql.ref(column)} ->> ${sql.lit(key)})`

export const jsonNumber = (db: Db, column: string, key: string): RawBuilder<number | null> =>
  sql`cast(${jsonText(db, column, key)} as integer)`

/** The sum of one member over a column's JSON list of objects. */
export const jsonSum = (db: Db, column: string, key: string): RawBuilder<number> =>
  isPostgres(db)
    ? sql`(select coalesce(sum((value ->> ${sql.lit(key)})::numeric), 0) from json_array_elements(${sql.ref(column)}::json))`
    : sql`(select coalesce(sum(value ->> ${sql.lit(key)}), 0) from json_each(${sql.ref(column)}))`
