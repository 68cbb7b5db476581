import Sqlite from 'better-sqlite3'
import { ROW_LIMITS } from '#base/storage/queries.ts'
import { isSearchTable } from '#db/lists/name-search.ts'

type Value = string | number | null
type Row = Record<string, Value>

/** Tables about the installation, a call, or a process: they don't grow with the organization. */
const KEPT = ['kiosks', 'given_answers', 'audit_chains']
/** Number columns that other tables resolve, and what each number refers to. */
const NUMBERS: Record<string, Record<string, 'count' | 'number'>> = {
  plays: { key: 'count', startedAt: 'count', screen: 'number', item: 'number' },
  play_hours: { hour: 'count', screen: 'number', item: 'number' },
}
/** Tables with rows as text, which can be restored only once. */
const ALWAYS_OF_COPY = ['trash_rows', 'trash_files']
/**
 * Groups beyond this copy play deleted storyboards: a save computes the manifest of each group that plays it, which
 * would dominate the run time of the laws.
 */
const PLAYING = 30
/** Each copy is created a minute before the last one. */
const MINUTE = 60_000
/**
 * Screens beyond this copy aren't switched manually: each change of what the others play computes the manifest of each
 * of them.
 */
const SWITCHED = 20_000
/** A copy number without a storyboard. */
const NONE = 0x800000
/** Copies that calls name. */
const NAMED = 10
/** Maximum copies per organization, however large it is. */
const LIMITS: Record<string, number> = {
  ...Object.fromEntries(
    [
      ...['allowed_sites', 'sources', 'alert_rules', 'alert_problems'],
      ...['trash', 'trash_rows', 'trash_files'],
    ].map((table) => [table, 1000]),
  ),
  // Two thirds belong to one person, who may have 60 and whose calls start more.
  uploads: 70,
  // The calls of the laws start more.
  takeovers: 20,
  screen_fields: 40,
  webhooks: 15,
  // One more is made by a call.
  archives: 1,
  passkeys: 15,
  // The calls of the laws create more.
  custom_roles: 40,
}
/** Maximum rows per organization: the server refuses more. */
const REFUSED: Record<string, number> = {
  ...Object.fromEntries(Object.entries(ROW_LIMITS).map(([table, { most }]) => [table, most - 10])),
  storyboards: 4990,
}
/** Numbers of screens and items in plays are below this. */
const STEP = 1000

/** Id of a row's copy. */
export const copyOf = (id: string, copy: number): string =>
  id.slice(0, -6) + copy.toString(16).padStart(6, '0')

/**
 * Copies every row of an organization in a SQLite file repeatedly, until each table has as many rows as `to`, or as the
 * server allows. References to a row that has fewer copies than there are references go around. A third
 * of the copies reference each other, so that lists have as many different items to look up; in the others, one side of
 * each reference is the original, which thus has all of them as users or as parts.
 */
export function growOrganization(
  file: string,
  organizationId: string,
  { from, to, shared = Number.POSITIVE_INFINITY }: { from: number; to: number; shared?: number },
): void {
  const database = new Sqlite(file)
  try {
    database.pragma('busy_timeout = 10000')
    database.pragma('foreign_keys = off')
    database.pragma('synchronous = off')
    const tables = tablesOf(database, organizationId)
    const lastOf = ({ name, rows }: TableOfOrganization) =>
      Math.min(
        LIMITS[name] ?? to,
        Math.floor((REFUSED[name] ?? Number.POSITIVE_INFINITY) / rows.length) - 1,
        Math.max(Math.min(to, NAMED), Math.ceil(to / rows.length)),
      )
    const copiesIn = (areReferenced: boolean) => {
      const ids = new Map<string, number>()
      for (const table of tables.filter(({ name }) => isReferenced(database, name) === areReferenced))
        for (const { id } of table.rows)
          ids.set(String(id), Math.min(lastOf(table), ids.get(String(id)) ?? Number.POSITIVE_INFINITY))
      return ids
    }
    // Other tables may have the ids of what their rows are about, but fewer copies of each.
    const ids = new Map([...copiesIn(false), ...copiesIn(true)])
    ids.delete(organizationId)
    database.transaction(() => {
      for (const table of tables)
        for (const row of table.rows)
          copyRow(database, table.name, row, {
            ...{ ids, unique: table.unique, from, shared },
            to: Math.min(lastOf(table), ids.get(String(row.id)) ?? Number.POSITIVE_INFINITY),
          })
    })()
    const [broken] = database.pragma('foreign_key_check') as { table: string; parent: string }[]
    if (broken) throw new Error(`A copy in ${broken.table} names a row that ${broken.parent} doesn't have`)
    database.exec('analyze')
  } finally {
    database.close()
  }
}

/** Entities of many organizations that super admins see. */
const OF_ORGANIZATIONS = ['organizations', 'users', 'licences', 'cases']

/** Adds more organizations like this one, each with its first user, license, and case. */
export function addOrganizations(file: string, organizationId: string, count: number): void {
  const database = new Sqlite(file)
  try {
    database.pragma('busy_timeout = 10000')
    database.transaction(() => {
      const rows = OF_ORGANIZATIONS.map((table) => {
        const column = table === 'organizations' ? 'id' : 'organizationId'
        const row = database.prepare(`select * from "${table}" where "${column}" = ?`).get(organizationId)
        return [table, row as Row] as const
      })
      const ids = new Map(rows.map(([, row]) => [String(row.id), count]))
      for (const [table, row] of rows) copyRow(database, table, row, { ids, unique: [], from: 1, to: count })
    })()
    database.exec('analyze')
  } finally {
    database.close()
  }
}

interface TableOfOrganization {
  name: string
  rows: Row[]
  /** Columns that must be unique. */
  unique: string[]
}

function tablesOf(database: Sqlite.Database, organizationId: string): TableOfOrganization[] {
  const all = <T>(text: string, ...given: Value[]) => database.prepare(text).all(...given) as T[]
  const names = all<{ name: string }>("select name from sqlite_schema where type = 'table'")
    .map(({ name }) => name)
    .filter((name) => !isSearchTable(name) && !KEPT.includes(name))
  const [organization] = all<{ playNumber: number | null }>(
    'select "playNumber" from organizations where id = ?',
    organizationId,
  )
  return names.flatMap((name) => {
    const columns = all<{ name: string }>('select name from pragma_table_info(?)', name).map(
      (each) => each.name,
    )
    if (name in NUMBERS) {
      const rows = all<Row>(`select * from "${name}" where tenant = ?`, organization?.playNumber ?? -1)
      return [{ name, rows, unique: [] }]
    }
    if (!columns.includes('organizationId')) return []
    const rows = all<Row>(`select * from "${name}" where "organizationId" = ?`, organizationId)
    const indexes = all<{ name: string }>(
      `select name from pragma_index_list(?) where "unique" = 1 and origin <> 'pk'`,
      name,
    )
    const unique = indexes.flatMap((index) => {
      const parts = all<{ name: string }>('select name from pragma_index_info(?)', index.name)
      return parts.map((part) => part.name)
    })
    return [{ name, rows, unique }]
  })
}

const isReferenced = (database: Sqlite.Database, table: string): boolean =>
  database
    .prepare(
      `select 1 from sqlite_schema join pragma_foreign_key_list(sqlite_schema.name) as keys
       where sqlite_schema.type = 'table' and keys."table" = ? limit 1`,
    )
    .get(table) !== undefined

/** How many copies each id has. */
type Ids = ReadonlyMap<string, number>

interface Copying {
  ids: Ids
  unique: readonly string[]
  from: number
  to: number
  /** Copies beyond this one share nothing with the original. */
  shared?: number
}

/** `kind`: 1 keeps a row's first reference, 2 the last one, 0 none. */
type Maker = (copy: number, kind: number) => Value

function copyRow(
  database: Sqlite.Database,
  table: string,
  row: Row,
  { ids, unique, from, to, shared = to }: Copying,
): void {
  const names = Object.keys(row)
  const insert = database.prepare(
    `insert or ignore into "${table}" (${names.map((name) => `"${name}"`)}) values (${names.map(() => '?')})`,
  )
  const makers = names.map((name) => makerOf(table, row, name, ids, unique))
  for (let copy = from; copy <= to; copy++)
    insert.run(makers.map((make) => make(copy, copy <= shared ? copy % 3 : 0)))
}

/** People switch many screens manually to the same storyboard, not each to another one. */
function makerOf(table: string, row: Row, name: string, ids: Ids, unique: readonly string[]): Maker {
  const value = row[name] ?? null
  const counted = NUMBERS[table]?.[name]
  if (typeof value === 'number') {
    if (counted === 'number' && value > 0) return (copy) => value + copy * STEP
    if (counted === 'count') return (copy) => value - copy
    if (!unique.includes(name)) return () => value
    // Version numbers continue after the latest.
    return name === 'number' ? (copy) => value + copy * STEP : (copy) => value - copy
  }
  if (value === null) return () => value
  if (name === 'overrideStoryboardId') return (copy) => (copy > SWITCHED ? null : value)
  if (name === 'createdAt') return (copy) => new Date(Date.parse(value) - copy * MINUTE).toISOString()
  if (name === 'organizationId') return mapped(String(value), ids)
  // Sealed for the original row.
  if (name === 'pin') return () => ''
  if (name === 'id' || value === row.id) return mapped(value, ids)
  const references = Object.keys(row).filter(
    (each) => each !== 'id' && row[each] !== row.id && ids.has(String(row[each])),
  )
  if (ids.has(value)) {
    const make = mapped(value, ids)
    if (ALWAYS_OF_COPY.includes(table)) return make
    const isFirst = references[0] === name
    const isLast = references.at(-1) === name
    return (copy, kind) => ((kind === 1 && isFirst) || (kind === 2 && isLast) ? value : make(copy, 0))
  }
  if (/Key$|^(host|tokenHash|name|number|email|path|hash|subject|cause)$/.test(name) && value)
    return name === 'parentKey' ? () => value : (copy) => `${value} ${copy}`
  const make = mapped(value, ids)
  if (ALWAYS_OF_COPY.includes(table)) return make
  if (table === 'device_groups')
    return (copy, kind) => (copy > PLAYING ? make(copy + NONE, 0) : kind === 1 ? value : make(copy, 0))
  return (copy, kind) => (kind === 1 ? value : make(copy, 0))
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/

/** Replaces every id in a text by that of its copy. */
function mapped(text: string, ids: Ids): Maker {
  if (ids.has(text) && !UUID.test(text)) return (copy) => copyOf(text, around(copy, ids.get(text)))
  const parts = text.split(new RegExp(`(${UUID.source})`))
  if (!parts.some((part) => ids.has(part))) return () => text
  return (copy) =>
    parts.map((part) => (ids.has(part) ? copyOf(part, around(copy, ids.get(part))) : part)).join('')
}

/** A number of a copy that exists; those of missing storyboards stay. */
const around = (copy: number, last = copy): number =>
  copy > last && copy < NONE ? ((copy - 1) % last) + 1 : copy
