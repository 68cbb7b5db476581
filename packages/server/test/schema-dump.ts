import { sql } from 'kysely'
import { isPostgres } from '#db/database.ts'
import type { Db } from '#db/schema.ts'

/** Every table, column, constraint, index, trigger, and view of a database, sorted: a line each. */
export async function schemaLines(db: Db): Promise<string[]> {
  const { rows } = await (isPostgres(db) ? ofPostgres : ofSqlite).execute(db)
  return rows.map(({ line }) => line.trim()).sort()
}

const ofSqlite = sql<{ line: string }>`
  select type || ' ' || name || ': ' || coalesce(sql, '') as line from sqlite_schema where name not like 'sqlite_stat%'`

const own = sql`current_schema()::regnamespace`
const ofPostgres = sql<{ line: string }>`
  select format('column %I.%I: %s, %s%s default %s', relname, attname,
      row_number() over (partition by attrelid order by attnum), format_type(atttypid, atttypmod),
      case when attnotnull then ' not null' else '' end, coalesce(pg_get_expr(adbin, adrelid), 'none')) as line
    from pg_attribute join pg_class on pg_class.oid = attrelid
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where relnamespace = ${own} and relkind in ('r', 'p') and attnum > 0 and not attisdropped
  union all select format('constraint %s %I: %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
    from pg_constraint where connamespace = ${own} and contype <> 'n'
  union all select format('index %s', pg_get_indexdef(pg_class.oid))
    from pg_class where relnamespace = ${own} and relkind in ('i', 'I')
  union all select format('table %I: %s %s', relname, relkind, pg_get_partkeydef(oid))
    from pg_class where relnamespace = ${own} and relkind not in ('i', 'I')
  union all select format('trigger %s', pg_get_triggerdef(pg_trigger.oid))
    from pg_trigger join pg_class on pg_class.oid = tgrelid where relnamespace = ${own} and not tgisinternal`
