// Copies an organization's rows to local files, as one snapshot.
import path from 'node:path'
import { ROLES } from '@vitrine/contract/permissions'
import { sql } from 'kysely'
import { inSnapshot } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { scoped } from '#db/scoped.ts'
import { FILE_COLUMNS } from './format.ts'
import { RowWriter, type Written } from './row-file.ts'
import { LEFT, MOVED_NAMES, movedTable, PACKAGES, type Row } from './tables.ts'

const AT_ONCE = 200

export interface Dump {
  name: string
  tables: Record<string, Written>
  /** Rows that stay, of tables that have some. */
  leftOut: Record<string, number>
  waiting: string[]
  /** SHA-256 of every file that the rows name. */
  files: Set<string>
}

export const rowsFile = (folder: string, table: string): string => path.join(folder, `${table}.jsonl`)

/** Nothing but the database is awaited, so the files are written without. */
export const dumpRows = (database: Db, organizationId: string, folder: string): Promise<Dump> =>
  inSnapshot(database, async (snapshot) => {
    const db = scoped(snapshot, organizationId)
    const { name } = await db
      .selectFrom('organizations')
      .select('name')
      .where('id', '=', organizationId)
      .executeTakeFirstOrThrow()
    const dump: Dump = {
      name,
      tables: {},
      leftOut: {},
      waiting: await waitingStoryboards(db),
      files: new Set(),
    }
    for (const table of MOVED_NAMES) {
      const files = FILE_COLUMNS[table as keyof typeof FILE_COLUMNS] ?? []
      dump.tables[table] = await dumpTable(folder, table, idRows(db, table), (row) => {
        // It would be the operator of the next installation, too; there, an administrator is enough.
        if (table === 'users' && row.role === ROLES.superAdmin) row.role = ROLES.admin
        for (const column of files) {
          const sha256 = row[column]
          if (typeof sha256 === 'string' && sha256 !== '') dump.files.add(sha256)
        }
      })
    }
    dump.tables[PACKAGES] = await dumpTable(folder, PACKAGES, packageRows(db))
    for (const [table, { reported }] of Object.entries(LEFT)) {
      if (!reported) continue
      const { count } = await db
        .selectFrom(table as 'trash')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      if (Number(count) > 0) dump.leftOut[table] = Number(count)
    }
    const hooks = await db
      .selectFrom('alert_rules')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('webhook', '!=', '')
      .executeTakeFirstOrThrow()
    if (Number(hooks.count) > 0) dump.leftOut.alert_webhooks = Number(hooks.count)
    return dump
  })

async function dumpTable(
  folder: string,
  table: string,
  parts: AsyncIterable<Row[]>,
  see: (row: Row) => void = () => {},
): Promise<Written> {
  const writer = new RowWriter(rowsFile(folder, table))
  try {
    for await (const rows of parts)
      for (const row of rows) {
        see(row)
        writer.write(row)
      }
  } catch (error) {
    writer.end()
    throw error
  }
  return writer.end()
}

/** In the order of ids, which is that in which rows were made. */
async function* idRows(db: Db, table: (typeof MOVED_NAMES)[number]): AsyncGenerator<Row[]> {
  const columns = ['id', ...movedTable(table).columns]
  for (let after = ''; ; ) {
    // Kysely can't type the columns of a table that is chosen at run time; every one has an id.
    const rows = (await db
      .selectFrom(table as 'tags')
      .select(columns.map((column) => sql.ref(`${table}.${column}`).as(column)) as never)
      .where(sql.ref<string>(`${table}.id`), '>', after)
      .orderBy(sql.ref(`${table}.id`))
      .limit(AT_ONCE)
      .execute()) as unknown as Row[]
    yield rows.map(plain)
    if (rows.length < AT_ONCE) return
    after = String(rows.at(-1)?.id)
  }
}

/** PostgreSQL answers large integers as texts. */
const plain = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([key, value]) => [key, typeof value === 'bigint' ? Number(value) : value]),
  )

async function* packageRows(db: Db): AsyncGenerator<Row[]> {
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('packages')
      .innerJoin('package_versions', (join) =>
        join
          .onRef('package_versions.packageId', '=', 'packages.id')
          .onRef('package_versions.hash', '=', 'packages.hash'),
      )
      .select(['packages.id', 'package_versions.model'])
      .where('packages.id', '>', after)
      .orderBy('packages.id')
      .limit(AT_ONCE)
      .execute()
    yield rows
    if (rows.length < AT_ONCE) return
    after = String(rows.at(-1)?.id)
  }
}

/** Storyboards that lead to a copy with a change that waits for approval. */
async function waitingStoryboards(db: Db): Promise<string[]> {
  const copies = await db
    .selectFrom('approved_copies')
    .select(['id', 'kind', 'leads', 'waitsSince'])
    .orderBy('id')
    .execute()
  const byId = new Map(copies.map((copy) => [copy.id, copy]))
  const isWaiting = (root: string): boolean => {
    const seen = new Set([root])
    for (const id of seen) {
      const copy = byId.get(id)
      if (!copy) continue
      if (copy.waitsSince !== null) return true
      // What an action loads has its own approval.
      for (const lead of JSON.parse(copy.leads) as string[])
        if (byId.get(lead)?.kind !== 'storyboard') seen.add(lead)
    }
    return false
  }
  return copies.filter(({ id, kind }) => kind === 'storyboard' && isWaiting(id)).map(({ id }) => id)
}
