import type { CompiledQuery } from 'kysely'
import { isPostgres } from './database.ts'
import type { Db } from './schema.ts'
import { scoped, tenantOf } from './scoped.ts'
import { Slot } from './value-slot.ts'

/** Values of a prepared query. Undefined and null are part of the query's shape, not parameters. */
type Values = Readonly<Record<string, string | number | null | undefined>>

const TENANT = new Slot('tenant', true)

/**
 * A query that is built, bound to the tenant and compiled once per shape, and then only gets new values: building and
 * compiling takes longer than SQLite needs for a page of a list. `build` gets placeholders for the values and may only
 * check whether one is undefined or null; it must not close over anything that differs between calls.
 */
export function prepared<V extends Values, Row>(
  build: (db: Db, values: V) => { compile(): CompiledQuery<Row> },
): (db: Db, values: V) => Promise<Row[]> {
  const compiled = new Map<string, CompiledQuery<Row>>()
  return async (db, values) => {
    const tenant = tenantOf(db)
    const key = shapeOf(db, tenant, values)
    let query = compiled.get(key)
    if (!query) {
      query = compile(db, tenant !== undefined, values, build)
      compiled.set(key, query)
    }
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof Slot ? (parameter === TENANT ? tenant : values[parameter.name]) : parameter,
    )
    return (await db.executeQuery<Row>({ ...query, parameters })).rows
  }
}

function shapeOf(db: Db, tenant: string | undefined, values: Values): string {
  let shape = `${isPostgres(db)} ${tenant !== undefined}`
  for (const name in values) {
    const value = values[name]
    if (value !== undefined) shape += ` ${name}:${value === null ? 'null' : typeof value}`
  }
  return shape
}

function compile<V extends Values, Row>(
  db: Db,
  isBound: boolean,
  values: V,
  build: (db: Db, values: V) => { compile(): CompiledQuery<Row> },
): CompiledQuery<Row> {
  const unbound = db.withoutPlugins() as Db
  const slots = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      value == null ? value : new Slot(name, typeof value === 'string'),
    ]),
  )
  return build(isBound ? scoped(unbound, TENANT as unknown as string) : unbound, slots as V).compile()
}
